internal import Vision

/// A face as the networks of a descriptor look at it: cut from its image, upright and scaled, a small image for each
/// network. Made by a `FaceEngine` and good for its descriptor alone.
public struct AlignedFace: Sendable {
    /// For each network of the pack; nil for one that is not to look.
    let crops: [Image?]
    /// What near-duplicates are found by.
    let detail: FaceDetail
}
