#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/compile.h"
#include "compiler/syntax/parser.h"

namespace reeve {
namespace fs = std::filesystem;

namespace {

// By name. Of two files of one name the first in order of path counts, whatever order the disk gives.
template <class Iterator>
std::map<std::string, std::string> Rulesets(const std::string& folder) {
  std::map<std::string, std::string> index;
  std::error_code error;
  for (Iterator it(folder, fs::directory_options::skip_permission_denied, error), end; !error && it != end;
       it.increment(error)) {
    const fs::path& path = it->path();
    if (path.extension() != ".reeve" || !it->is_regular_file(error)) continue;
    std::string& known = index[path.stem().string()];
    if (known.empty() || path.string() < known) known = path.string();
  }
  return index;
}

}  // namespace

Library::Library(std::string folder)
    : folder_(std::move(folder)), index_(Rulesets<fs::recursive_directory_iterator>(folder_)) {}

void Library::AddFolder(const std::string& folder) {
  index_.merge(Rulesets<fs::directory_iterator>(folder));
}

void Library::AddText(std::string path, std::string text) {
  std::string name = fs::path(path).filename().string();
  if (name.ends_with(".reeve")) name.resize(name.size() - 6);
  index_[name] = path;
  texts_[std::move(path)] = std::move(text);
}

const ast::File* Library::Load(const std::string& name_or_path, Sink& sink) {
  trouble_.clear();
  std::string path = name_or_path;
  const bool is_path = name_or_path.find('/') != std::string::npos || name_or_path.ends_with(".reeve");
  if (!is_path || texts_.contains(name_or_path) == false) {
    const auto at = index_.find(name_or_path);
    if (at != index_.end()) path = at->second;
    else if (!is_path) {
      trouble_ = "There is no ruleset called \"" + name_or_path + "\".";
      return nullptr;
    }
  }
  auto known = files_.find(path);
  if (known == files_.end()) {
    std::string text;
    const auto given = texts_.find(path);
    if (given != texts_.end()) {
      text = given->second;
    } else {
      std::error_code error;
      if (!fs::is_regular_file(path, error)) {
        trouble_ = "There is no file \"" + path + "\".";
        return nullptr;
      }
      std::ifstream in(path, std::ios::binary);
      // One byte more than the limit is enough for the parser to say that the file is too large.
      text.resize(static_cast<size_t>(std::min<uintmax_t>(fs::file_size(path, error), kMaxSourceBytes + 1)));
      in.read(text.data(), static_cast<std::streamsize>(text.size()));
      if (!in && !in.eof()) {
        trouble_ = "\"" + path + "\" cannot be read.";
        return nullptr;
      }
      text.resize(static_cast<size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    }
    auto entry = std::make_unique<Entry>();
    const int32_t file = sources_.Add(path, std::move(text));
    Sink findings;
    entry->file = Parse(sources_, file, findings);
    entry->findings = findings.all();
    known = files_.emplace(path, std::move(entry)).first;
  }
  for (const Diagnostic& finding : known->second->findings) sink.Report(finding);
  return &known->second->file;
}

}  // namespace reeve
