public import FaceEngine

/// Everything that a decision rests on, so that it can be understood and repeated years later.
///
/// Kept as JSON with these names. Readers take a higher `formatVersion` than they know as unreadable; members are only
/// ever added without a new version. Shares are 0 … 1, percentages 0 … 100, angles degrees, times milliseconds.
public struct LivenessEvidence: Codable, Equatable, Sendable {
    public static let currentFormatVersion = 1

    public var formatVersion = LivenessEvidence.currentFormatVersion
    /// Which form of the rules decided; nil in records from before it was kept, which the first one decided.
    public var rulesVersion: Int? = LivenessEvidence.currentRulesVersion
    public var level: LivenessLevel
    public var permitsStills: Bool
    public var clockwiseRotationInDegrees: Int
    public var thresholds: LivenessThresholds
    /// The descriptor whose templates of frames were compared.
    public var descriptor: ModelIdentity
    /// Which calibration turned their similarities into comparison scores.
    public var calibrationDigest: String

    /// One for each frame of the capture, in order.
    public var frames: [FrameEvidence]
    /// nil where no two frames were compared.
    public var stillness: StillnessEvidence?
    /// nil where fewer frames were usable than the cue needs.
    public var flatness: FlatnessEvidence?

    public var decision: LivenessDecision
    public var reason: LivenessReason
    public var feedback: [LivenessFeedback]
    public var cues: [CueResult]
    public var scoreInPercent: Double?
    /// True where a capture is `live` because stills are permitted and its images are good: nothing was done against
    /// attacks.
    public var restsOnQualityAlone: Bool
    public var bestFrame: Int?
    /// The frames that made the capture's template, best first; empty where none was made. Networks that look at every
    /// frame give the mean over them, the others what they say of the first.
    public var framesOfTemplate: [Int]
    /// The model of the capture's template; nil where none was made.
    public var templateModel: ModelIdentity?
}

/// Why a decision is what it is: one word for each branch of `decide`. The raw values are stable.
public enum LivenessReason: String, Codable, Sendable, CaseIterable {
    case everyCuePassed
    case stillsPermitted
    case noFace
    case multipleFaces
    case frameRateTooSlow
    case faceTooSmall
    case poseTooHigh
    case poorLight
    case tooBlurry
    /// More than half of the frames have some fault of quality, each another.
    case tooFewGoodFrames
    case differentPersons
    /// One image.
    case singleStill
    /// One image several times: the same bytes, a face region that never changes, or one that only shifts.
    case repeatedStill
    /// Several images, but fewer usable ones than the flatness cue needs.
    case tooFewFrames
    /// Too few points could be followed from frame to frame.
    case tracksLost
    /// s is too small: the head did not turn, whatever else moved.
    case noDeformation
    /// The points moved against each other, but by the mesh the head did not turn enough.
    case turnTooSmall
    /// r lies between flat and deep.
    case depthUnclear
    /// The face looks deep, but grows lighter and darker in patches: the corners may be the light's.
    case unsteadyLight
    case flat
}

/// What was measured in one frame.
public struct FrameEvidence: Codable, Equatable, Sendable {
    public var timeInMilliseconds: Double
    /// As the caller gave it.
    public var digest: String?
    public var widthInPixels: Int
    public var heightInPixels: Int
    /// Large frames are decoded at half or quarter size. Lengths in pixels of `measurements`, times this number, are in
    /// pixels of the frame.
    public var reduction: Double
    /// The frame before it whose bytes are the same; nothing was measured twice.
    public var repeatsFrame: Int?
    /// All faces found, also small ones in the background.
    public var faceCount: Int
    /// How sure the detector is of the largest face, 0 to 1; nil without a face, and in records from before it was kept.
    public var detectionScore: Double?
    /// Area of the second largest face against the largest; nil with fewer than two.
    public var secondFaceShare: Double?
    /// Of the largest face; nil where there is none.
    public var measurements: FaceMeasurements?
    /// The faults that keep it out of what follows; empty for a frame that was used.
    public var faults: [FrameFault]
    /// How much of the best frame's face is seen here again in every detail, −1 to 1; nil for the best frame itself, for
    /// one that was not used, where either is blurred, where the capture is decided whomever it shows, and in records from
    /// before it was looked at.
    public var likenessToBest: Double?
    /// Comparison with the best frame; nil for the best frame itself, for one that is alike, and where none was made.
    public var scoreToBest: ComparisonScore?
}

/// What can be wrong with one frame. The raw values are stable.
public enum FrameFault: String, Codable, Sendable, CaseIterable {
    case noFace, severalFaces, faceTooSmall, poseTooHigh, poorLight, tooBlurry
}

/// What the stillness cue saw.
public struct StillnessEvidence: Codable, Equatable, Sendable {
    /// For each two neighbouring frames the share of exactly equal grey values in the region of the face.
    public var unchangedShares: [Double]
    public var verdict: StillnessVerdict
}

public enum StillnessVerdict: String, Codable, Sendable, CaseIterable {
    /// Every pair unchanged: one image, several times.
    case still
    /// Some neighbours share most of their pixels. Compressed video does that too, so nothing is said.
    case abstains
    case changing
}

/// What the flatness cue saw.
public struct FlatnessEvidence: Codable, Equatable, Sendable {
    /// Index of the frame in which the corners were chosen.
    public var anchorFrame: Int
    /// Corners found in it.
    public var corners: Int
    /// Median face width in pixels, measured in three dimensions.
    public var faceWidthInPixels: Double
    /// Largest median shift of the mesh between two frames, in percent of the face's width. Not judged.
    public var movementInPercent: Double
    /// How far the head turned by the mesh: the hypotenuse of the ranges of yaw and pitch.
    public var turnInDegrees: Double
    /// The pairs of frames that deform most, at most three; their median r is the cue's.
    public var pairs: [FlatnessPair]
    /// s: the largest residual of a similarity over all pairs, in percent of the face's width; nil without a pair.
    public var deformationInPercent: Double?
    /// b of the pair with the largest s.
    public var homographyResidualInPercent: Double?
    /// r = b / s: the median over `pairs`.
    public var ratio: Double?
    /// How much the face grows lighter and darker in patches, as `LightChange` has it; nil where nothing could be measured,
    /// and in records from before it was.
    public var lightChangeInPercent: Double?
    public var verdict: FlatnessVerdict
}

/// Two frames that the flatness cue compared.
public struct FlatnessPair: Codable, Equatable, Sendable {
    public var firstFrame: Int
    public var secondFrame: Int
    /// Points that live in both.
    public var points: Int
    /// s, in percent of the face's width.
    public var similarityResidualInPercent: Double
    /// b, in percent of the face's width.
    public var homographyResidualInPercent: Double

    public var ratio: Double { homographyResidualInPercent / similarityResidualInPercent }
}

public enum FlatnessVerdict: String, Codable, Sendable, CaseIterable {
    case flat, deep
    /// Nothing moves within the face, not even as a face that holds still does: one image, several times.
    case rigid
    /// The five other ways to say nothing; see `LivenessReason`.
    case tracksLost, noDeformation, turnTooSmall, depthUnclear, unsteadyLight
}
