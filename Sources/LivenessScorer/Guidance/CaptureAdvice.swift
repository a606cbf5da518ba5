/// What is wrong with one image of a preview, so that a page can say what to do. Sides are those of the image, unmirrored.
///
/// In the order in which they are worth saying: whoever comes closer changes everything that follows.
public enum CaptureAdvice: String, CaseIterable, Sendable {
    case noFace, severalFaces
    case faceTooFar, faceTooClose
    case faceOnLeft, faceOnRight, faceTooHigh, faceTooLow
    case poseTooHigh
    case tooDark, tooBright
    case tooBlurry
}

/// What one image of a preview comes to.
public struct FrameGuidance: Equatable, Sendable {
    /// In the order of `CaptureAdvice`; empty for an image that a capture can begin with.
    public let advice: [CaptureAdvice]
    /// Scale of `FaceMeasurements.focus`; nil without exactly one face.
    public let focus: Double?
    /// Of the head, with the sign of `HeadRotation`; nil without exactly one face.
    public let yawInDegrees: Double?

    public init(advice: [CaptureAdvice], focus: Double?, yawInDegrees: Double? = nil) {
        self.advice = advice
        self.focus = focus
        self.yawInDegrees = yawInDegrees
    }
}
