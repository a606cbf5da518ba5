internal import Vision

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
