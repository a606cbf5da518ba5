/// What an image says of itself before it is decoded. Reading it costs microseconds and no memory.
public struct ImageHeader: Equatable, Sendable {
    public let format: ImageFormat
    /// The size as it will be shown, that is after `reduction` and after the stated orientation is applied. Within the limits.
    public let size: ImageSize
    /// 1, or the half, quarter or eighth at which a JPEG is decoded that has more pixels than the limits let one be decoded with.
    public let reduction: Int
    /// 1 to 8 as EXIF tag 0x0112 numbers them; 1 (upright) where nothing or nonsense is stated, and for HEIF.
    public let orientation: Int
    /// Whether the file states an orientation at all.
    public let statesOrientation: Bool

    /// - Throws: `notAnImage`, `corrupt` (a header that ends too early or contradicts itself), `tooLarge`, `tooSmall`.
    public init(of bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) {
        guard bytes.count <= limits.maximumBytes else { throw .tooLarge }
        var stored: ImageSize
        let stated: Int?
        var reducible = false
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            let segments = try JPEGSegments(headerOf: bytes)
            stored = segments.size
            reducible = segments.isSequential
            stated = segments.exif.flatMap { ExifOrientation.read(fromTIFF: bytes[$0]) }
        } else if bytes.starts(with: PNGChunks.signature) {
            format = .png
            let chunks = try PNGChunks(of: bytes)
            stored = chunks.size
            stated = chunks.exif.flatMap { ExifOrientation.read(fromTIFF: bytes[$0]) }
        } else if bytes.count >= 16, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
            format = .webp
            stored = try WebPChunks(of: bytes).size
            stated = WebPChunks.exif(in: bytes).flatMap { ExifOrientation.read(fromTIFF: bytes[$0]) }
        } else if HEIFItems.begins(bytes) {
            let items = try HEIFItems(of: bytes)
            format = items.format
            // It is stored as it is shown: the library turns it as it decodes, and an EXIF block says nothing here.
            stored = items.size
            stated = items.statesOrientation ? 1 : nil
        } else {
            throw .notAnImage
        }
        let maximumPixels = reducible ? max(limits.maximumPixels, limits.maximumReducedPixels) : limits.maximumPixels
        guard stored.longestSide <= ImageSize.maximumSide, stored.pixelCount <= maximumPixels else { throw .tooLarge }
        var reduction = 1
        while stored.pixelCount > limits.maximumPixels, reduction < 8 {
            reduction *= 2
            stored = stored.reduced(by: 2)
        }
        guard stored.width >= limits.minimumSide, stored.height >= limits.minimumSide else { throw .tooSmall }
        guard stored.pixelCount <= limits.maximumPixels else { throw .tooLarge }
        self.reduction = reduction
        statesOrientation = stated != nil
        orientation = stated ?? 1
        size = orientation >= 5 ? stored.turned : stored
    }

    /// The size of the rows as they are decoded, reduced, before the orientation is applied.
    var storedSize: ImageSize { orientation >= 5 ? size.turned : size }
}
