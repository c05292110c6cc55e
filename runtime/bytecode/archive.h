// Writing and reading of plain structs as bytes, field by field.
//
// A struct names its fields once, in `template <class A> void Fields(A& a) { a(x, y); }`; the same list writes,
// reads and digests it. Integers are little-endian of fixed width, so bytes do not depend on the machine.
// The reader never trusts a length: it stops with ok() == false where the bytes end, and asks for no more
// memory than the bytes that are left could fill.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace reeve {

class ByteWriter {
 public:
  template <class... T>
  void operator()(T&... fields) {
    (Put(fields), ...);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void Put(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      bytes_.push_back(value ? 1 : 0);
    } else if constexpr (std::is_enum_v<T>) {
      PutInteger(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_integral_v<T>) {
      PutInteger(value);
    } else {
      value.Fields(*this);
    }
  }
  template <class T>
  void PutInteger(T value) {
    auto bits = static_cast<std::make_unsigned_t<T>>(value);
    for (size_t i = 0; i < sizeof(T); ++i) {
      bytes_.push_back(static_cast<char>(bits & 0xFF));
      if constexpr (sizeof(T) > 1) bits = static_cast<decltype(bits)>(bits >> 8);
    }
  }
  void Put(std::string& text) {
    uint32_t size = static_cast<uint32_t>(text.size());
    Put(size);
    bytes_ += text;
  }
  template <class T>
  void Put(std::vector<T>& items) {
    uint32_t size = static_cast<uint32_t>(items.size());
    Put(size);
    for (auto& item : items) Put(item);
  }
  template <class T, size_t N>
  void Put(std::array<T, N>& items) {
    for (auto& item : items) Put(item);
  }
  template <size_t N>
  void Put(std::bitset<N>& bits) {
    for (size_t i = 0; i < N; i += 8) {
      unsigned byte = 0;
      for (size_t k = 0; k < 8 && i + k < N; ++k) byte |= static_cast<unsigned>(bits[i + k]) << k;
      bytes_.push_back(static_cast<char>(byte));
    }
  }
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  template <class... T>
  void operator()(T&... fields) {
    (Get(fields), ...);
  }
  bool ok() const { return ok_; }
  bool AtEnd() const { return at_ == bytes_.size(); }
  size_t at() const { return at_; }

 private:
  template <class T>
  void Get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      uint8_t byte = 0;
      GetInteger(byte);
      if (byte > 1) ok_ = false;
      value = byte != 0;
    } else if constexpr (std::is_enum_v<T>) {
      std::underlying_type_t<T> raw = 0;
      GetInteger(raw);
      value = static_cast<T>(raw);
    } else if constexpr (std::is_integral_v<T>) {
      GetInteger(value);
    } else {
      value.Fields(*this);
    }
  }
  template <class T>
  void GetInteger(T& value) {
    if (bytes_.size() - at_ < sizeof(T)) {
      ok_ = false;
      at_ = bytes_.size();
      value = 0;
      return;
    }
    std::make_unsigned_t<T> bits = 0;
    for (size_t i = 0; i < sizeof(T); ++i) {
      bits = static_cast<decltype(bits)>(bits | static_cast<decltype(bits)>(static_cast<uint8_t>(bytes_[at_ + i]))
                                                    << (8 * i));
    }
    at_ += sizeof(T);
    value = static_cast<T>(bits);
  }
  // Every item takes at least one byte, so a length above what is left is a lie.
  uint32_t GetSize() {
    uint32_t size = 0;
    GetInteger(size);
    if (size > bytes_.size() - at_) {
      ok_ = false;
      size = 0;
    }
    return size;
  }
  void Get(std::string& text) {
    const uint32_t size = GetSize();
    text.assign(bytes_.substr(at_, size));
    at_ += size;
  }
  template <class T>
  void Get(std::vector<T>& items) {
    const uint32_t size = GetSize();
    items.clear();
    for (uint32_t i = 0; i < size && ok_; ++i) {
      items.emplace_back();
      Get(items.back());
    }
  }
  template <class T, size_t N>
  void Get(std::array<T, N>& items) {
    for (auto& item : items) Get(item);
  }
  template <size_t N>
  void Get(std::bitset<N>& bits) {
    bits.reset();
    for (size_t i = 0; i < N; i += 8) {
      uint8_t byte = 0;
      GetInteger(byte);
      for (size_t k = 0; k < 8 && i + k < N; ++k) bits[i + k] = (byte >> k & 1) != 0;
    }
  }
  std::string_view bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace reeve
