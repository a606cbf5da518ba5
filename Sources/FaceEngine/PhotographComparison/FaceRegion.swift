/// The part of the comparison square that shows the face, and the blocks by which two faces are compared there.
struct FaceRegion: Sendable {
    /// Of a block, in pixels.
    static let block = 10
    private static let step = 4

    /// For each pixel.
    let mask: [Bool]
    /// The top left corners of the blocks that lie wholly in the mask.
    let corners: [Int]

    static let ellipse = FaceRegion(mask: ComparisonSquare.ellipse)

    init(mask: [Bool]) {
        let side = ComparisonSquare.side
        let starts = stride(from: 0, through: side - Self.block, by: Self.step)
        self.mask = mask
        corners = starts.flatMap { row in starts.map { row * side + $0 } }.filter { corner in
            (0..<Self.block).allSatisfy { row in
                mask[(corner + row * side)..<(corner + row * side + Self.block)].allSatisfy(\.self)
            }
        }
    }
}
