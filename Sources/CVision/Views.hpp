#pragma once

#include "CVision.h"

#include <cmath>
#include <new>
#include <opencv2/core.hpp>
#include <vector>

/// Thrown inside a guarded call when lengths and parameters do not fit.
struct BadArgument {};

/// Runs `body`; nothing that it throws gets out.
template <typename Body>
cvision_status guarded(Body body) noexcept {
    try {
        return body();
    } catch (const BadArgument &) {
        return CVISION_BAD_ARGUMENT;
    } catch (...) {
        return CVISION_FAILED;
    }
}

/// A view of the caller's bytes as a matrix; owns nothing. OpenCV's warps count sides in 16 bits.
inline cv::Mat view(const uint8_t *bytes, size_t byteCount, int32_t width, int32_t height, int32_t channels) {
    if (bytes == nullptr || width <= 0 || height <= 0 || width > 32000 || height > 32000 ||
        (channels != 1 && channels != 3) ||
        byteCount != static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(channels)) {
        throw BadArgument();
    }
    return cv::Mat(height, width, CV_8UC(channels), const_cast<uint8_t *>(bytes));
}

inline cv::Mat floatView(float *values, size_t count, int32_t width, int32_t height) {
    if (values == nullptr || width <= 0 || height <= 0 || width > 32000 || height > 32000 ||
        count != static_cast<size_t>(width) * static_cast<size_t>(height)) {
        throw BadArgument();
    }
    return cv::Mat(height, width, CV_32F, values);
}

/// Area averages of a part of `from` that is no smaller than `to`. Of three channels it may lie outside, where it is
/// black.
void averageAreas(const cv::Mat &from, cv::Rect part, cv::Mat &to);

/// The side of the windows that `trackWindows` follows.
constexpr int trackedWindow = 21;

/// What `cv::calcOpticalFlowPyrLK` gives, to the bit, in half of the time. Only where there is AVX2.
/// - Parameters `from`, `to`: pyramids by `cv::buildOpticalFlowPyramid`, the first with gradients.
void trackWindows(
    const std::vector<cv::Mat> &from, const std::vector<cv::Mat> &to, const std::vector<cv::Point2f> &starts,
    int rounds, double precision, std::vector<cv::Point2f> &ends, std::vector<uint8_t> &found);
