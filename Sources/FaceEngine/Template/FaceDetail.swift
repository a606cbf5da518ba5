internal import Vision

/// The details of an aligned face: what is left of its brightness when everything broad is taken away.
///
/// Tells, at a hundredth of a network's cost, whether another frame is a near-duplicate. Only a yes is certain: frames that
/// differ may still show one person, turned or moved, which networks can tell.
struct FaceDetail: Sendable {
    /// Of the image of details, in pixels.
    private static let side = 56
    /// Broad is what the mean of so many pixels to each side takes away.
    private static let reach = 2
    /// Details are looked for block by block, because a face that turns a little moves its nose farther than its cheeks.
    private static let block = 12
    private static let step = 8
    /// How far a block is looked for, in pixels.
    private static let shift = 2
    /// The face without hair and background.
    private static let (firstRow, lastRow, firstColumn, lastColumn) = (6, 50, 8, 48)
    /// Of the blocks in it, as places in `values`.
    private static let corners = stride(from: firstRow, through: lastRow - block, by: step).flatMap { row in
        stride(from: firstColumn, through: lastColumn - block, by: step).map { row * side + $0 }
    }

    /// Twice the size at which details are compared. Our own, whatever crops the networks of a pack want.
    static let crop = FaceCrop(
        width: 2 * side, height: 2 * side,
        points: [[37.43, 51.51], [74.43, 51.30], [56.05, 72.55], [40.85, 94.21], [71.49, 94.04]])

    /// Of the contrast of a face, the share that must be in its details: those of a blurred face are everybody's. Sharp
    /// images have 0.29 and more; where two pixels of `crop` run into each other, 0.27 and less.
    private static let leastSharpness: Float = 0.28

    /// `side` rows of `side` numbers.
    private let values: [Float]
    private let isSharp: Bool

    /// Nil for a mesh without extent.
    init?(_ mesh: FaceMesh, in image: Image) {
        guard let cut = Self.crop.cut(mesh, from: image) else { return nil }
        self.init(ofAligned: cut.grey)
    }

    /// - Parameter face: square, as `crop` cuts it.
    init(ofAligned face: GreyImage) {
        let pixels = face.resized(to: ImageSize(width: Self.side, height: Self.side)).pixels.map(Float.init)
        let details = Self.withoutBroadness(pixels)
        values = details
        let contrasts = Self.corners.map { Self.contrast(details, $0, Self.block, Self.block) }.sorted()
        let (height, width) = (Self.lastRow - Self.firstRow, Self.lastColumn - Self.firstColumn)
        let whole = Self.contrast(pixels, Self.firstRow * Self.side + Self.firstColumn, height, width)
        isSharp =
            contrasts[contrasts.count / 2] / Float(Self.block)
            > Self.leastSharpness * whole / Float(width * height).squareRoot()
    }

    /// The mean correlation of this face's blocks with the best places of the other's, −1 to 1. Blocks count by their
    /// contrast, up to the median: a bold pattern that two people wear does not outvote their faces. Nil where one of both
    /// is blurred or empty.
    func similarity(to other: FaceDetail) -> Double? {
        guard isSharp, other.isSharp else { return nil }
        let blocks = Self.corners.map { correlation(ofBlockAt: $0, with: other) }
        let median = blocks.map(\.contrast).sorted()[blocks.count / 2]
        var (sum, weights) = (0.0, 0.0)
        for block in blocks {
            let weight = Double(min(block.contrast, median))
            sum += weight * Double(block.correlation)
            weights += weight
        }
        return weights > 0 ? sum / weights : nil
    }

    private func correlation(ofBlockAt corner: Int, with other: FaceDetail) -> (contrast: Float, correlation: Float) {
        let count = Float(Self.block * Self.block)
        return values.withUnsafeBufferPointer { here in
            other.values.withUnsafeBufferPointer { there in
                let (_, sum, squares) = Self.moments(here, corner, here, corner)
                let contrast = max(0, squares - sum * sum / count).squareRoot()
                var best: Float = -1
                for down in -Self.shift...Self.shift {
                    for right in -Self.shift...Self.shift {
                        let start = corner + down * Self.side + right
                        let (products, otherSum, otherSquares) = Self.moments(here, corner, there, start)
                        let otherContrast = max(0, otherSquares - otherSum * otherSum / count).squareRoot()
                        // The small constant keeps empty blocks from being similar.
                        best = max(best, (products - sum * otherSum / count) / (contrast * otherContrast + 1e-3))
                    }
                }
                return (contrast, best)
            }
        }
    }

    /// The length of what a part of the image varies about its mean.
    private static func contrast(_ values: [Float], _ corner: Int, _ height: Int, _ width: Int) -> Float {
        let part = (0..<height).flatMap { values[(corner + $0 * side)..<(corner + $0 * side + width)] }
        let mean = part.reduce(0, +) / Float(part.count)
        return part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    }

    /// Of two blocks that begin at the given indices: the sum of their products, and of the second block the sum and the
    /// sum of squares.
    private static func moments(
        _ first: UnsafeBufferPointer<Float>, _ start: Int, _ second: UnsafeBufferPointer<Float>, _ other: Int
    ) -> (products: Float, sum: Float, squares: Float) {
        var products = SIMD4<Float>.zero
        var sums = SIMD4<Float>.zero
        var squares = SIMD4<Float>.zero
        for line in 0..<block {
            for column in stride(from: line * side, to: line * side + block, by: 4) {
                let here = four(first, start + column)
                let there = four(second, other + column)
                products += here * there
                sums += there
                squares += there * there
            }
        }
        return (products.sum(), sums.sum(), squares.sum())
    }

    private static func four(_ values: UnsafeBufferPointer<Float>, _ start: Int) -> SIMD4<Float> {
        SIMD4(values[start], values[start + 1], values[start + 2], values[start + 3])
    }

    /// Each pixel less the mean of the window around it; the edge is repeated outwards.
    private static func withoutBroadness(_ pixels: [Float]) -> [Float] {
        let width = Float(2 * reach + 1)
        func inside(_ index: Int) -> Int { min(max(index, 0), side - 1) }
        var rows = pixels
        for row in 0..<side {
            for column in 0..<side {
                rows[row * side + column] =
                    (-reach...reach).reduce(0) { $0 + pixels[row * side + inside(column + $1)] } / width
            }
        }
        var details = pixels
        for row in 0..<side {
            for column in 0..<side {
                details[row * side + column] -=
                    (-reach...reach).reduce(0) { $0 + rows[inside(row + $1) * side + column] } / width
            }
        }
        return details
    }
}
