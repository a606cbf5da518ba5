/// Why a decision, a finding or an abstention is what it is. Stored, so each word is stable.
///
/// The words of the gates and of the fusion are here. A cue adds its own in its file.
public struct LivenessReason: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let everyCuePassed = LivenessReason(rawValue: "everyCuePassed")
    public static let stillsPermitted = LivenessReason(rawValue: "stillsPermitted")
    /// The capture was declared to be rendered, and every cue but those against computed movement passed.
    public static let renderedForDemonstration = LivenessReason(rawValue: "renderedForDemonstration")
    /// Every cue passed by its own limits, but together they speak too weakly for a bona fide presentation.
    public static let scoreTooLow = LivenessReason(rawValue: "scoreTooLow")
    /// No cue found an attack by its own limits, but together they speak against a bona fide presentation.
    public static let cuesTogether = LivenessReason(rawValue: "cuesTogether")
    public static let noFace = LivenessReason(rawValue: "noFace")
    public static let multipleFaces = LivenessReason(rawValue: "multipleFaces")
    public static let frameRateTooSlow = LivenessReason(rawValue: "frameRateTooSlow")
    public static let faceTooSmall = LivenessReason(rawValue: "faceTooSmall")
    public static let poseTooHigh = LivenessReason(rawValue: "poseTooHigh")
    public static let badExposure = LivenessReason(rawValue: "badExposure")
    public static let tooBlurry = LivenessReason(rawValue: "tooBlurry")
    /// More than half of the frames are unusable, for different reasons.
    public static let tooFewUsableFrames = LivenessReason(rawValue: "tooFewUsableFrames")
    public static let differentPersons = LivenessReason(rawValue: "differentPersons")
    /// One image.
    public static let singleStill = LivenessReason(rawValue: "singleStill")
    /// One image several times: the same bytes, a face region that never changes, or one that only shifts.
    public static let repeatedStill = LivenessReason(rawValue: "repeatedStill")
    /// Several images, but fewer usable ones than a movement needs.
    public static let tooFewFrames = LivenessReason(rawValue: "tooFewFrames")
    /// Enough usable images, within too little time for a movement.
    public static let captureTooShort = LivenessReason(rawValue: "captureTooShort")
    /// Nobody stated when the images were taken, so no movement can be judged over time.
    public static let frameTimesMissing = LivenessReason(rawValue: "frameTimesMissing")
}
