public import FaceEngine
public import Vision

/// Why a capture was not assessed at all. Nothing of this kind is ever `live`.
public enum LivenessError: Error, Equatable, Sendable {
    case noFrames
    /// Neither 0, 90, 180 nor 270 degrees.
    case rotationInvalid
    /// Times that do not rise from frame to frame, or are not finite.
    case frameTimesInvalid
    case frameUnreadable(index: Int, ImageError)
    /// All frames of a capture have one size, as they will be shown.
    case frameSizesDiffer
    /// All frames together have more pixels than `FaceCapture.maximumPixels`, by their headers; nothing was decoded.
    case tooManyPixels
    case engine(FaceEngineError)
    /// Two templates of one engine were not comparable: an engine that contradicts itself.
    case comparison(FaceComparisonError)
    /// `FusionData` has no row for a cue, or a row without a limit that the cue needs.
    case fusionDataIncomplete(cue: String, limit: String?)
}
