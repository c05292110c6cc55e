// The `reeve` command. One file a subcommand: cmd_*.cc; what they share is in command.h.
#include "tools/command.h"

int main(int argc, char** argv) {
  return reeve::RunCommand(argc, argv);
}
