internal import Foundation
internal import Vision

/// Whether the light on a face changes as it does on a face that turns.
///
/// Light that falls through leaves or bars, is thrown on an image or mirrored in it, has corners of its own. On a print
/// that is tilted they stay behind or run ahead, which no homography explains, and the flatness cue would take the print
/// for deep. So this measures how much a face whose movement was taken out grows lighter and darker *in patches*: what a
/// smooth surface does not explain. Shading is smooth, so on a turning head little is left.
enum LightChange {
    /// The other places are those that the surface explains worst: eyes that blink, lips that speak, edges.
    private static let keptShare = 0.8
    private static let rounds = 3

    /// Root mean square of the change of the logarithm of brightness that no surface of the second degree explains, times
    /// 100 (so 3 is about 3 % of the brightness): the middle one of the frames.
    ///
    /// - Parameters:
    ///   - changes: of each frame, the logarithms of its brightness less the anchor's, one for each place.
    ///   - places: in widths of the face.
    /// - Returns: nil of no frame, and if nothing can be fitted.
    static func inPercent(of changes: [[Double]], at places: [Point]) -> Double? {
        let rows = places.map(QuadraticSurface.row)
        var left: [Double] = []
        for change in changes {
            guard change.count == rows.count, let residual = residual(of: change, at: rows) else { return nil }
            left.append(residual * 100)
        }
        return left.sorted().dropFirst(left.count / 2).first
    }

    private static func residual(of values: [Double], at rows: [QuadraticSurface.Row]) -> Double? {
        var kept = Array(values.indices)
        var distances = values
        for _ in 0..<rounds {
            guard let surface = QuadraticSurface(through: kept.map { values[$0] }, at: kept.map { rows[$0] })
            else { return nil }
            distances = zip(values, rows).map { abs($0 - surface.value(at: $1)) }
            kept = Array(distances.ascendingOrder.prefix(Int(Double(values.count) * keptShare)))
        }
        let mean = kept.reduce(0) { $0 + distances[$1] * distances[$1] } / Double(kept.count)
        return mean.isFinite ? mean.squareRoot() : nil
    }
}
