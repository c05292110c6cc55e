#include "tools/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compiler/diagnostics/render.h"

namespace reeve {

namespace fs = std::filesystem;

int Usage(const std::string& message) {
  fmt::print(stderr, "reeve: {}\n", message);
  return kExitUsage;
}

std::string RulesetsFolder() {
  const char* folder = std::getenv("REEVE_RULESETS");
  if (folder != nullptr && *folder != '\0') return folder;
  std::error_code code;
  const fs::path command = fs::read_symlink("/proc/self/exe", code);
  const fs::path installed = (command.parent_path() / REEVE_INSTALLED_RULESETS).lexically_normal();
  return !code && fs::is_directory(installed, code) ? installed.string() : REEVE_RULESETS_DIR;
}

bool TakeUp(const std::string& path, Library& library, std::string& why) {
  for (const auto& [name, known] : library.rulesets()) {
    std::error_code code;
    if (fs::path(path).stem() == name && fs::equivalent(path, known, code)) return true;
  }
  // One byte more than the limit is enough for the parser to say that the file is too large.
  const auto text = ReadFile(path, static_cast<size_t>(kMaxSourceBytes) * 64, why);
  if (!text) return false;
  library.AddText(path, text->substr(0, static_cast<size_t>(kMaxSourceBytes) + 1));
  const fs::path folder = fs::path(path).parent_path();
  library.AddFolder(folder.empty() ? "." : folder.string());  // what it extends may lie beside it
  return true;
}

std::optional<std::string> JoinRules(const std::vector<std::string>& arguments, Library& library, std::string& why) {
  std::string all;
  for (const std::string& argument : arguments) {
    if (argument.empty()) continue;
    if (!all.empty()) {
      const auto open = std::count(all.begin(), all.end(), '('), closed = std::count(all.begin(), all.end(), ')');
      const bool goes_on = argument.front() == '(' || argument.front() == ',' || all.back() == ',' || open > closed;
      all += goes_on ? " " : ", ";
    }
    all += argument;
  }
  // Words with a slash or ending in .reeve are paths.
  std::string out;
  for (size_t at = 0; at < all.size();) {
    size_t end = all.find_first_of(" ,()", at);
    if (end == at) {
      out += all[at++];
      continue;
    }
    end = std::min(end, all.size());
    const std::string word = all.substr(at, end - at);
    at = end;
    if (word.find('/') == std::string::npos && !word.ends_with(".reeve")) {
      out += word;
      continue;
    }
    if (!TakeUp(word, library, why)) return std::nullopt;
    const std::string name = fs::path(word).filename().string();
    out += name.ends_with(".reeve") ? name.substr(0, name.size() - 6) : name;
  }
  return out;
}

std::optional<std::string> ReadFile(const std::string& path, size_t most, std::string& why) {
  std::error_code code;
  if (fs::is_directory(path, code)) {
    why = path + ": this is a folder";
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    why = path + (fs::exists(path, code) ? ": this cannot be read" : ": there is no such file");
    return std::nullopt;
  }
  std::string text(std::min(most + 1, size_t{1} << 16), '\0');
  size_t size = 0;
  while (in.read(text.data() + size, static_cast<std::streamsize>(text.size() - size)), in.gcount() > 0) {
    size += static_cast<size_t>(in.gcount());
    if (size > most) {
      why = fmt::format("{}: this is larger than {} MB", path, most >> 20);
      return std::nullopt;
    }
    if (size == text.size()) text.resize(std::min(most + 1, text.size() * 2));
  }
  text.resize(size);
  return text;
}

bool WriteFile(const std::string& path, const std::string& text, std::string& why) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.flush();
  if (out) return true;
  why = path + ": this cannot be written";
  return false;
}

std::optional<std::vector<std::string>> FilesBelow(const std::vector<std::string>& paths,
                                                   const std::vector<std::string>& extensions, std::string& why) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code code;
    if (!fs::exists(path, code)) {
      why = path + ": there is no such file or folder";
      return std::nullopt;
    }
    if (!fs::is_directory(path, code)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> below;
    for (fs::recursive_directory_iterator at(path, code), end; !code && at != end; at.increment(code)) {
      const std::string extension = at->path().extension().string();
      if (std::find(extensions.begin(), extensions.end(), extension) == extensions.end()) continue;
      if (at->is_regular_file(code)) below.push_back(at->path().string());
    }
    if (code) {
      why = path + ": this folder cannot be read";
      return std::nullopt;
    }
    std::sort(below.begin(), below.end());
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

void PrintFindings(const Sink& findings, const SourceMap& sources) {
  RenderOptions options;
  options.colours = isatty(STDOUT_FILENO) != 0;
  const std::string text = RenderAll(findings, sources, options);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

std::string Count(int64_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string CountFindings(const Sink& findings) {
  int64_t errors = 0, warnings = 0;
  for (const Diagnostic& finding : findings.all()) {
    ++(Info(finding.code).severity == Severity::kError ? errors : warnings);
  }
  return Count(errors, "error", "errors") + ", " + Count(warnings, "warning", "warnings");
}

Progress::Progress(std::string what) : what_(std::move(what)), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  Clear();
}

void Progress::Show(int64_t done, int64_t all) {
  if (!terminal_) return;
  const auto now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count();
  if (shown_ && now - last_ < 100) return;
  last_ = now;
  shown_ = true;
  if (all > 0) fmt::print(stderr, "\r{} {} of {}\x1b[K", what_, done, all);
  else fmt::print(stderr, "\r{} {}\x1b[K", what_, done);
}

void Progress::Clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace reeve
