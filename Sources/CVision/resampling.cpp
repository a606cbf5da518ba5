#include "CVision.h"
#include "Views.hpp"

#include <opencv2/imgproc.hpp>

namespace {

// OpenCV's own threads would compete with the engine's workers; every call here runs on the caller's thread.
const bool isSingleThreaded = [] {
    cv::setNumThreads(1);
    return true;
}();

int borderMode(cvision_border border) {
    return border == CVISION_BORDER_BLACK ? cv::BORDER_CONSTANT : cv::BORDER_REPLICATE;
}

}  // namespace

extern "C" {

cvision_status cvision_resize(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, source_width, source_height, channels);
        cv::Mat to = view(target, target_count, target_width, target_height, channels);
        const bool shrinks = target_width <= source_width && target_height <= source_height;
        if (shrinks) {
            averageAreas(from, cv::Rect(0, 0, source_width, source_height), to);
        } else {
            cv::resize(from, to, to.size(), 0, 0, cv::INTER_LINEAR);
        }
        return CVISION_OK;
    });
}

cvision_status cvision_resize_part(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height,
    int32_t x, int32_t y, int32_t part_width, int32_t part_height, int32_t is_bilinear,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, source_width, source_height, 3);
        cv::Mat to = view(target, target_count, target_width, target_height, 3);
        const cv::Rect part(x, y, part_width, part_height);
        const cv::Rect inside = part & cv::Rect(0, 0, source_width, source_height);
        if (part_width < 1 || part_height < 1 || part_width > 32000 || part_height > 32000 ||
            std::abs(static_cast<int64_t>(x)) > 1000000000 || std::abs(static_cast<int64_t>(y)) > 1000000000) {
            throw BadArgument();
        }
        if (!is_bilinear && target_width <= part_width && target_height <= part_height) {
            averageAreas(from, part, to);
            return CVISION_OK;
        }
        cv::Mat cut;
        if (inside == part) {
            cut = from(part);
        } else {
            cut = cv::Mat::zeros(part.size(), CV_8UC3);
            if (!inside.empty()) from(inside).copyTo(cut(inside - part.tl()));
        }
        cv::resize(cut, to, to.size(), 0, 0, cv::INTER_LINEAR);
        return CVISION_OK;
    });
}

cvision_status cvision_warp_affine(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    const double matrix[6], cvision_border border,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, source_width, source_height, channels);
        cv::Mat to = view(target, target_count, target_width, target_height, channels);
        const cv::Mat map(2, 3, CV_64F, const_cast<double *>(matrix));
        if (!cv::checkRange(map)) throw BadArgument();
        cv::warpAffine(from, to, map, to.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, borderMode(border));
        return CVISION_OK;
    });
}

cvision_status cvision_warp_perspective(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    const double matrix[9], cvision_border border,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, source_width, source_height, channels);
        cv::Mat to = view(target, target_count, target_width, target_height, channels);
        const cv::Mat map(3, 3, CV_64F, const_cast<double *>(matrix));
        if (!cv::checkRange(map)) throw BadArgument();
        cv::warpPerspective(from, to, map, to.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, borderMode(border));
        return CVISION_OK;
    });
}

cvision_status cvision_remap(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    const float *x, const float *y, size_t map_count, cvision_border border,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, source_width, source_height, channels);
        cv::Mat to = view(target, target_count, target_width, target_height, channels);
        const cv::Mat givenX = floatView(const_cast<float *>(x), map_count, target_width, target_height);
        const cv::Mat givenY = floatView(const_cast<float *>(y), map_count, target_width, target_height);
        // OpenCV turns places into 16-bit integers; what is far outside must stay outside on the way.
        cv::Mat mapX(givenX.size(), CV_32F), mapY(givenY.size(), CV_32F);
        for (size_t i = 0; i < map_count; i++) {
            const bool isFinite = std::isfinite(x[i]) && std::isfinite(y[i]);
            mapX.ptr<float>()[i] = isFinite ? std::min(std::max(x[i], -8.0f), source_width + 8.0f) : -8.0f;
            mapY.ptr<float>()[i] = isFinite ? std::min(std::max(y[i], -8.0f), source_height + 8.0f) : -8.0f;
        }
        cv::remap(from, to, mapX, mapY, cv::INTER_CUBIC, borderMode(border));
        return CVISION_OK;
    });
}

cvision_status cvision_turn(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t channels, int32_t quarter_turns,
    uint8_t *target, size_t target_count) {
    return guarded([&] {
        const bool isSideways = quarter_turns == 1 || quarter_turns == 3;
        const cv::Mat from = view(source, source_count, width, height, channels);
        cv::Mat to = view(target, target_count, isSideways ? height : width, isSideways ? width : height, channels);
        switch (quarter_turns) {
        case 1: cv::rotate(from, to, cv::ROTATE_90_CLOCKWISE); return CVISION_OK;
        case 2: cv::rotate(from, to, cv::ROTATE_180); return CVISION_OK;
        case 3: cv::rotate(from, to, cv::ROTATE_90_COUNTERCLOCKWISE); return CVISION_OK;
        default: return CVISION_BAD_ARGUMENT;
        }
    });
}

cvision_status cvision_mirror(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t channels,
    uint8_t *target, size_t target_count) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, width, height, channels);
        cv::Mat to = view(target, target_count, width, height, channels);
        cv::flip(from, to, 1);
        return CVISION_OK;
    });
}

cvision_status cvision_blur(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t channels, double sigma,
    uint8_t *target, size_t target_count) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, width, height, channels);
        cv::Mat to = view(target, target_count, width, height, channels);
        if (!(sigma > 0 && sigma < 1000)) throw BadArgument();
        cv::GaussianBlur(from, to, cv::Size(), sigma, sigma, cv::BORDER_REPLICATE);
        return CVISION_OK;
    });
}

cvision_status cvision_blur_floats(
    const float *source, size_t source_count, int32_t width, int32_t height, double sigma,
    float *target, size_t target_count) {
    return guarded([&] {
        const cv::Mat from = floatView(const_cast<float *>(source), source_count, width, height);
        cv::Mat to = floatView(target, target_count, width, height);
        if (!(sigma > 0 && sigma < 1000)) throw BadArgument();
        cv::GaussianBlur(from, to, cv::Size(), sigma, sigma, cv::BORDER_REPLICATE);
        return CVISION_OK;
    });
}

cvision_status cvision_box_mean_floats(
    const float *source, size_t source_count, int32_t width, int32_t height, int32_t side,
    float *target, size_t target_count) {
    return guarded([&] {
        const cv::Mat from = floatView(const_cast<float *>(source), source_count, width, height);
        cv::Mat to = floatView(target, target_count, width, height);
        if (side < 1 || side > 255 || side % 2 == 0) throw BadArgument();
        cv::blur(from, to, cv::Size(side, side), cv::Point(-1, -1), cv::BORDER_REPLICATE);
        return CVISION_OK;
    });
}

cvision_status cvision_grey(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, uint8_t *target, size_t target_count) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, width, height, 3);
        cv::Mat to = view(target, target_count, width, height, 1);
        cv::cvtColor(from, to, cv::COLOR_BGR2GRAY);
        return CVISION_OK;
    });
}

cvision_status cvision_floats(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t is_red_first, int32_t is_planar,
    const float mean[3], const float scale[3], float *target, size_t target_count) {
    return guarded([&] {
        view(source, source_count, width, height, 3);
        const size_t pixelCount = static_cast<size_t>(width) * static_cast<size_t>(height);
        if (target == nullptr || target_count != pixelCount * 3) throw BadArgument();
        const size_t step = is_planar ? 1 : 3;
        for (size_t channel = 0; channel < 3; channel++) {
            const uint8_t *from = source + (is_red_first ? 2 - channel : channel);
            float *to = target + (is_planar ? channel * pixelCount : channel);
            const float offset = mean[channel], factor = scale[channel];
            for (size_t i = 0; i < pixelCount; i++) to[i * step] = (static_cast<float>(from[i * 3]) - offset) * factor;
        }
        return CVISION_OK;
    });
}

cvision_status cvision_laplacian_variance(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, double *variance) {
    return guarded([&] {
        const cv::Mat from = view(source, source_count, width, height, 1);
        if (width < 3 || height < 3 || variance == nullptr) throw BadArgument();
        // Whole numbers: the sums are exact, so the answer does not depend on the order of summing.
        int64_t sum = 0, sumOfSquares = 0;
        for (int row = 1; row < height - 1; row++) {
            const uint8_t *above = from.ptr(row - 1), *here = from.ptr(row), *below = from.ptr(row + 1);
            for (int column = 1; column < width - 1; column++) {
                const int value =
                    above[column] + below[column] + here[column - 1] + here[column + 1] - 4 * here[column];
                sum += value;
                sumOfSquares += value * value;
            }
        }
        const double count = static_cast<double>(width - 2) * (height - 2);
        const double mean = static_cast<double>(sum) / count;
        *variance = static_cast<double>(sumOfSquares) / count - mean * mean;
        return CVISION_OK;
    });
}

cvision_status cvision_nearest_marked(
    const uint8_t *mask, size_t mask_count, int32_t width, int32_t height,
    float *distances, int32_t *indices, size_t target_count) {
    return guarded([&] {
        const cv::Mat marked = view(mask, mask_count, width, height, 1);
        cv::Mat distance = floatView(distances, target_count, width, height);
        if (indices == nullptr) throw BadArgument();
        if (cv::countNonZero(marked) == 0) return CVISION_NO_SOLUTION;
        cv::Mat isUnmarked = marked == 0, labels, found;
        cv::distanceTransform(isUnmarked, found, labels, cv::DIST_L2, 5, cv::DIST_LABEL_PIXEL);
        found.copyTo(distance);
        // Each marked pixel has a label of its own; turn labels into places.
        std::vector<int32_t> placeOfLabel(static_cast<size_t>(width) * height + 1, 0);
        const int32_t *label = labels.ptr<int32_t>();
        for (size_t i = 0; i < target_count; i++) {
            if (mask[i] != 0) placeOfLabel[label[i]] = static_cast<int32_t>(i);
        }
        for (size_t i = 0; i < target_count; i++) indices[i] = placeOfLabel[label[i]];
        return CVISION_OK;
    });
}

int32_t cvision_has_avx2(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
#else
    return 0;
#endif
}

}  // extern "C"
