/// Width and height of an image in pixels.
public struct ImageSize: Codable, Equatable, Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The longer of both sides.
    public var longestSide: Int { max(width, height) }

    /// The size after a turn by 90° either way.
    public var turned: ImageSize { ImageSize(width: height, height: width) }
}
