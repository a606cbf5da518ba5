internal import Vision

/// How the images of a capture are kept.
enum KeptImages: Sendable {
    /// As they came, without their metadata.
    case whole
    /// As small copies: of a refused capture whose case, or whose tenant, keeps more than its quota already.
    case reduced

    /// Of a reduced copy, in pixels.
    static let reducedSide = 320
    private static let reducedQuality = 70

    var side: Int? { self == .reduced ? Self.reducedSide : nil }

    /// Whoever looks at it sees what the capture was; what was measured stands beside it.
    func kept(_ bytes: [UInt8]) -> [UInt8] {
        guard self == .reduced,
            let copy = try? Image(decoding: bytes, atLeast: Self.reducedSide)
                .reduced(toLongestSide: Self.reducedSide).jpeg(quality: Self.reducedQuality),
            copy.count < bytes.count
        else { return strippingMetadata(of: bytes) }
        return copy
    }
}
