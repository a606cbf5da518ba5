internal import Foundation
internal import Vision

/// How well a map between two views of the same points explains where they went.
enum PlaneResiduals {
    /// The share of the points that the second fit leaves out: the worst of the first, most of them tracks that slipped.
    /// With 10 % prints and heads separate; with none a single lost point can outweigh a face.
    static let trimmedShare = 0.1

    /// What is left after the best similarity (rotation, one scale, shift): large where anything has turned in space.
    ///
    /// - Returns: root mean square distance in the unit of the points, nil if no map can be fitted.
    static func ofSimilarity(from: [Point], to: [Point]) -> Double? {
        trimmed(from: from, to: to) { from, to in
            AffineTransform.similarity(from: from, to: to).map { map in map.apply }
        }
    }

    /// What is left after the best homography over all points: small where the points lie in one plane, however it
    /// turned. Never a robust fit, which would take a part of the face for the plane and the nose for its outliers.
    static func ofHomography(from: [Point], to: [Point]) -> Double? {
        trimmed(from: from, to: to) { from, to in
            Homography.leastSquares(from: from, to: to).map { map in map.apply }
        }
    }

    /// Fits, leaves out the worst tenth, fits again, and measures what the second fit was made of.
    private static func trimmed(
        from: [Point], to: [Point], fit: ([Point], [Point]) -> ((Point) -> Point)?
    ) -> Double? {
        guard from.count == to.count, let first = fit(from, to) else { return nil }
        let distances = zip(from, to).map { first($0).distance(to: $1) }
        var isKept = [Bool](repeating: true, count: from.count)
        for worst in distances.ascendingOrder.suffix(Int(Double(from.count) * trimmedShare)) { isKept[worst] = false }
        let kept = isKept.indices.filter { isKept[$0] }
        let keptFrom = kept.map { from[$0] }
        let keptTo = kept.map { to[$0] }
        guard let second = fit(keptFrom, keptTo) else { return nil }
        let squares = zip(keptFrom, keptTo).map { source, target in
            let distance = second(source).distance(to: target)
            return distance * distance
        }
        let residual = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
        return residual.isFinite ? residual : nil
    }
}
