internal import Foundation

/// A map of the plane that keeps lines parallel: (x, y) → (a·x + b·y + tx, c·x + d·y + ty).
public struct AffineTransform: Codable, Equatable, Sendable {
    public var a: Double
    public var b: Double
    public var tx: Double
    public var c: Double
    public var d: Double
    public var ty: Double

    public init(a: Double, b: Double, tx: Double, c: Double, d: Double, ty: Double) {
        self.a = a
        self.b = b
        self.tx = tx
        self.c = c
        self.d = d
        self.ty = ty
    }

    /// The similarity (rotation, one scale, shift; neither shear nor reflection) that maps `from` to `to` with the least
    /// sum of squared distances. Nil for fewer than two points, lists of different length, or points all in one place.
    public static func similarity(from: [Point], to: [Point]) -> AffineTransform? {
        guard from.count == to.count, from.count >= 2 else { return nil }
        let fromMean = Point.mean(of: from)
        let toMean = Point.mean(of: to)
        var spread = 0.0
        var along = 0.0
        var across = 0.0
        for (source, target) in zip(from, to) {
            let p = source - fromMean
            let q = target - toMean
            spread += p.x * p.x + p.y * p.y
            along += p.x * q.x + p.y * q.y
            across += p.x * q.y - p.y * q.x
        }
        guard spread > 0, spread.isFinite, along.isFinite, across.isFinite else { return nil }
        let cosine = along / spread
        let sine = across / spread
        return AffineTransform(
            a: cosine, b: -sine, tx: toMean.x - cosine * fromMean.x + sine * fromMean.y,
            c: sine, d: cosine, ty: toMean.y - sine * fromMean.x - cosine * fromMean.y)
    }

    /// A shift by (x, y) pixels.
    public static func translation(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: 1, b: 0, tx: x, c: 0, d: 1, ty: y)
    }

    /// A turn about `center` that carries the x axis towards the y axis (clockwise as seen), then a scaling about it.
    public static func rotation(byRadians angle: Double, scale: Double = 1, about center: Point) -> AffineTransform {
        let cosine = cos(angle) * scale
        let sine = sin(angle) * scale
        return AffineTransform(
            a: cosine, b: -sine, tx: center.x - cosine * center.x + sine * center.y,
            c: sine, d: cosine, ty: center.y - sine * center.x - cosine * center.y)
    }

    public func apply(_ point: Point) -> Point {
        Point(x: a * point.x + b * point.y + tx, y: c * point.x + d * point.y + ty)
    }

    /// The square root of the factor by which areas grow: the scale, for a similarity.
    public var scale: Double { abs(a * d - b * c).squareRoot() }

    /// The map back; nil where this one flattens the plane.
    public var inverse: AffineTransform? {
        let determinant = a * d - b * c
        guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
        let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
        return AffineTransform(a: ia, b: ib, tx: -(ia * tx + ib * ty), c: ic, d: id, ty: -(ic * tx + id * ty))
    }

    /// First this map, then `next`.
    public func then(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: next.a * a + next.b * c, b: next.a * b + next.b * d, tx: next.a * tx + next.b * ty + next.tx,
            c: next.c * a + next.d * c, d: next.c * b + next.d * d, ty: next.c * tx + next.d * ty + next.ty)
    }
}
