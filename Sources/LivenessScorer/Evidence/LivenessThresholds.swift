/// Every number that a capture is assessed by. Kept with every decision; `FusionData` has the values.
public struct LivenessThresholds: Codable, Equatable, Sendable {
    public var gates: GateThresholds
    /// One for each cue, in the order of the cues.
    public var cues: [CueRow]
    /// nil in records of rules before version 4, whose score was the lowest of the cues with a weight.
    public var fusion: FusionModel?

    private enum CodingKeys: String, CodingKey {
        case gates, cues, fusion
    }
}

/// The limits of the gates.
public struct GateThresholds: Codable, Equatable, Sendable {
    /// Longest time between two neighbouring frames.
    public var maximumGapInMilliseconds: Double

    /// A second face competes from this share of the largest face's area on. Smaller ones are people in the background
    /// or images on the wall.
    public var competitorAreaShare: Double
    /// Least value of the mesh network's own flag that its crop holds a face at all.
    public var minimumFacePresence: Double
    /// A first frame whose face the detector finds with a lower score is searched in all four orientations: an upside-down
    /// face passes for an upright one, with another shape.
    public var surelyUprightDetectionScore: Double
    /// Least comparison score (−log10 of the false match rate) between a frame and the best frame.
    public var samePersonScore: Double
    /// From this detail similarity on a frame is a near-duplicate of the best one, and no network has to compare them.
    public var nearDuplicateAtLeast: Double

    /// A quality component that fails in more than this share of the frames decides about the capture. In fewer it only
    /// takes those frames out of what follows.
    public var toleratedShareOfUnusableFrames: Double
    /// Fewer usable frames show no movement that could be measured.
    public var minimumFramesOfMovement: Int
    /// With fewer distinct usable frames, or less time from the first to the last of them, a movement is not judged, however
    /// it measures. nil in records of rules before version 3, which had no such limit.
    public var minimumUsableFrames: Int?
    public var minimumDurationInMilliseconds: Double?
    /// From side to side in three dimensions, in pixels of the frame, so that a turned face is not smaller.
    public var minimumFaceWidthInPixels: Double
    /// Either direction, for each usable frame. It does not limit the whole movement.
    public var maximumYawInDegrees: Double
    /// Either direction.
    public var maximumPitchInDegrees: Double
    /// Scale of `FaceMeasurements.focus`.
    public var minimumFocus: Double
    /// Scale of `FaceMeasurements.dynamicRangeInBits`.
    public var minimumDynamicRangeInBits: Double
    /// Share of the face's pixels that are black, and share that are white, beyond recovery.
    public var maximumClippedShare: Double

    private enum CodingKeys: String, CodingKey {
        case maximumGapInMilliseconds, competitorAreaShare, minimumFacePresence, surelyUprightDetectionScore
        case samePersonScore, nearDuplicateAtLeast, toleratedShareOfUnusableFrames, minimumFramesOfMovement
        case minimumUsableFrames, minimumDurationInMilliseconds
        case minimumFaceWidthInPixels, maximumYawInDegrees, maximumPitchInDegrees, minimumFocus
        case minimumDynamicRangeInBits, maximumClippedShare
    }
}

/// How one cue counts at one level, and the limits that it works with.
public struct CueRow: Codable, Equatable, Sendable {
    public enum Role: String, Codable, Sendable {
        /// No capture is `live` by its cues unless this one finds it bona fide.
        case required
        /// As `required`, but where the cue abstains because the head hardly turned, those with the role `substitute` decide.
        case replaceable
        /// Decides in place of a `replaceable` cue: of these cues one must find the capture bona fide, and none that measured
        /// may doubt it.
        case substitute
        /// Counts in the sum of the cues, and for no ground of `live`.
        case weighed
        /// The cue can only refuse. If it abstains, the others decide.
        case mayRefuse
    }

    public var cue: String
    public var role: Role
    /// The most that the cue adds to the log-odds of the fusion, or takes from them. 0 for a cue that only refuses.
    public var weight: Double
    /// By the names that the cue's file uses.
    public var limits: [String: Double]

    private enum CodingKeys: String, CodingKey {
        case cue, role, weight, limits
    }
}
