/// One image of a capture as a client sends it.
public struct DemoFrame: Equatable, Sendable {
    /// A whole JPEG or PNG file.
    public let bytes: [UInt8]
    /// Since the first frame of the capture, which is at 0. The sender adds the time of the capture.
    public let timeInMilliseconds: Double

    public init(bytes: [UInt8], timeInMilliseconds: Double) {
        self.bytes = bytes
        self.timeInMilliseconds = timeInMilliseconds
    }
}

/// Why no image could be made or read.
public enum DemoMaterialError: Error, Equatable, Sendable {
    /// The photograph shows no face, or the networks failed on it.
    case noFaceInPhotograph
    /// A typeface is not installed: the Debian packages `fonts-ocr-b` and `fonts-dejavu-core` carry them.
    case typefaceMissing(String)
    /// The holder's data cannot be printed: a character that the MRZ does not have, or a field that is too long.
    case holderNotPrintable(field: String)
    /// The bytes are not an image that can be read.
    case imageUnreadable(file: String)
    /// JPEG or PNG writing failed.
    case imageNotWritten
    /// The folder or file does not exist or cannot be read.
    case fileUnreadable(String)
    /// The folder holds no JPEG or PNG file, or the video no frame.
    case noFrames(String)
    /// A file could not be written, for want of a folder, of a right or of space.
    case fileNotWritten(String)
    /// A video was given and the program `ffmpeg` is not installed.
    case videoProgramMissing
    /// `ffmpeg` ended with a failure on this video.
    case videoUnreadable(String)
    /// `fixtures/manifest.json` is missing or is not what it should be.
    case manifestUnreadable(String)
    /// A photograph named in the manifest has not been fetched, or not completely.
    case photographMissing(String)
}

extension DemoMaterialError: CustomStringConvertible {
    /// A sentence for the person who runs the demonstration.
    public var description: String {
        switch self {
        case .noFaceInPhotograph: "No face was found in the photograph."
        case .typefaceMissing(let name):
            "The typeface \(name) is not installed: see the Debian packages fonts-ocr-b and fonts-dejavu-core."
        case .holderNotPrintable(let field): "The holder's \(field) cannot be printed on a passport's page."
        case .imageUnreadable(let file): "\(file) is not an image that can be read."
        case .imageNotWritten: "An image could not be written."
        case .fileUnreadable(let path): "\(path) does not exist or cannot be read."
        case .noFrames(let path): "\(path) holds no JPEG or PNG file, or no frame."
        case .fileNotWritten(let path): "\(path) could not be written."
        case .videoProgramMissing: "A video wants the program ffmpeg, which is not installed."
        case .videoUnreadable(let path): "ffmpeg cannot read the video \(path)."
        case .manifestUnreadable(let path): "The list of photographs \(path) cannot be read."
        case .photographMissing(let name): "The photograph \(name) is not there, or not whole: run make setup."
        }
    }
}
