#ifndef CZXING_FINDERS_H
#define CZXING_FINDERS_H

#include <cstdint>
#include <vector>

/// What decides how long a search for QR symbols takes: the library tries every three of the finder patterns that it sees, so a
/// page full of them would take minutes.
namespace finders {

/// 0 where a pixel is darker than its neighbourhood, 255 elsewhere. The library is then shown these very pixels.
std::vector<uint8_t> binarised(const uint8_t *grey, int width, int height);

/// Whether `pixels`, as `binarised` gives them, hold more than `limit` places that are as dark and light as a finder pattern along
/// and across, 1 : 1 : 3 : 1 : 1. More is taken for one than the library takes. Takes time in proportion to the pixels and to
/// `limit`.
bool exceed(const std::vector<uint8_t> &pixels, int width, int height, int limit);

} // namespace finders

#endif
