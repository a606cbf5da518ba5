public import Vision

/// One image of a video.
public struct VideoFrame: Equatable, Sendable {
    /// Upright, as the container says it is to be shown.
    public let image: Image
    /// When it is shown, counted from the first frame.
    public let timeInMilliseconds: Double
}
