#include "CVision.h"
#include "Views.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

// Lucas–Kanade steps with the bits of OpenCV's, which takes the last five columns of a window one by one. Whole numbers
// may be added up in any order; the sums of floats keep OpenCV's.
#pragma STDC FP_CONTRACT OFF

namespace {

constexpr int side = trackedWindow;
/// The last eight columns of a window begin here; the first three of them belong to the sixteen before.
constexpr int tail = side - 8;
constexpr int weightBits = 14;

/// How much each of four neighbours counts, in parts of 2^14.
struct Weights {
    __m256i above, below;

    __attribute__((target("avx2"))) Weights(float x, float y) {
        const int first = cvRound((1.f - x) * (1.f - y) * (1 << weightBits));
        const int second = cvRound(x * (1.f - y) * (1 << weightBits));
        const int third = cvRound((1.f - x) * y * (1 << weightBits));
        const int last = (1 << weightBits) - first - second - third;
        above = _mm256_set1_epi32((first & 0xFFFF) | second << 16);
        below = _mm256_set1_epi32((third & 0xFFFF) | last << 16);
    }
};

/// Sixteen numbers between four neighbours each, rounded off by `bits`.
template <int bits>
__attribute__((target("avx2"), always_inline)) inline __m256i between(
    __m256i a, __m256i b, __m256i c, __m256i d, const Weights &weights) {
    const __m256i half = _mm256_set1_epi32(1 << (bits - 1));
    const __m256i low = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weights.above),
        _mm256_madd_epi16(_mm256_unpacklo_epi16(c, d), weights.below));
    const __m256i high = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weights.above),
        _mm256_madd_epi16(_mm256_unpackhi_epi16(c, d), weights.below));
    return _mm256_packs_epi32(
        _mm256_srai_epi32(_mm256_add_epi32(low, half), bits), _mm256_srai_epi32(_mm256_add_epi32(high, half), bits));
}

/// Grey values of sixteen columns, times 32.
__attribute__((target("avx2"), always_inline)) inline __m256i greys(
    const uint8_t *from, size_t step, const Weights &weights) {
    const auto load = [](const uint8_t *at) __attribute__((target("avx2"), always_inline)) {
        return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i *>(at)));
    };
    return between<weightBits - 5>(load(from), load(from + 1), load(from + step), load(from + step + 1), weights);
}

/// The same of eight columns.
__attribute__((target("avx2"), always_inline)) inline __m128i tailGreys(
    const uint8_t *from, size_t step, const Weights &weights) {
    const auto load = [](const uint8_t *at) __attribute__((target("avx2"), always_inline)) {
        return _mm256_castsi128_si256(_mm_cvtepu8_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(at))));
    };
    return _mm256_castsi256_si128(
        between<weightBits - 5>(load(from), load(from + 1), load(from + step), load(from + step + 1), weights));
}

/// x and y of the gradients of eight columns in turn.
__attribute__((target("avx2"), always_inline)) inline __m256i gradients(
    const int16_t *from, size_t step, const Weights &weights) {
    const auto load = [](const int16_t *at) __attribute__((target("avx2"), always_inline)) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(at));
    };
    return between<weightBits>(load(from), load(from + 2), load(from + step), load(from + step + 2), weights);
}

/// A window of the first image, as the steps need it.
struct Window {
    __m256i grey[side], x[side], y[side];
    __m128i tailGrey[side];
    __m256i tailX[side], tailY[side];
    float xx = 0, xy = 0, yy = 0;

    __attribute__((target("avx2"))) Window(
        const uint8_t *image, size_t step, const int16_t *slopes, size_t slopeStep, const Weights &weights) {
        __m128 sumXX = _mm_setzero_ps(), sumXY = _mm_setzero_ps(), sumYY = _mm_setzero_ps();
        for (int row = 0; row < side; row++, image += step, slopes += slopeStep) {
            grey[row] = greys(image, step, weights);
            tailGrey[row] = tailGreys(image + tail, step, weights);
            __m128i pairsX[2], pairsY[2];
            for (int block = 0; block < 2; block++) {
                const __m256i slope = gradients(slopes + block * 16, slopeStep, weights);
                const __m128i four[2] = {_mm256_castsi256_si128(slope), _mm256_extracti128_si256(slope, 1)};
                for (const __m128i part : four) {
                    const __m128 across = _mm_cvtepi32_ps(_mm_srai_epi32(_mm_slli_epi32(part, 16), 16));
                    const __m128 down = _mm_cvtepi32_ps(_mm_srai_epi32(part, 16));
                    sumXX = _mm_add_ps(sumXX, _mm_mul_ps(across, across));
                    sumXY = _mm_add_ps(sumXY, _mm_mul_ps(across, down));
                    sumYY = _mm_add_ps(sumYY, _mm_mul_ps(down, down));
                }
                const __m128 low = _mm_castsi128_ps(_mm_unpacklo_epi16(four[0], four[1]));
                const __m128 high = _mm_castsi128_ps(_mm_unpackhi_epi16(four[0], four[1]));
                pairsX[block] = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
                pairsY[block] = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)));
            }
            x[row] = _mm256_set_m128i(pairsX[1], pairsX[0]);
            y[row] = _mm256_set_m128i(pairsY[1], pairsY[0]);
            const __m256i slope = gradients(slopes + tail * 2, slopeStep, weights);
            tailX[row] = _mm256_and_si256(slope, _mm256_set1_epi32(0xFFFF));
            tailY[row] = _mm256_srli_epi32(slope, 16);
            int16_t numbers[16];
            _mm256_storeu_si256(reinterpret_cast<__m256i *>(numbers), slope);
            for (int column = 3; column < 8; column++) {
                const int across = numbers[column * 2], down = numbers[column * 2 + 1];
                xx += static_cast<float>(across * across);
                xy += static_cast<float>(across * down);
                yy += static_cast<float>(down * down);
            }
        }
        xx += sum(sumXX);
        xy += sum(sumXY);
        yy += sum(sumYY);
    }

    static float sum(__m128 values) { return (values[0] + values[2]) + (values[1] + values[3]); }

    /// The products of gradients and differences to a window of the second image, added up: for x and for y.
    __attribute__((target("avx2"))) cv::Point2f mismatch(
        const uint8_t *image, size_t step, const Weights &weights) const {
        // Columns p and p + 4 of each eight beside each other.
        const __m256i paired = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
        __m256 sums = _mm256_setzero_ps();
        cv::Point2f total(0, 0);
        for (int row = 0; row < side; row++, image += step) {
            const __m256i difference =
                _mm256_shuffle_epi8(_mm256_sub_epi16(greys(image, step, weights), grey[row]), paired);
            const __m256i productX = _mm256_madd_epi16(difference, x[row]);
            const __m256i productY = _mm256_madd_epi16(difference, y[row]);
            sums = _mm256_add_ps(sums, _mm256_cvtepi32_ps(_mm256_permute2x128_si256(productX, productY, 0x20)));
            sums = _mm256_add_ps(sums, _mm256_cvtepi32_ps(_mm256_permute2x128_si256(productX, productY, 0x31)));
            const __m256i rest = _mm256_cvtepi16_epi32(
                _mm_sub_epi16(tailGreys(image + tail, step, weights), tailGrey[row]));
            float across[8], down[8];
            _mm256_storeu_ps(across, _mm256_cvtepi32_ps(_mm256_madd_epi16(rest, tailX[row])));
            _mm256_storeu_ps(down, _mm256_cvtepi32_ps(_mm256_madd_epi16(rest, tailY[row])));
            for (int column = 3; column < 8; column++) {
                total.x += across[column];
                total.y += down[column];
            }
        }
        total.x += sum(_mm256_castps256_ps128(sums));
        total.y += sum(_mm256_extractf128_ps(sums, 1));
        return total;
    }
};

/// One point on one level: `next` is where the search begins and where it ends. False for a point that is lost, if this
/// is the last level.
__attribute__((target("avx2"))) bool follow(
    const cv::Mat &first, const cv::Mat &slopes, const cv::Mat &second, cv::Point2f from, cv::Point2f &next,
    int rounds, double precision) {
    const cv::Point2f half((side - 1) * 0.5f, (side - 1) * 0.5f);
    const float scale = 1.f / (1 << 20);
    const auto isAway = [&](cv::Point2i at) {
        return at.x < -side || at.x >= second.cols || at.y < -side || at.y >= second.rows;
    };
    from -= half;
    const cv::Point2i corner(cvFloor(from.x), cvFloor(from.y));
    if (isAway(corner)) return false;
    const auto step = static_cast<ptrdiff_t>(first.step), slopeStep = static_cast<ptrdiff_t>(slopes.step1());
    const Window window(
        first.data + corner.y * step + corner.x, step,
        reinterpret_cast<const int16_t *>(slopes.data) + corner.y * slopeStep + corner.x * 2, slopeStep,
        Weights(from.x - corner.x, from.y - corner.y));
    const float xx = window.xx * scale, xy = window.xy * scale, yy = window.yy * scale;
    float determinant = xx * yy - xy * xy;
    const float least = (yy + xx - std::sqrt((xx - yy) * (xx - yy) + 4.f * xy * xy)) / (2 * side * side);
    if (least < 1e-4f || determinant < FLT_EPSILON) return false;
    determinant = 1.f / determinant;

    cv::Point2f place = next - half, before;
    for (int round = 0; round < rounds; round++) {
        const cv::Point2i at(cvFloor(place.x), cvFloor(place.y));
        if (isAway(at)) return false;
        const auto secondStep = static_cast<ptrdiff_t>(second.step);
        const cv::Point2f mismatch = window.mismatch(
            second.data + at.y * secondStep + at.x, secondStep, Weights(place.x - at.x, place.y - at.y)) * scale;
        const cv::Point2f delta(
            (xy * mismatch.y - yy * mismatch.x) * determinant, (xy * mismatch.x - xx * mismatch.y) * determinant);
        place += delta;
        next = place + half;
        if (delta.ddot(delta) <= precision * precision) break;
        if (round > 0 && std::abs(delta.x + before.x) < 0.01 && std::abs(delta.y + before.y) < 0.01) {
            next -= delta * 0.5f;
            break;
        }
        before = delta;
    }
    const cv::Point2f end = next - half;
    return !isAway(cv::Point2i(cvFloor(end.x), cvFloor(end.y)));
}

}  // namespace

void trackWindows(
    const std::vector<cv::Mat> &from, const std::vector<cv::Mat> &to, const std::vector<cv::Point2f> &starts,
    int rounds, double precision, std::vector<cv::Point2f> &ends, std::vector<uint8_t> &found) {
    ends.resize(starts.size());
    found.assign(starts.size(), 0);
    const int levels = static_cast<int>(to.size());
    for (size_t i = 0; i < starts.size(); i++) {
        for (int level = levels - 1; level >= 0; level--) {
            const cv::Point2f start = starts[i] * static_cast<float>(1. / (1 << level));
            ends[i] = level == levels - 1 ? start : ends[i] * 2.f;
            found[i] = follow(
                from[level * 2], from[level * 2 + 1], to[level], start, ends[i], rounds, precision);
        }
    }
}

#else

void trackWindows(
    const std::vector<cv::Mat> &, const std::vector<cv::Mat> &, const std::vector<cv::Point2f> &, int, double,
    std::vector<cv::Point2f> &, std::vector<uint8_t> &) {
    throw BadArgument();
}

#endif
