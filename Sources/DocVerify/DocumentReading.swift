public import FaceEngine
public import Vision

/// One picture of a document as it was sent.
public struct DocumentPicture: Sendable {
    /// A JPEG, PNG or still WebP.
    public let bytes: [UInt8]
    /// Whether the sender says that the picture shows nothing but the document. Recorded; nothing relies on it.
    public let isCropped: Bool

    public init(bytes: [UInt8], isCropped: Bool) {
        self.bytes = bytes
        self.isCropped = isCropped
    }
}

/// Why pictures could not be read at all. What a picture shows is never an error.
public enum DocumentError: Error, Equatable, Sendable {
    /// No picture was given.
    case noPictures
    /// The picture at `index` (from 0) is none that can be decoded, or one too many for its pixels.
    case picture(PictureError, index: Int)
    /// A network did not run.
    case engine
}

/// The holder's portrait as printed on the document.
public struct DocumentPortrait: Sendable {
    /// The face with a margin around it, upright, cut out of the picture.
    public let jpeg: [UInt8]
    public let template: FaceTemplate
    /// Which of the pictures it was found on, from 0.
    public let pictureIndex: Int
}

/// All that was read from the pictures of one document.
public struct DocumentReading: Sendable {
    /// Nil where no picture shows a zone that has a layout.
    public let zone: MachineReadableZone?
    /// Which of the pictures shows it, from 0.
    public let zonePictureIndex: Int?
    /// Every check digit fits, every character stands where it may, and every character was read surely.
    public let isChecked: Bool
    public let readability: Readability
    /// Two pictures show zones that say different things.
    public let picturesDisagree: Bool
    /// The largest face of the document; nil where none was found.
    public let portrait: DocumentPortrait?
    public let evidence: DocumentEvidence
}
