internal import Vision

/// Where a block of one square is found again in another.
struct BlockMatch: Sendable {
    /// The block's middle, in pixels.
    let x: Double
    let y: Double
    /// How far it went, in fractions of pixels.
    let dx: Double
    let dy: Double
    /// −1 to 1, at the best whole pixel.
    let correlation: Double

    /// Looks for the blocks of `fixed` whose middle lies in the mask, each where it correlates best with `moving`, no farther
    /// than `reach` pixels away. Blocks without contrast are left out.
    /// - Parameter block: side of a block, at most 16 pixels.
    static func all(
        of fixed: FloatPlane, in moving: FloatPlane, mask: [Bool], block: Int, step: Int, reach: Int
    ) -> [BlockMatch] {
        let side = ComparisonSquare.side
        let field = PaddedField(moving)
        var matches: [BlockMatch] = []
        var pattern = [Float](repeating: 0, count: PaddedField.width * block)
        var correlations = [Float](repeating: -1, count: (2 * reach + 1) * (2 * reach + 1))
        for top in stride(from: 0, through: side - block, by: step) {
            for left in stride(from: 0, through: side - block, by: step)
            where mask[(top + block / 2) * side + left + block / 2] {
                let contrast = cut(fixed, left: left, top: top, block: block, into: &pattern)
                guard contrast > 1e-3 else { continue }
                var best = (correlation: Float(-2), right: 0, down: 0)
                for down in -reach...reach {
                    for right in -reach...reach {
                        let place = (down + reach) * (2 * reach + 1) + right + reach
                        correlations[place] = -2
                        let (column, row) = (left + right, top + down)
                        guard column >= 0, row >= 0, column + block <= side, row + block <= side else { continue }
                        let found = field.correlation(
                            with: pattern, contrast: contrast, left: column, top: row, block: block)
                        correlations[place] = found
                        if found > best.correlation { best = (found, right, down) }
                    }
                }
                guard best.correlation > -2 else { continue }
                func around(_ right: Int, _ down: Int) -> Float? {
                    guard abs(right) <= reach, abs(down) <= reach else { return nil }
                    let found = correlations[(down + reach) * (2 * reach + 1) + right + reach]
                    return found > -2 ? found : nil
                }
                let across = vertex(
                    around(best.right - 1, best.down), best.correlation, around(best.right + 1, best.down))
                let along = vertex(
                    around(best.right, best.down - 1), best.correlation, around(best.right, best.down + 1))
                let half = Double(block - 1) / 2
                matches.append(
                    BlockMatch(
                        x: Double(left) + half, y: Double(top) + half, dx: Double(best.right) + across,
                        dy: Double(best.down) + along, correlation: Double(best.correlation)))
            }
        }
        return matches
    }

    /// A block less its mean, in rows of `PaddedField.width` numbers, 0 beyond the block.
    /// - Returns: its length as a vector.
    private static func cut(_ plane: FloatPlane, left: Int, top: Int, block: Int, into pattern: inout [Float]) -> Float
    {
        var sum: Float = 0
        for row in 0..<block {
            for column in 0..<block {
                let value = plane.values[(top + row) * plane.size.width + left + column]
                pattern[row * PaddedField.width + column] = value
                sum += value
            }
        }
        let mean = sum / Float(block * block)
        var squares: Float = 0
        for row in 0..<block {
            for column in 0..<PaddedField.width {
                let index = row * PaddedField.width + column
                pattern[index] = column < block ? pattern[index] - mean : 0
                squares += pattern[index] * pattern[index]
            }
        }
        return squares.squareRoot()
    }

    /// Where a parabola through three neighbours has its top, −½ to ½ from the middle one.
    private static func vertex(_ before: Float?, _ middle: Float, _ after: Float?) -> Double {
        guard let before, let after else { return 0 }
        let curvature = Double(before) - 2 * Double(middle) + Double(after)
        guard curvature < -1e-6 else { return 0 }
        return min(max((Double(before) - Double(after)) / (2 * curvature), -0.5), 0.5)
    }
}

/// The square that blocks are looked for in, laid out so that correlating a block at any place is a few vector operations.
private struct PaddedField {
    /// Of a block's row, in numbers.
    static let width = 16
    private static let stride = ComparisonSquare.side + width

    private let values: [Float]
    /// Sums over everything above and to the left, of values and of squares.
    private let sums: [Double]
    private let squares: [Double]

    init(_ plane: FloatPlane) {
        let side = ComparisonSquare.side
        var values = [Float](repeating: 0, count: side * Self.stride)
        var sums = [Double](repeating: 0, count: (side + 1) * (side + 1))
        var squares = sums
        for row in 0..<side {
            var (sum, square) = (0.0, 0.0)
            for column in 0..<side {
                let value = plane.values[row * side + column]
                values[row * Self.stride + column] = value
                sum += Double(value)
                square += Double(value) * Double(value)
                let index = (row + 1) * (side + 1) + column + 1
                sums[index] = sums[index - side - 1] + sum
                squares[index] = squares[index - side - 1] + square
            }
        }
        self.values = values
        self.sums = sums
        self.squares = squares
    }

    func correlation(with pattern: [Float], contrast: Float, left: Int, top: Int, block: Int) -> Float {
        let total = Self.window(sums, left, top, block)
        let variance = Self.window(squares, left, top, block) - total * total / Double(block * block)
        guard variance > 1e-6 else { return 0 }
        let product = values.withUnsafeBytes { values in
            pattern.withUnsafeBytes { pattern in
                var sum = SIMD16<Float>.zero
                for row in 0..<block {
                    let here = pattern.loadUnaligned(fromByteOffset: row * Self.width * 4, as: SIMD16<Float>.self)
                    let there = values.loadUnaligned(
                        fromByteOffset: ((top + row) * Self.stride + left) * 4, as: SIMD16<Float>.self)
                    sum += here * there
                }
                return sum.sum()
            }
        }
        return product / (contrast * Float(variance.squareRoot()))
    }

    private static func window(_ sums: [Double], _ left: Int, _ top: Int, _ block: Int) -> Double {
        let width = ComparisonSquare.side + 1
        let (upper, lower) = (top * width + left, (top + block) * width + left)
        return sums[lower + block] - sums[lower] - sums[upper + block] + sums[upper]
    }
}
