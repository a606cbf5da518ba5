#include "CVision.h"
#include "Views.hpp"

#include <map>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>

extern "C" {

cvision_status cvision_corners(
    const uint8_t *grey, size_t grey_count, int32_t width, int32_t height,
    const float *polygon, size_t polygon_count, int32_t maximum, double quality, double minimum_distance,
    int32_t block_size, float *points, size_t point_capacity, size_t *found) {
    return guarded([&] {
        const cv::Mat image = view(grey, grey_count, width, height, 1);
        if (maximum <= 0 || points == nullptr || found == nullptr ||
            point_capacity < static_cast<size_t>(maximum) * 2 || !(quality > 0) || !(minimum_distance >= 0) ||
            block_size < 1 || block_size > 63) {
            throw BadArgument();
        }
        cv::Mat mask;
        if (polygon_count > 0) {
            mask = cv::Mat::zeros(image.size(), CV_8U);
            std::vector<cv::Point> outline;
            for (size_t i = 0; i < polygon_count; i++) {
                const float x = polygon[i * 2], y = polygon[i * 2 + 1];
                if (!std::isfinite(x) || !std::isfinite(y)) throw BadArgument();
                outline.emplace_back(
                    cvRound(std::min(std::max(x, -32000.0f), 32000.0f)),
                    cvRound(std::min(std::max(y, -32000.0f), 32000.0f)));
            }
            cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{outline}, cv::Scalar(255));
        }
        std::vector<cv::Point2f> corners;
        cv::goodFeaturesToTrack(image, corners, maximum, quality, minimum_distance, mask, block_size);
        *found = corners.size();
        for (size_t i = 0; i < corners.size(); i++) {
            points[i * 2] = corners[i].x;
            points[i * 2 + 1] = corners[i].y;
        }
        return CVISION_OK;
    });
}

cvision_status cvision_track(
    const uint8_t *from, size_t from_count, const uint8_t *to, size_t to_count, int32_t width, int32_t height,
    const float *points, size_t point_count, int32_t window, int32_t levels, int32_t rounds, double precision,
    float *tracked, uint8_t *is_found) {
    return guarded([&] {
        const cv::Mat first = view(from, from_count, width, height, 1);
        const cv::Mat second = view(to, to_count, width, height, 1);
        if (window < 3 || window > 101 || levels < 0 || levels > 8 || rounds < 1 || rounds > 1000 ||
            !(precision > 0)) {
            throw BadArgument();
        }
        if (point_count == 0) return CVISION_OK;
        if (points == nullptr || tracked == nullptr || is_found == nullptr) throw BadArgument();
        std::vector<cv::Point2f> starts(point_count), ends;
        for (size_t i = 0; i < point_count; i++) {
            starts[i] = cv::Point2f(points[i * 2], points[i * 2 + 1]);
            if (!std::isfinite(starts[i].x) || !std::isfinite(starts[i].y)) throw BadArgument();
        }
        std::vector<uchar> found;
        const cv::Size size(window, window);
        if (window == trackedWindow && cvision_has_avx2()) {
            std::vector<cv::Mat> pyramid, next;
            cv::buildOpticalFlowPyramid(first, pyramid, size, levels, true);
            cv::buildOpticalFlowPyramid(second, next, size, levels, false);
            trackWindows(pyramid, next, starts, std::min(rounds, 100), std::min(precision, 10.0), ends, found);
        } else {
            std::vector<float> errors;
            cv::calcOpticalFlowPyrLK(
                first, second, starts, ends, found, errors, size, levels,
                cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, rounds, precision));
        }
        for (size_t i = 0; i < point_count; i++) {
            tracked[i * 2] = ends[i].x;
            tracked[i * 2 + 1] = ends[i].y;
            is_found[i] = found[i] && std::isfinite(ends[i].x) && std::isfinite(ends[i].y) ? 1 : 0;
        }
        return CVISION_OK;
    });
}

cvision_status cvision_align(
    const uint8_t *from, size_t from_count, const uint8_t *to, size_t to_count, int32_t width, int32_t height,
    float *flow, size_t flow_count, float *aligned, size_t aligned_count) {
    return guarded([&] {
        const cv::Mat first = view(from, from_count, width, height, 1);
        const cv::Mat second = view(to, to_count, width, height, 1);
        // The coarsest level must hold a patch of 8 pixels.
        if (width < 24 || height < 24 || flow == nullptr || flow_count != from_count * 2) throw BadArgument();
        cv::Mat result = floatView(aligned, aligned_count, width, height);
        // A search keeps its buffers, a few megabytes, which to make anew costs 3 to 20 % of its time.
        static thread_local const auto search = cv::DISOpticalFlow::create(cv::DISOpticalFlow::PRESET_MEDIUM);
        cv::Mat field(height, width, CV_32FC2, flow);
        field.setTo(0);
        search->calc(first, second, field);
        if (field.data != reinterpret_cast<uchar *>(flow)) field.copyTo(cv::Mat(height, width, CV_32FC2, flow));
        cv::Mat places(height, width, CV_32FC2), values;
        for (int32_t y = 0; y < height; y++) {
            const cv::Vec2f *step = reinterpret_cast<const cv::Vec2f *>(flow) + static_cast<size_t>(y) * width;
            cv::Vec2f *place = places.ptr<cv::Vec2f>(y);
            for (int32_t x = 0; x < width; x++) {
                // OpenCV turns places into 16-bit integers; what is far outside must stay outside on the way.
                const float u = x + step[x][0], v = y + step[x][1];
                place[x][0] = std::isfinite(u) ? std::min(std::max(u, -8.0f), width + 8.0f) : -8.0f;
                place[x][1] = std::isfinite(v) ? std::min(std::max(v, -8.0f), height + 8.0f) : -8.0f;
            }
        }
        second.convertTo(values, CV_32F);
        cv::remap(values, result, places, cv::noArray(), cv::INTER_CUBIC, cv::BORDER_REPLICATE);
        return CVISION_OK;
    });
}

cvision_status cvision_homography(const double *from, const double *to, size_t point_count, double matrix[9]) {
    return guarded([&] {
        if (from == nullptr || to == nullptr || matrix == nullptr || point_count < 4 || point_count > 1000000) {
            throw BadArgument();
        }
        std::vector<cv::Point2d> sources(point_count), targets(point_count);
        for (size_t i = 0; i < point_count; i++) {
            sources[i] = cv::Point2d(from[i * 2], from[i * 2 + 1]);
            targets[i] = cv::Point2d(to[i * 2], to[i * 2 + 1]);
        }
        const cv::Mat found = cv::findHomography(sources, targets, 0);
        if (found.rows != 3 || found.cols != 3 || found.type() != CV_64F || !cv::checkRange(found)) {
            return CVISION_NO_SOLUTION;
        }
        for (int i = 0; i < 9; i++) matrix[i] = found.at<double>(i / 3, i % 3);
        return CVISION_OK;
    });
}

cvision_status cvision_triangulate(
    const float *points, size_t point_count, float width, float height,
    int32_t *indices, size_t capacity, size_t *written) {
    return guarded([&] {
        if (points == nullptr || indices == nullptr || written == nullptr || point_count < 3 || point_count > 100000 ||
            !(width > 0 && width < 32000) || !(height > 0 && height < 32000)) {
            throw BadArgument();
        }
        // The subdivision's outer corners must lie far away, else they steal triangles from the hull.
        const int margin = static_cast<int>(4 * std::max(width, height)) + 1;
        cv::Subdiv2D subdivision(cv::Rect(
            -margin, -margin, static_cast<int>(width) + 2 * margin, static_cast<int>(height) + 2 * margin));
        std::map<int, int32_t> indexOfVertex;
        for (size_t i = 0; i < point_count; i++) {
            const float x = points[i * 2], y = points[i * 2 + 1];
            if (!(x >= 0 && x <= width && y >= 0 && y <= height)) throw BadArgument();
            indexOfVertex.emplace(subdivision.insert(cv::Point2f(x, y)), static_cast<int32_t>(i));
        }
        std::vector<int> leadingEdges;
        subdivision.getLeadingEdgeList(leadingEdges);
        size_t count = 0;
        for (const int edge : leadingEdges) {
            int vertices[3];
            int current = edge;
            for (int corner = 0; corner < 3; corner++) {
                vertices[corner] = subdivision.edgeOrg(current);
                current = subdivision.getEdge(current, cv::Subdiv2D::NEXT_AROUND_LEFT);
            }
            int32_t triangle[3];
            bool isInside = true;
            for (int corner = 0; corner < 3; corner++) {
                const auto found = indexOfVertex.find(vertices[corner]);
                isInside = isInside && found != indexOfVertex.end();
                if (isInside) triangle[corner] = found->second;
            }
            if (!isInside) continue;
            if (capacity - count < 3) throw BadArgument();
            for (const int32_t index : triangle) indices[count++] = index;
        }
        *written = count;
        return CVISION_OK;
    });
}

}  // extern "C"
