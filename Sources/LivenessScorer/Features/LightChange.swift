internal import Foundation
internal import Vision

/// Whether the light on a face changes as it does on a face that turns.
///
/// Light that falls through leaves or bars, is thrown on an image or mirrored in it, has corners of its own. On a print
/// that is tilted they stay behind or run ahead, which no homography explains, and the flatness cue would take the print
/// for deep. So this measures how much the face's own points grow lighter and darker *in patches*: what a smooth surface
/// does not explain. Shading is smooth, so on a turning head little is left.
struct LightChange {
    /// Brightness is the mean of a square this far around a point, in pixels of the aligned image: 4 % of the face.
    private static let reach = 3
    /// Added to every brightness, so that the noise of dark skin counts little; in grey values.
    private static let darkest = 8.0
    /// The other points are those that the surface explains worst: eyes that blink, lips that speak, edges.
    private static let keptShare = 0.8
    private static let rounds = 3
    /// Of the face's outline, beyond which hair and background come in when the head turns.
    private static let region = 0.9

    /// Root mean square of the logarithms of brightness against the anchor's that no surface of the second degree
    /// explains, times 100 (so 3 is about 3 % of the brightness): the middle one of all frames but the anchor.
    ///
    /// - Returns: nil if nothing can be fitted.
    static func inPercent(of aligned: FaceAlignment, anchor: Int) -> Double? {
        let region = aligned.outline(of: anchor).scaled(by: Self.region)
        let places = aligned.points[anchor]
        let chosen = places.indices.filter { region.encloses(places[$0]) }
        let rows = chosen.map {
            QuadraticSurface.row(at: (places[$0] - aligned.layout.middle) * (1 / aligned.layout.faceWidth))
        }
        func brightness(in frame: Int) -> [Double] {
            chosen.map { log(aligned.images[frame].mean(around: aligned.points[frame][$0], reach: reach) + darkest) }
        }
        let before = brightness(in: anchor)
        var left: [Double] = []
        for frame in aligned.images.indices where frame != anchor {
            let changes = zip(brightness(in: frame), before).map { $0 - $1 }
            guard let residual = residual(of: changes, at: rows) else { return nil }
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
            // Indices break ties, so that the same points always give the same bits.
            kept = Array(
                values.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
                    .prefix(Int(Double(values.count) * keptShare)))
        }
        let mean = kept.reduce(0) { $0 + distances[$1] * distances[$1] } / Double(kept.count)
        return mean.isFinite ? mean.squareRoot() : nil
    }
}

/// a + b·x + c·y + d·x² + e·x·y + f·y², fitted by least squares.
struct QuadraticSurface {
    /// 1, x, y, x², x·y, y², and two zeros.
    typealias Row = SIMD8<Double>

    private static let termCount = 6
    private let terms: Row

    static func row(at point: Point) -> Row {
        Row(1, point.x, point.y, point.x * point.x, point.x * point.y, point.y * point.y, 0, 0)
    }

    /// nil if the places leave a term open.
    init?(through values: [Double], at rows: [Row]) {
        // The normal equations, the values in the seventh column.
        var equations = [Row](repeating: .zero, count: Self.termCount)
        for (row, value) in zip(rows, values) {
            var extended = row
            extended[Self.termCount] = value
            for term in 0..<Self.termCount { equations[term] += extended * row[term] }
        }
        for term in 0..<Self.termCount {
            let pivot = (term..<Self.termCount).max { abs(equations[$0][term]) < abs(equations[$1][term]) } ?? term
            equations.swapAt(term, pivot)
            guard abs(equations[term][term]) > 1e-12 else { return nil }
            for other in 0..<Self.termCount where other != term {
                equations[other] -= equations[term] * (equations[other][term] / equations[term][term])
            }
        }
        var terms = Row.zero
        for term in 0..<Self.termCount { terms[term] = equations[term][Self.termCount] / equations[term][term] }
        self.terms = terms
    }

    func value(at row: Row) -> Double { (terms * row).sum() }
}

extension [Point] {
    /// The polygon drawn in or out about the mean of its corners.
    fileprivate func scaled(by scale: Double) -> [Point] {
        let mean = reduce(Point(x: 0, y: 0)) { $0 + $1 } * (1 / Double(Swift.max(count, 1)))
        return map { mean + ($0 - mean) * scale }
    }

    /// Whether a ray from `point` leaves the polygon an odd number of times.
    fileprivate func encloses(_ point: Point) -> Bool {
        zip(self, dropFirst() + prefix(1)).count { start, end in
            (start.y > point.y) != (end.y > point.y)
                && point.x < (end.x - start.x) * (point.y - start.y) / (end.y - start.y) + start.x
        } % 2 == 1
    }
}

extension GreyImage {
    /// The mean grey value of the square around the pixel nearest to `point`, as far as it lies in the image; 0 outside.
    fileprivate func mean(around point: Point, reach: Int) -> Double {
        guard point.x.isFinite, point.y.isFinite, abs(point.x) < 1e6, abs(point.y) < 1e6 else { return 0 }
        let columns = (Int(point.x.rounded()) - reach...Int(point.x.rounded()) + reach).clamped(to: 0...size.width - 1)
        let rows = (Int(point.y.rounded()) - reach...Int(point.y.rounded()) + reach).clamped(to: 0...size.height - 1)
        var sum = 0
        for row in rows {
            for column in columns { sum += Int(pixels[row * size.width + column]) }
        }
        return Double(sum) / Double(rows.count * columns.count)
    }
}
