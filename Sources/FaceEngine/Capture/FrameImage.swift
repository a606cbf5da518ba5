public import Vision

/// A frame of a capture as it is measured: upright, and no larger than its faces need.
public struct FrameImage: Sendable {
    public let image: Image
    /// How many times smaller than the frame the image is. Lengths in pixels of the image, times this number, are in
    /// pixels of the frame.
    public let reduction: Double

    /// JPEG frames are decoded at a half, quarter or eighth of their size as long as the longest side stays at or above
    /// this. A face that fills a third of it is wider than any network looks at.
    private static let workingSide = 960
    /// Formats that cannot be decoded smaller are reduced to this; it bounds what a capture holds in memory.
    private static let largestWorkingSide = 1920

    /// - Parameters:
    ///   - size: as the frame's header states it, either way up.
    ///   - clockwiseQuarterTurns: how the image must be turned to be upright, after its EXIF orientation.
    public init(
        decoding bytes: [UInt8], size: ImageSize, clockwiseQuarterTurns: Int = 0, limits: ImageLimits = .standard
    ) throws(ImageError) {
        image = try Image(decoding: bytes, limits: limits, atLeast: Self.workingSide)
            .reduced(toLongestSide: Self.largestWorkingSide)
            .turned(clockwiseQuarterTurns: clockwiseQuarterTurns)
        reduction = Double(size.longestSide) / Double(image.size.longestSide)
    }
}
