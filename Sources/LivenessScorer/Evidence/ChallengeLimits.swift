/// What a challenge is judged by. Stored with each assessment.
///
/// Where the numbers come from: docs/measurements/active-workflow.md.
public struct ChallengeLimits: Codable, Equatable, Sendable {
    /// Of the head from rest, to the side.
    public var turnInDegrees = 15.0
    /// Of the head, down and back.
    public var nodInDegrees = 9.0
    /// Of the face's width over that at rest.
    public var approachInPercent = 25.0
    /// Closed lids are this share of the opening at rest, or less.
    public var closedShare = 0.75
    /// Open again are this share, or more.
    public var openShare = 0.85
    public var blinks = 2.0
    /// At least, and more than at rest: who smiles shows teeth.
    public var mouthOpening = 0.35
    public var mouthOpeningOverRest = 0.15
    /// Lips further apart over rest than this are moved.
    public var quietMouthOverRest = 0.08
    /// How much more than wanted an unasked movement may reach: a head that turns also nods a little.
    public var unaskedFactor = 1.3

    /// Nobody answers a prompt sooner.
    public var leastReactionInMilliseconds = 120.0
    /// How long after its time a step may still be shown: who was slow is no attacker.
    public var graceInMilliseconds = 500.0
    /// How far the head may be turned at rest.
    public var restWithinInDegrees = 15.0

    public var longestGapInMilliseconds = 400.0
    /// Between frames where blinks are asked for, in the median.
    public var gapForBlinksInMilliseconds = 130.0
    /// From one frame to the next: no person in front of a phone is faster.
    public var largestShift = 0.5
    public var largestGrowth = 1.35
    public var largestTurnInDegrees = 40.0

    /// Of the inner face over its rim, in percent, of a face that came closer.
    public var perspectiveGainInPercent = 0.6

    public var lightCorrelation = 0.6
    /// Change of the face's light over its mean, in percent.
    public var lightChangeInPercent = 1.5
    /// Of the inner face's change over that of its rim.
    public var lightInnerOverRim = 1.05
    /// Of the background's change over that of the inner face.
    public var lightBackgroundOverInner = 0.5

    public init() {}

    private enum CodingKeys: String, CodingKey {
        case turnInDegrees, nodInDegrees, approachInPercent, closedShare, openShare, blinks, mouthOpening
        case mouthOpeningOverRest, quietMouthOverRest, unaskedFactor
        case leastReactionInMilliseconds, graceInMilliseconds, restWithinInDegrees
        case longestGapInMilliseconds, gapForBlinksInMilliseconds, largestShift, largestGrowth, largestTurnInDegrees
        case perspectiveGainInPercent, lightCorrelation, lightChangeInPercent, lightInnerOverRim
        case lightBackgroundOverInner
    }
}
