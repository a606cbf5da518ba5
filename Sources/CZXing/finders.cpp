#include "finders.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace {

/// Half the side of the neighbourhood, in pixels: wider than three modules of what is read at the usual size.
constexpr int reach = 20;
/// Of the neighbourhood's mean, in grey levels: paper is not dark because it is uneven.
constexpr int darker = 6;

/// Whether five runs, the middle one of the pattern's, are 1 : 1 : 3 : 1 : 1.
bool is_finder(const int *runs)
{
    int sum = 0;
    for (int run = 0; run < 5; run++)
        sum += runs[run];
    if (sum < 5)
        return false;
    const double module = sum / 7.0, tolerance = 0.8 * module + 1;
    for (int run = 0; run < 5; run++)
        if (std::abs(runs[run] - module * (run == 2 ? 3 : 1)) > tolerance)
            return false;
    return true;
}

/// The same across the middle of what was found in a row.
bool is_finder_across(const std::vector<uint8_t> &pixels, int width, int height, int x, int y, int longest)
{
    int runs[5] = {0, 0, 0, 0, 0};
    auto dark = [&](int row) { return pixels[static_cast<size_t>(row) * width + x] == 0; };
    int up = y, down = y + 1;
    for (int run = 2; run >= 0; run--)
        for (; up >= 0 && dark(up) == (run != 1) && runs[run] <= longest; up--)
            runs[run]++;
    for (int run = 2; run < 5; run++)
        for (; down < height && dark(down) == (run != 3) && runs[run] <= 2 * longest; down++)
            runs[run]++;
    return is_finder(runs);
}

} // namespace

std::vector<uint8_t> finders::binarised(const uint8_t *grey, int width, int height)
{
    const size_t stride = static_cast<size_t>(width) + 1;
    std::vector<uint32_t> sums(stride * (static_cast<size_t>(height) + 1), 0);
    for (int y = 0; y < height; y++) {
        uint32_t row = 0;
        for (int x = 0; x < width; x++) {
            row += grey[static_cast<size_t>(y) * width + x];
            sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row;
        }
    }
    std::vector<uint8_t> pixels(static_cast<size_t>(width) * height);
    for (int y = 0; y < height; y++) {
        const int top = std::max(0, y - reach), bottom = std::min(height, y + reach + 1);
        for (int x = 0; x < width; x++) {
            const int left = std::max(0, x - reach), right = std::min(width, x + reach + 1);
            const uint32_t sum = sums[bottom * stride + right] - sums[top * stride + right]
                                 - sums[bottom * stride + left] + sums[top * stride + left];
            const int mean = static_cast<int>(sum / ((bottom - top) * (right - left)));
            const size_t place = static_cast<size_t>(y) * width + x;
            pixels[place] = grey[place] + darker <= mean ? 0 : 255;
        }
    }
    return pixels;
}

bool finders::exceed(const std::vector<uint8_t> &pixels, int width, int height, int limit)
{
    struct Place {
        int x, y;
    };
    std::vector<Place> found;
    std::vector<int> ends;
    for (int y = 0; y < height; y++) {
        const uint8_t *row = &pixels[static_cast<size_t>(y) * width];
        ends.clear();
        for (int x = 1; x <= width; x++)
            if (x == width || row[x] != row[x - 1])
                ends.push_back(x);
        for (size_t first = 0; first + 5 <= ends.size(); first++) {
            const int begin = first == 0 ? 0 : ends[first - 1];
            if (row[begin] != 0)
                continue;
            int runs[5];
            for (int run = 0; run < 5; run++)
                runs[run] = ends[first + run] - (run == 0 ? begin : ends[first + run - 1]);
            if (!is_finder(runs))
                continue;
            const int x = (ends[first + 1] + ends[first + 2]) / 2, length = ends[first + 4] - begin;
            if (!is_finder_across(pixels, width, height, x, y, length))
                continue;
            const int near = std::max(1, length / 4);
            // The rows of one pattern follow each other.
            const bool is_known = std::any_of(found.rbegin(), found.rend(), [&](const Place &place) {
                return std::abs(place.x - x) <= near && std::abs(place.y - y) <= near;
            });
            if (is_known)
                continue;
            found.push_back({x, y});
            if (found.size() > static_cast<size_t>(limit))
                return true;
        }
    }
    return false;
}
