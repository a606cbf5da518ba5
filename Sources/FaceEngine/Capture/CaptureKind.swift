/// How much is done for each frame of a capture.
public enum CaptureKind: Sendable {
    /// Too few frames for a movement. Little is done for each, so that many captures can be assessed a second.
    case stills
    /// Frames of a movement, measured so that they can be compared with each other.
    case movement

    /// Of the mesh, for each frame. Two make measurements comparable across frames; for telling persons apart one serves.
    public var meshPasses: Int { self == .stills ? 1 : 2 }
}
