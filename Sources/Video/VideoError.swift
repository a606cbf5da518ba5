/// Why bytes gave no frame, or no further one.
public enum VideoError: String, Error, CaseIterable, Equatable, Sendable {
    /// The bytes do not begin as a file of a form that is read, or are none.
    case notAVideo
    /// The images are of a codec that is not read, or are to be shown turned by less than a quarter.
    case unsupported
    /// More bytes, or more pixels in a frame, than the limits allow.
    case tooLarge
    /// More frames or more time than the limits allow. The frames that came before are within them.
    case tooLong
    /// Damaged, ends too early, changes its size midway, or has frames whose times are missing or do not rise.
    case corrupt
    /// The file is whole and shows nothing.
    case noFrames
    /// The decoding libraries are not installed on this machine.
    case libraryMissing
}
