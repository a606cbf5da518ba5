internal import Foundation

/// How far each pixel of the comparison square has moved, in pixels, rows top to bottom.
struct Displacement: Sendable {
    var x: [Float]
    var y: [Float]

    static let none = Displacement(
        x: [Float](repeating: 0, count: ComparisonSquare.pixelCount),
        y: [Float](repeating: 0, count: ComparisonSquare.pixelCount))

    static func + (left: Displacement, right: Displacement) -> Displacement {
        Displacement(x: zip(left.x, right.x).map(+), y: zip(left.y, right.y).map(+))
    }

    /// How far from the rest a block may have gone before it counts for a quarter, in pixels.
    private static let outlierAt = 0.8
    private static let rounds = 6

    /// How much a block says: by its correlation, and the less the farther it went from where the others would have it.
    private static func weight(of match: BlockMatch, error: (x: Double, y: Double)) -> Double {
        let distance = (error.x * error.x + error.y * error.y) / (outlierAt * outlierAt)
        let correlation = max(0, match.correlation)
        return correlation * correlation / ((1 + distance) * (1 + distance))
    }

    /// Quadratic polynomials in x and y through the blocks' movements, robust against blocks that went astray; no movement
    /// where too few blocks say anything.
    init(quadraticThrough matches: [BlockMatch]) {
        let middle = Double(ComparisonSquare.side - 1) / 2
        func terms(_ x: Double, _ y: Double) -> [Double] {
            let (x, y) = ((x - middle) / middle, (y - middle) / middle)
            return [1, x, y, x * x, x * y, y * y]
        }
        let rows = matches.map { terms($0.x, $0.y) }
        var fits = (x: [Double](repeating: 0, count: 6), y: [Double](repeating: 0, count: 6))
        func dot(_ left: [Double], _ right: [Double]) -> Double {
            var sum = 0.0
            for index in 0..<6 { sum += left[index] * right[index] }
            return sum
        }
        for round in 0..<Self.rounds {
            var normal = [[Double]](repeating: [Double](repeating: 0, count: 8), count: 6)
            for (match, row) in zip(matches, rows) {
                let error =
                    round == 0
                    ? (x: 0, y: 0) : (x: match.dx - dot(fits.x, row), y: match.dy - dot(fits.y, row))
                let weight = Self.weight(of: match, error: error)
                for first in 0..<6 {
                    for second in 0..<6 { normal[first][second] += weight * row[first] * row[second] }
                    normal[first][6] += weight * row[first] * match.dx
                    normal[first][7] += weight * row[first] * match.dy
                }
            }
            guard let solved = Self.solved(normal) else {
                self = .none
                return
            }
            fits = solved
        }
        self = .none
        for row in 0..<ComparisonSquare.side {
            let v = (Double(row) - middle) / middle
            for column in 0..<ComparisonSquare.side {
                let u = (Double(column) - middle) / middle
                func value(_ fit: [Double]) -> Float {
                    Float(fit[0] + fit[1] * u + fit[2] * v + fit[3] * u * u + fit[4] * u * v + fit[5] * v * v)
                }
                let index = row * ComparisonSquare.side + column
                (x[index], y[index]) = (value(fits.x), value(fits.y))
            }
        }
    }

    /// Six equations with two right sides, by elimination with the greatest pivot; nil where they leave something open.
    private static func solved(_ equations: [[Double]]) -> (x: [Double], y: [Double])? {
        var rows = equations
        for column in 0..<6 {
            guard let pivot = (column..<6).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-9
            else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<6 where row != column {
                let factor = rows[row][column] / rows[column][column]
                for place in column..<8 { rows[row][place] -= factor * rows[column][place] }
            }
        }
        return (x: (0..<6).map { rows[$0][6] / rows[$0][$0] }, y: (0..<6).map { rows[$0][7] / rows[$0][$0] })
    }

    /// The mean of the blocks' movements around each pixel, weighted by a Gaussian of `sigma` pixels, robust against blocks
    /// that went astray.
    init(smoothThrough matches: [BlockMatch], sigma: Double) {
        // Blocks lie at whole or half pixels, so that differences of places are multiples of a half.
        let bell = (0...2 * ComparisonSquare.side).map { exp(-Double($0 * $0) / (8 * sigma * sigma)) }
        func nearness(_ match: BlockMatch, _ x: Double, _ y: Double) -> Double {
            bell[Int(abs(2 * (match.x - x)).rounded())] * bell[Int(abs(2 * (match.y - y)).rounded())]
        }
        func mean(_ nearness: [Double], _ weights: [Double]) -> (x: Double, y: Double) {
            var (sum, x, y) = (1e-9, 0.0, 0.0)
            for index in matches.indices {
                let weight = nearness[index] * weights[index]
                sum += weight
                x += weight * matches[index].dx
                y += weight * matches[index].dy
            }
            return (x / sum, y / sum)
        }
        let nearnesses = matches.map { here in matches.map { nearness($0, here.x, here.y) } }
        var weights = matches.map { Self.weight(of: $0, error: (0, 0)) }
        for _ in 1..<Self.rounds {
            weights = zip(matches, nearnesses).map { match, nearness in
                let mean = mean(nearness, weights)
                return Self.weight(of: match, error: (match.dx - mean.x, match.dy - mean.y))
            }
        }

        // So smooth a field need not be worked out at every pixel.
        let step = 4
        let (side, places) = (ComparisonSquare.side, ComparisonSquare.side / step + 1)
        let grid = (0..<places * places).map { place in
            let (x, y) = (Double(place % places * step), Double(place / places * step))
            let mean = mean(matches.map { nearness($0, x, y) }, weights)
            return SIMD2(Float(mean.x), Float(mean.y))
        }
        self = .none
        for row in 0..<side {
            for column in 0..<side {
                let corner = row / step * places + column / step
                let (across, down) = (Float(column % step) / Float(step), Float(row % step) / Float(step))
                let upper = grid[corner] + (grid[corner + 1] - grid[corner]) * across
                let lower = grid[corner + places] + (grid[corner + places + 1] - grid[corner + places]) * across
                let mean = upper + (lower - upper) * down
                (x[row * side + column], y[row * side + column]) = (mean.x, mean.y)
            }
        }
    }

    private init(x: [Float], y: [Float]) {
        self.x = x
        self.y = y
    }
}
