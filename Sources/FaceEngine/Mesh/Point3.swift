public import Vision

/// A place in front of the camera: x and y in pixels of the image, z in the same unit, smaller = nearer to the camera.
public struct Point3: Codable, Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var z: Double

    /// Where the place is seen in the image.
    public var inImage: Point { Point(x: x, y: y) }

    public static func + (left: Point3, right: Point3) -> Point3 {
        Point3(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    public static func - (left: Point3, right: Point3) -> Point3 {
        Point3(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    public static func * (point: Point3, factor: Double) -> Point3 {
        Point3(x: point.x * factor, y: point.y * factor, z: point.z * factor)
    }

    public func dot(_ other: Point3) -> Double { x * other.x + y * other.y + z * other.z }

    public func cross(_ other: Point3) -> Point3 {
        Point3(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    public var length: Double { dot(self).squareRoot() }

    public func distance(to other: Point3) -> Double { (self - other).length }

    public static func mean(of points: [Point3]) -> Point3 {
        guard !points.isEmpty else { return Point3(x: 0, y: 0, z: 0) }
        var sum = Point3(x: 0, y: 0, z: 0)
        for point in points { sum = sum + point }
        return sum * (1 / Double(points.count))
    }
}
