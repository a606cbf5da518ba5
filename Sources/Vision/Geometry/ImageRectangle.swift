/// An upright rectangle in an image, in pixels; (x, y) is its top left corner. It may reach beyond the image.
public struct ImageRectangle: Codable, Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest rectangle around the points; nil of none.
    public init?(around points: [Point]) {
        guard let first = points.first else { return nil }
        var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
        for point in points {
            left = min(left, point.x)
            right = max(right, point.x)
            top = min(top, point.y)
            bottom = max(bottom, point.y)
        }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    public var area: Double { max(0, width) * max(0, height) }

    /// The part that both share; nil where they do not overlap.
    public func intersection(with other: ImageRectangle) -> ImageRectangle? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        guard right > left, bottom > top else { return nil }
        return ImageRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Shared area divided by joint area, 0 to 1.
    public func overlap(with other: ImageRectangle) -> Double {
        guard let shared = intersection(with: other)?.area else { return 0 }
        return shared / (area + other.area - shared)
    }
}
