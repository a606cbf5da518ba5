/// What a rendered head does before the camera, act after act.
///
/// Time 0 is the first frame. During the lead-in the head looks straight, held by a hand that drifts and trembles. Then
/// each act is asked for at the start of its step and done within the step: the person reacts after 250 to 350 ms, moves
/// smoothly, and is back at rest by the end of the step. Only the distance stays: once the head has come closer it remains
/// there, and a second `comeCloser` changes nothing.
public struct HeadPerformance: Equatable, Sendable {
    public enum Act: Equatable, Sendable {
        /// The distance to the camera falls to 0.62 of what it was.
        case comeCloser
        /// By about 22° and back. Left is the person's own: towards growing x in an unmirrored image.
        case turnLeft
        case turnRight
        /// Down by about 15° and back.
        case nod
        /// Two blinks of 350 ms, the lids closed for 150 ms of each.
        case blinkTwice
        case openMouth
        /// A screen before the face shows a colour; each part 0...1.
        case light(red: Double, green: Double, blue: Double)
    }

    public struct Step: Equatable, Sendable {
        public var act: Act
        /// From this act being asked for to the next. A person needs 1500; in less the head moves faster, and the second
        /// blink may end in the next step.
        public var durationInMilliseconds: Double

        public init(act: Act, durationInMilliseconds: Double) {
            self.act = act
            self.durationInMilliseconds = durationInMilliseconds
        }
    }

    /// More frames than this are not rendered: a longer performance has fewer frames a second.
    public static let frameLimit = 96

    public var leadInMilliseconds: Double
    public var steps: [Step]
    /// 1 to 60.
    public var framesPerSecond: Double
    /// The same seed gives the same bytes.
    public var seed: UInt64

    public init(leadInMilliseconds: Double, steps: [Step], framesPerSecond: Double = 12, seed: UInt64 = 1) {
        self.leadInMilliseconds = leadInMilliseconds
        self.steps = steps
        self.framesPerSecond = framesPerSecond
        self.seed = seed
    }
}
