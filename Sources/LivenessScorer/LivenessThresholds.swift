internal import FaceEngine

/// The limits that a capture is judged by. Kept with every decision.
///
/// Where the numbers of the two attack cues come from: they were chosen on rendered heads and computed prints and
/// looked at on sixteen real clips (`docs/liveness.md`). No recording of a real moving print was at hand, so no error
/// rate is claimed for any level.
///
/// What the levels differ in:
/// - `highUsability` and `balanced` have the same two attack cues; `highUsability` accepts smaller, more turned, softer
///   and more dimly lit faces.
/// - `highSecurity` asks for larger, sharper, better lit faces, a larger turn, a larger deformation and clearer depth.
///   More people are asked to try again. No level accepts less than the cues' recipe, and none stops a video replay.
public struct LivenessThresholds: Codable, Equatable, Sendable {
    /// Longest time between two neighbouring frames.
    public var maximumGapInMilliseconds = 1500.0

    /// A second face counts as a competitor from this share of the largest face's area on. Smaller ones are people in
    /// the background or images on the wall.
    public var competitorAreaShare = 0.5
    /// Least value of the mesh network's own flag that its crop holds a face at all (its authors' limit).
    public var minimumFacePresence = 0.5
    /// A first frame whose face the detector finds with a lower score is looked at in all four orientations: an upside-down
    /// face passes for an upright one, with another shape. Of 269 images 5 have less upright; 235 of them, those in
    /// which a face is seen at all, have 0.51 to 0.84 upside down. nil in records from before it was asked for.
    public var surelyUprightDetectionScore: Double? = 0.85
    /// Least comparison score (−log10 of the false match rate) between a frame and the best frame.
    public var samePersonScore = 3.0
    /// From this likeness on a frame shows the best frame's face over again, and no network has to compare them. nil in
    /// records from before it was looked at.
    public var alikeAtLeast: Double? = FrameRanking.alikeAtLeast

    /// A quality that fails in more than this share of the frames decides about the capture; in fewer it only takes
    /// those frames out of what follows.
    public var toleratedShareOfPoorFrames = 0.5
    /// From side to side in three dimensions, in pixels of the frame, so that a turned face is not smaller. The eyes of a
    /// frontal face are 0.45 of it apart: 100, 130 and 160 are eye distances of 45, 58 and 72 pixels.
    public var minimumFaceWidthInPixels: Double
    /// Either direction. Turning the head is asked for, so this limits each frame that is used, not the movement.
    public var maximumYawInDegrees: Double
    /// Either direction. Cameras held low add 10 to 17 degrees to the pitch of people who look straight ahead.
    public var maximumPitchInDegrees: Double
    /// Scale of `FaceMeasurements.focus`. Computed prints tilted by 20 degrees stay flat down to about 10 (r up to 0.3);
    /// those tilted by 10 degrees become unclear below 15 (r of 0.4) and look deep from 8 on. Real webcam frames have 20
    /// and more.
    public var minimumFocus: Double
    /// Scale of `FaceMeasurements.dynamicRangeInBits`. ISO/IEC 19794-5 asks for 7 of a portrait; bona fide webcam frames
    /// in dim rooms have 6.0 to 6.8.
    public var minimumDynamicRangeInBits: Double
    /// Share of the face's pixels that are black, and share that are white, beyond recovery.
    public var maximumClippedShare: Double

    /// The flatness cue is judged from this number of usable frames on.
    public var minimumFramesForFlatness = 4
    /// Fewer corners in the face, or fewer points that survive in both frames of a pair, tell nothing.
    public var minimumTrackedPoints = 40
    /// And of the corners this share must survive in a pair.
    public var minimumTrackedShare = 0.3
    /// s: what a similarity leaves unexplained between two frames, in percent of the face's width. Below it nothing has
    /// turned, and noise would be judged.
    public var minimumDeformationInPercent: Double
    /// Up to this s the frames are one image, sent again with other noise or shifted. Living faces that hold still have
    /// 0.3 and more.
    public var rigidAtMostInPercent = 0.1
    /// r: the part of s that one homography leaves unexplained. Up to here the face is flat.
    public var flatAtMost = 0.35
    /// From here on it is deep. Between the two nothing is said.
    public var deepAtLeast: Double
    /// The turn of the head by the mesh, without which noise, moiré and speech look like depth.
    public var minimumTurnInDegrees: Double
    /// How much a face may grow lighter and darker in patches for each degree that it turns, and at most. Living and rendered
    /// heads have 0.3 to 2.6 per ten degrees and up to 4.7; tilted prints under a pattern of light that the cue would call
    /// deep, 3.5 and more. nil in records from before it was judged.
    public var lightChangePerDegreeInPercent: Double? = 0.3
    public var maximumLightChangeInPercent: Double? = 6

    /// From this share of exactly equal pixels on a frame repeats its neighbour's face region.
    public var unchangedShare = 0.999
    /// Where neighbours share more than this, the stillness cue abstains: skipped blocks of a video codec look so too.
    public var compressedShare = 0.5

    public init(for level: LivenessLevel) {
        switch level {
        case .highUsability:
            minimumFaceWidthInPixels = 100
            maximumYawInDegrees = 35
            maximumPitchInDegrees = 35
            minimumFocus = 10
            minimumDynamicRangeInBits = 5.5
            maximumClippedShare = 0.35
            minimumDeformationInPercent = 1
            deepAtLeast = 0.45
            minimumTurnInDegrees = 8
        case .balanced:
            minimumFaceWidthInPixels = 130
            maximumYawInDegrees = 30
            maximumPitchInDegrees = 30
            minimumFocus = 15
            minimumDynamicRangeInBits = 6
            maximumClippedShare = 0.25
            minimumDeformationInPercent = 1
            deepAtLeast = 0.45
            minimumTurnInDegrees = 8
        case .highSecurity:
            minimumFaceWidthInPixels = 160
            maximumYawInDegrees = 30
            maximumPitchInDegrees = 30
            minimumFocus = 25
            minimumDynamicRangeInBits = 7
            maximumClippedShare = 0.15
            minimumDeformationInPercent = 1.5
            deepAtLeast = 0.5
            minimumTurnInDegrees = 12
        }
    }
}
