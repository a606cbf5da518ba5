/// A place in an image, in pixels: x runs right, y runs down, (0, 0) is the middle of the top left pixel.
public struct Point: Codable, Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }

    public static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

    public static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }

    /// Euclidean distance in pixels.
    public func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    /// The mean of the points; (0, 0) of none.
    public static func mean(of points: [Point]) -> Point {
        guard !points.isEmpty else { return Point(x: 0, y: 0) }
        var sum = Point(x: 0, y: 0)
        for point in points { sum = sum + point }
        return sum * (1 / Double(points.count))
    }
}
