/// Width and height of an image in pixels.
public struct ImageSize: Codable, Equatable, Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Neither side of an image in memory is longer, so that positions in it fit the libraries' numbers.
    public static let maximumSide = 32_000

    /// Whether both sides are those of an image: from 1 to `maximumSide`.
    var isOfAnImage: Bool { min(width, height) >= 1 && longestSide <= Self.maximumSide }

    var pixelCount: Int { width * height }

    /// As libjpeg reduces: no side is cut.
    func reduced(by denominator: Int) -> ImageSize {
        ImageSize(width: (width + denominator - 1) / denominator, height: (height + denominator - 1) / denominator)
    }

    /// The longer of both sides.
    public var longestSide: Int { max(width, height) }

    /// The size after a turn by 90° either way.
    public var turned: ImageSize { ImageSize(width: height, height: width) }
}
