internal import CVision

/// A map of the plane that keeps lines straight, as seen by a camera that looks at a plane from two places:
/// (x, y) → ((m₀x + m₁y + m₂) / w, (m₃x + m₄y + m₅) / w) with w = m₆x + m₇y + m₈.
public struct Homography: Codable, Equatable, Sendable {
    /// The nine numbers, row by row.
    public let values: [Double]

    /// - Parameter values: nine numbers, row by row.
    public init(values: [Double]) {
        precondition(values.count == 9)
        self.values = values
    }

    public init(_ transform: AffineTransform) {
        self.init(values: [
            transform.a, transform.b, transform.tx, transform.c, transform.d, transform.ty, 0, 0, 1,
        ])
    }

    /// The homography that maps `from` to `to` with the least squared error over all points (OpenCV's `findHomography`
    /// without outlier removal: a linear solution, then refined). Nil for fewer than four points, lists of different
    /// length, or points that do not fix one.
    public static func leastSquares(from: [Point], to: [Point]) -> Homography? {
        guard from.count == to.count, from.count >= 4 else { return nil }
        var values = [Double](repeating: 0, count: 9)
        let status = cvision_homography(
            from.flatMap { [$0.x, $0.y] }, to.flatMap { [$0.x, $0.y] }, from.count, &values)
        guard status == CVISION_OK else { return nil }
        return Homography(values: values)
    }

    /// Where the point goes; not finite for a point on the horizon.
    public func apply(_ point: Point) -> Point {
        let w = values[6] * point.x + values[7] * point.y + values[8]
        return Point(
            x: (values[0] * point.x + values[1] * point.y + values[2]) / w,
            y: (values[3] * point.x + values[4] * point.y + values[5]) / w)
    }

    /// The map back; nil where this one flattens the plane.
    public var inverse: Homography? {
        let m = values
        let cofactors = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
        guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
        return Homography(values: cofactors.map { $0 / determinant })
    }

    /// First this map, then `next`.
    public func then(_ next: Homography) -> Homography {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for inner in 0..<3 {
                    product[row * 3 + column] += next.values[row * 3 + inner] * values[inner * 3 + column]
                }
            }
        }
        return Homography(values: product)
    }
}
