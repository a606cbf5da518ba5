/// Why an attack was not made from a source.
public enum AttackError: Error, Equatable, Sendable {
    /// No face was found where the attack needs one, or the networks failed on the image.
    case noFace
    /// The file is missing, or neither an image nor a clip that can be read.
    case sourceUnreadable
    /// The source is of another kind than the instrument is made from.
    case sourceDoesNotFit
    /// The clip is shorter than the attack needs, or lacks frames.
    case clipTooShort
    /// No page could be printed with the photograph: it shows no face, or a typeface is not installed.
    case pageNotPrinted
    /// The page shows its portrait smaller than the attack cuts it.
    case portraitTooSmall
    /// The method needs the program `ffmpeg`, which is not installed.
    case videoProgramMissing
    /// `ffmpeg` failed.
    case videoProgramFailed
    /// JPEG writing failed.
    case imageNotWritten
}

extension AttackError: CustomStringConvertible {
    /// For the table of an evaluation.
    public var description: String {
        switch self {
        case .noFace: "no face in the source"
        case .sourceUnreadable: "source unreadable"
        case .sourceDoesNotFit: "another kind of source"
        case .clipTooShort: "clip too short or with gaps"
        case .pageNotPrinted: "page not printed"
        case .portraitTooSmall: "portrait too small"
        case .videoProgramMissing: "no ffmpeg"
        case .videoProgramFailed: "ffmpeg failed"
        case .imageNotWritten: "image not written"
        }
    }
}
