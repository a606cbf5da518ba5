internal import Vision

/// A face as the networks of a descriptor look at it: cut from its image, upright and scaled, a small image for each
/// network. Made by a `FaceEngine` and good for its descriptor alone.
public struct AlignedFace: Sendable {
    /// For each network of the pack; nil for one that is not to look.
    let crops: [Image?]
    /// What near-duplicates are found by.
    let detail: FaceDetail
}

/// How much is done for each frame of a capture.
public enum CaptureKind: Sendable {
    /// Too few frames for a movement. Little is done for each, so that many captures can be assessed a second.
    case stills
    /// Frames of a movement, measured so that they can be compared with each other.
    case movement

    /// Of the mesh, for each frame. Two make measurements comparable across frames; for telling persons apart one serves.
    public var meshPasses: Int { self == .stills ? 1 : 2 }
}
