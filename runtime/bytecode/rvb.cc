#include "runtime/bytecode/rvb.h"

#include "runtime/bytecode/archive.h"
#include "runtime/bytecode/verify.h"

namespace reeve {
namespace {

constexpr std::string_view kMagic = "RVB1";
constexpr size_t kHeader = 4 + 4 + 4 + 8;

}  // namespace

uint64_t Digest(std::string_view bytes) {
  uint64_t digest = 0xcbf29ce484222325u;
  for (char byte : bytes) {
    digest ^= static_cast<uint8_t>(byte);
    digest *= 0x100000001b3u;
  }
  return digest;
}

std::string SaveProgram(const Program& program) {
  ByteWriter payload;
  const_cast<Program&>(program).Fields(
      payload);  // Fields is one list for writing and reading; a writer changes nothing
  ByteWriter header;
  uint32_t version = kProgramVersion, size = static_cast<uint32_t>(payload.bytes().size());
  uint64_t digest = Digest(payload.bytes());
  header(version, size, digest);
  return std::string(kMagic) + header.bytes() + payload.bytes();
}

std::optional<Program> LoadProgram(std::string_view bytes, std::string* why) {
  const auto refuse = [&](std::string reason) {
    if (why != nullptr) *why = std::move(reason);
    return std::nullopt;
  };
  if (bytes.size() < kMagic.size() || bytes.substr(0, kMagic.size()) != kMagic) {
    return refuse("this is no compiled ruleset: it does not begin with RVB1");
  }
  if (bytes.size() < kHeader) return refuse("the file is cut short: its header is not whole");
  ByteReader header(bytes.substr(kMagic.size(), kHeader - kMagic.size()));
  uint32_t version = 0, size = 0;
  uint64_t digest = 0;
  header(version, size, digest);
  if (version != kProgramVersion) {
    return refuse("the file has version " + std::to_string(version) + " of the format, this program reads version " +
                  std::to_string(kProgramVersion) + ": compile the rulesets again");
  }
  const std::string_view payload = bytes.substr(kHeader);
  if (payload.size() < size) {
    return refuse("the file is cut short: it should have " + std::to_string(size) + " bytes after the header and has " +
                  std::to_string(payload.size()));
  }
  if (payload.size() > size) return refuse("the file has bytes after its end");
  if (Digest(payload) != digest) return refuse("the file is damaged: its digest is not that of its content");
  Program program;
  ByteReader reader(payload);
  program.Fields(reader);
  if (!reader.ok() || !reader.AtEnd()) return refuse("the file is damaged: its tables end in the wrong place");
  if (auto fault = Verify(program)) return refuse("the file does not verify: " + *fault);
  return program;
}

}  // namespace reeve
