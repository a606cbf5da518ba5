public import FaceEngine
public import Vision

/// One image of a document as it was sent.
public struct DocumentImage: Sendable {
    /// A JPEG, PNG or still WebP.
    public let bytes: [UInt8]
    /// Whether the sender says that the image shows nothing but the document. Recorded; nothing relies on it.
    public let isCropped: Bool

    public init(bytes: [UInt8], isCropped: Bool) {
        self.bytes = bytes
        self.isCropped = isCropped
    }
}

/// Why images could not be read at all. What an image shows is never an error.
public enum DocumentError: Error, Equatable, Sendable {
    /// No image was given.
    case noImages
    /// The image at `index` (from 0) is none that can be decoded, or one too many for its pixels.
    case image(ImageError, index: Int)
    /// A network did not run.
    case engine
}

/// The holder's portrait as printed on the document.
public struct DocumentPortrait: Sendable {
    /// The face with a margin around it, upright, cut out of the image.
    public let jpeg: [UInt8]
    public let template: FaceTemplate
    /// Which of the images it was found on, from 0.
    public let imageIndex: Int
}

/// All that was read from the images of one document.
public struct DocumentReading: Sendable {
    /// Nil where no image shows an MRZ that has a layout.
    public let mrz: MachineReadableZone?
    /// Which of the images shows it, from 0.
    public let mrzImageIndex: Int?
    /// Every check digit fits, every character stands where it may, and every character was read surely.
    public let isChecked: Bool
    public let readability: Readability
    /// Two images show MRZs that say different things.
    public let imagesDisagree: Bool
    /// The largest face of the document; nil where none was found.
    public let portrait: DocumentPortrait?
    public let evidence: DocumentEvidence
}
