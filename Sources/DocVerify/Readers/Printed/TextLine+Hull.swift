internal import Foundation
internal import Vision

extension TextLine {
    /// The rectangle of least area around a convex set of points, its long side taken as the text's direction, which
    /// points right (or down where the text stands). Nil for fewer than three points or points on one line.
    init?(around hull: [Point]) {
        guard hull.count >= 3 else { return nil }
        var best: (area: Double, line: TextLine)?
        for (index, start) in hull.enumerated() {
            let end = hull[(index + 1) % hull.count]
            let edge = end.distance(to: start)
            guard edge > 1e-9 else { continue }
            let direction = (end - start) * (1 / edge)
            var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
            for point in hull {
                let offset = point - start
                let x = offset.x * direction.x + offset.y * direction.y
                let y = -offset.x * direction.y + offset.y * direction.x
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            }
            let area = (right - left) * (bottom - top)
            if let best, best.area <= area { continue }
            let center =
                start + direction * ((left + right) / 2)
                + Point(x: -direction.y, y: direction.x) * ((top + bottom) / 2)
            var angle = atan2(direction.y, direction.x)
            var (length, height) = (right - left, bottom - top)
            if height > length {
                swap(&length, &height)
                angle += .pi / 2
            }
            // Into −45°…135°: upright text reads right, standing text reads down.
            while angle > 0.75 * .pi { angle -= .pi }
            while angle <= -0.25 * .pi { angle += .pi }
            best = (area, TextLine(center: center, angleInRadians: angle, length: length, height: height))
        }
        guard let best, best.line.height > 0 else { return nil }
        self = best.line
    }

    /// Grown on all sides by `margin` pixels.
    func grown(by margin: Double) -> TextLine {
        TextLine(
            center: center, angleInRadians: angleInRadians, length: length + 2 * margin, height: height + 2 * margin)
    }
}

/// The convex hull of points, counter-clockwise in a frame with y upwards (Andrew's monotone chain).
func convexHull(of points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count >= 3 else { return sorted }
    func half(_ points: some Sequence<Point>) -> [Point] {
        var chain: [Point] = []
        for point in points {
            while chain.count >= 2 {
                let (first, second) = (chain[chain.count - 2], chain[chain.count - 1])
                let turn =
                    (second.x - first.x) * (point.y - first.y) - (second.y - first.y) * (point.x - first.x)
                if turn > 0 { break }
                chain.removeLast()
            }
            chain.append(point)
        }
        return Array(chain.dropLast())
    }
    return half(sorted) + half(sorted.reversed())
}
