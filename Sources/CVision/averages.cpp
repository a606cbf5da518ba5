#include "CVision.h"
#include "Views.hpp"

#include <opencv2/imgproc.hpp>

// Area averages with the bits of OpenCV's, which keeps its sums in memory where these stay in registers.
#pragma STDC FP_CONTRACT OFF

namespace {

typedef float float4 __attribute__((vector_size(16)));
typedef uint8_t byte4 __attribute__((vector_size(4)));

/// The source pixels under one target pixel along an axis, and the share of each.
struct Span {
    int32_t first, count;
    size_t shares;
};

/// Every target pixel's part of the source along one axis.
struct Axis {
    std::vector<Span> spans;
    std::vector<float> shares;

    Axis(int32_t source, int32_t target, double scale) {
        for (int32_t i = 0; i < target; i++) {
            const double begin = i * scale, end = begin + scale, length = std::min(scale, source - begin);
            const int32_t last = std::min(cvFloor(end), source - 1), whole = std::min(cvCeil(begin), last);
            Span span{whole, 0, shares.size()};
            if (whole - begin > 1e-3) {
                span.first--;
                shares.push_back(static_cast<float>((whole - begin) / length));
            }
            shares.insert(shares.end(), last - whole, static_cast<float>(1.0 / length));
            if (end - last > 1e-3) {
                shares.push_back(static_cast<float>(std::min(std::min(end - last, 1.0), length) / length));
            }
            span.count = static_cast<int32_t>(shares.size() - span.shares);
            spans.push_back(span);
        }
    }
};

/// The sum of pixels, each times its share. The fourth lane holds whatever comes next.
template <int loaded>
float4 sumOfPixels(const uint8_t *pixels, const float *shares, int32_t count) {
    float4 sum{};
    for (int32_t i = 0; i < count; i++) {
        byte4 bytes{};
        memcpy(&bytes, pixels + i * 3, loaded);
        sum += __builtin_convertvector(bytes, float4) * shares[i];
    }
    return sum;
}

void store(float4 value, uint8_t *to) {
    for (int channel = 0; channel < 3; channel++) to[channel] = cv::saturate_cast<uint8_t>(value[channel]);
}

/// Means of blocks of whole pixels; black outside `from`, as `average`. `Sum` holds the sum of a block's column.
template <typename Sum>
void averageBlocks(const cv::Mat &from, int32_t x, int32_t y, int32_t across, int32_t down, cv::Mat &to) {
    const int32_t channels = from.channels();
    const float share = 1.0f / (across * down);
    const int32_t first = std::max(0, x), last = std::min(from.cols, x + to.cols * across);
    std::vector<Sum> sums(static_cast<size_t>(to.cols) * across * channels);
    for (int32_t row = 0; row < to.rows; row++) {
        std::fill(sums.begin(), sums.end(), 0);
        for (int32_t line = std::max(0, y + row * down); line < std::min(from.rows, y + (row + 1) * down); line++) {
            if (first >= last) continue;
            const uint8_t *source = from.ptr(line, first);
            Sum *sum = sums.data() + (first - x) * channels;
            for (int32_t i = 0; i < (last - first) * channels; i++) sum[i] += source[i];
        }
        for (int32_t column = 0; column < to.cols; column++) {
            for (int32_t channel = 0; channel < channels; channel++) {
                const Sum *parts = sums.data() + column * across * channels + channel;
                int32_t sum = 0;
                for (int32_t i = 0; i < across; i++) sum += parts[i * channels];
                // OpenCV rounds halves up in blocks of four, to even in others.
                to.ptr(row, column)[channel] =
                    across == 2 && down == 2 ? (sum + 2) >> 2 : cv::saturate_cast<uint8_t>(sum * share);
            }
        }
    }
}

/// - Parameters `x`, `y`: where the part of which `to` shows the averages begins in `from`; black where it lies
///   outside.
void average(const cv::Mat &from, int32_t x, int32_t y, const Axis &columns, const Axis &rows, cv::Mat &to) {
    std::vector<float4> sums(to.cols);
    for (int32_t row = 0; row < to.rows; row++) {
        std::fill(sums.begin(), sums.end(), float4{});
        const Span lines = rows.spans[row];
        for (int32_t line = 0; line < lines.count; line++) {
            const int32_t sourceRow = y + lines.first + line;
            if (sourceRow < 0 || sourceRow >= from.rows) continue;
            const uint8_t *source = from.ptr(sourceRow);
            // Behind the last row there is no byte to load with a pixel.
            const auto sumOf = sourceRow + 1 < from.rows ? sumOfPixels<4> : sumOfPixels<3>;
            const float4 down = float4{} + rows.shares[lines.shares + line];
            for (int32_t column = 0; column < to.cols; column++) {
                const Span span = columns.spans[column];
                const int32_t left = x + span.first;
                const int32_t first = std::max(0, -left), last = std::min(span.count, from.cols - left);
                if (first >= last) continue;
                sums[column] +=
                    down * sumOf(
                               source + (left + first) * 3, columns.shares.data() + span.shares + first, last - first);
            }
        }
        for (int32_t column = 0; column < to.cols; column++) store(sums[column], to.ptr(row, column));
    }
}

}  // namespace

void averageAreas(const cv::Mat &from, cv::Rect part, cv::Mat &to) {
    const double across = 1.0 / (static_cast<double>(to.cols) / part.width);
    const double down = 1.0 / (static_cast<double>(to.rows) / part.height);
    const int32_t columns = cvRound(across), rows = cvRound(down);
    const bool isOfBlocks = std::abs(across - columns) < DBL_EPSILON && std::abs(down - rows) < DBL_EPSILON;
    if (isOfBlocks && rows <= 256) {
        averageBlocks<uint16_t>(from, part.x, part.y, columns, rows, to);
    } else if (isOfBlocks) {
        averageBlocks<uint32_t>(from, part.x, part.y, columns, rows, to);
    } else if (from.channels() == 1) {
        cv::resize(from(part), to, to.size(), 0, 0, cv::INTER_AREA);
    } else {
        average(from, part.x, part.y, Axis(part.width, to.cols, across), Axis(part.height, to.rows, down), to);
    }
}
