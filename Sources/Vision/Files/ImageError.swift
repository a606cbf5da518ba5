/// Why bytes did not become an image.
public enum ImageError: String, Error, CaseIterable, Codable, Equatable, Sendable {
    /// The bytes do not begin as a JPEG, PNG, WebP, HEIC or AVIF, or are of a form that is refused (animated, lossless JPEG).
    case notAnImage
    /// More bytes or more pixels than the limits allow.
    case tooLarge
    /// A side below the least allowed.
    case tooSmall
    /// Begins as an image, but is damaged or ends too early.
    case corrupt
}

/// The file formats that are read.
public enum ImageFormat: String, Codable, CaseIterable, Equatable, Sendable {
    case jpeg
    case png
    case webp
    /// HEIF of HEVC, as iPhones write it.
    case heic
    /// HEIF of AV1.
    case avif
}

/// What an image from outside may measure. Checked against the header, before anything is decoded.
public struct ImageLimits: Equatable, Sendable {
    /// The least width and height, in pixels.
    public var minimumSide: Int
    /// The greatest product of width and height, as it is decoded.
    public var maximumPixels: Int
    /// The greatest product of width and height of a sequential JPEG, as it is stored. One of more than `maximumPixels` is decoded
    /// at a half, a quarter or an eighth: the library passes over what is not needed, and keeps no more than a row of blocks.
    public var maximumReducedPixels: Int
    /// The greatest length of the file.
    public var maximumBytes: Int

    /// - Parameter maximumReducedPixels: nil where nothing is to be reduced.
    public init(
        minimumSide: Int = 64, maximumPixels: Int = 25_000_000, maximumReducedPixels: Int? = nil,
        maximumBytes: Int = 16 << 20
    ) {
        self.minimumSide = minimumSide
        self.maximumPixels = maximumPixels
        self.maximumReducedPixels = maximumReducedPixels ?? maximumPixels
        self.maximumBytes = maximumBytes
    }

    /// Up to the 108 megapixels of a phone's largest photographs.
    public static let standard = ImageLimits(maximumReducedPixels: 120_000_000)
}
