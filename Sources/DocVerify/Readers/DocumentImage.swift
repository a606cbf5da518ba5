package import Vision

/// One image of a document as it was sent.
package struct DocumentImage: Sendable {
    /// A JPEG, PNG, still WebP, HEIC or AVIF.
    package let bytes: [UInt8]
    /// Whether the sender says that the image shows nothing but the document. Recorded, and contradicted on record where it shows more.
    package let isCropped: Bool

    package init(bytes: [UInt8], isCropped: Bool) {
        self.bytes = bytes
        self.isCropped = isCropped
    }

    /// Images are decoded no larger than needed: from 25 megapixels a JPEG is decoded at half size, and nothing larger
    /// than `largestSide` along its longest side is searched. A page that fills the image then has 50 pixels a column.
    private static let neededSide = 2400
    private static let largestSide = 3200

    /// - Parameter index: of the image among those of the document, from 0.
    static func decode(_ bytes: [UInt8], index: Int) throws(DocumentError) -> Image {
        do {
            return try Image(decoding: bytes, atLeast: neededSide).reduced(toLongestSide: largestSide)
        } catch {
            throw .image(error, index: index)
        }
    }
}

/// Why images could not be read at all. What an image shows is never an error.
package enum DocumentError: Error, Equatable, Sendable {
    /// No image was given.
    case noImages
    /// The image at `index` (from 0) cannot be decoded, or exceeds the pixels allowed for all images together.
    case image(ImageError, index: Int)
    /// A network did not run.
    case engine
}
