public import FaceEngine

/// How a capture answers its challenge, with everything that this rests on.
public struct ChallengeEvidence: Codable, Equatable, Sendable {
    /// One step of the challenge.
    public struct StepEvidence: Codable, Equatable, Sendable {
        public let prompt: CaptureChallenge.Prompt
        /// When it was asked for, from the first frame on.
        public let fromInMilliseconds: Double
        public let toInMilliseconds: Double
        public let isMet: Bool
        /// The most that was shown in its time, in the unit of `ChallengeLimits`; nil where nothing could be measured.
        public let measured: Double?
        public let wanted: Double
        /// The frame that shows it first; nil where none does.
        public let frame: Int?

        private enum CodingKeys: String, CodingKey {
            case prompt, fromInMilliseconds, toInMilliseconds, isMet, measured, wanted, frame
        }
    }

    public let challenge: CaptureChallenge
    public let limits: ChallengeLimits
    /// How the face is held while it looks straight ahead; nil where no frame shows one then.
    public let rest: FacePosture?
    public let steps: [StepEvidence]
    public let take: TakeEvidence
    /// How much more the inner face grew than its rim as it came closer; nil where the challenge does not ask for it, or
    /// nothing could be compared.
    public let perspectiveGainInPercent: Double?
    /// nil for a challenge of movements.
    public let light: LightResponse?
    /// Why the challenge is not met; nil where it is.
    public let reason: LivenessReason?

    private enum CodingKeys: String, CodingKey {
        case challenge, limits, rest, steps, take, perspectiveGainInPercent, light, reason
    }

    public var isMet: Bool { reason == nil }

    /// As the rules see it.
    var finding: ChallengeFinding { reason.map { .notMet($0, feedback) } ?? .met }

    /// As a gate or a cue is listed, under the name `challenge`.
    var component: LivenessComponent {
        var hints = steps.filter { !$0.isMet }.compactMap(LivenessHint.init)
        if let light, !light.isStrong(under: limits) {
            hints += [
                LivenessHint(
                    .screenLight, light.innerChangeInPercent, .atLeast, limits.lightChangeInPercent, .percent)
            ].compactMap(\.self)
        }
        return LivenessComponent(
            name: "challenge", scoreInPercent: percentage(of: steps.count(where: \.isMet), in: steps.count),
            feedback: feedback, hints: hints.isEmpty ? nil : hints)
    }

    var feedback: [LivenessFeedback] {
        switch reason {
        case nil: []
        case .takeInterrupted: [.invalidFrame]
        case .framesTooFarApart: [.frameRateTooSlow]
        case .notStraightAtFirst, .otherMovementShown: [.invalidFramePose]
        case .lightTooWeak: [.invalidFrameLighting]
        default: [.insufficientFrames]
        }
    }
}

/// Whether what was asked for was done.
enum ChallengeFinding: Equatable, Sendable {
    case met
    case notMet(LivenessReason, [LivenessFeedback])
}

/// Whether the frames are one continuous take: the largest of each from one frame with a face to the next.
public struct TakeEvidence: Codable, Equatable, Sendable {
    public let longestGapInMilliseconds: Double
    /// Of the face's middle, in widths of the face.
    public let largestShift: Double
    /// Larger width over smaller.
    public let largestGrowth: Double
    public let largestTurnInDegrees: Double

    private enum CodingKeys: String, CodingKey {
        case longestGapInMilliseconds, largestShift, largestGrowth, largestTurnInDegrees
    }
}

extension LivenessReason {
    /// The challenge was met, no gate failed and no cue found an attack.
    public static let challengeMet = LivenessReason(rawValue: "challengeMet")
    /// A step was not shown in its time.
    public static let stepNotShown = LivenessReason(rawValue: "stepNotShown")
    /// A movement was shown before it was asked for, or one that was not asked for at all.
    public static let otherMovementShown = LivenessReason(rawValue: "otherMovementShown")
    /// Two neighbouring frames cannot belong to one take, or a face was out of sight for too long.
    public static let takeInterrupted = LivenessReason(rawValue: "takeInterrupted")
    /// The frames are too far apart to show what was asked for.
    public static let framesTooFarApart = LivenessReason(rawValue: "framesTooFarApart")
    /// The capture ends before the challenge does.
    public static let takeTooShort = LivenessReason(rawValue: "takeTooShort")
    /// The face does not look straight ahead before the first step.
    public static let notStraightAtFirst = LivenessReason(rawValue: "notStraightAtFirst")
    /// The face grew as an image does, not as a head that comes nearer.
    public static let grewWithoutPerspective = LivenessReason(rawValue: "grewWithoutPerspective")
    /// The face hardly reflects the screen.
    public static let lightTooWeak = LivenessReason(rawValue: "lightTooWeak")
    /// The light on the face does not follow the screen.
    public static let lightNotAnswered = LivenessReason(rawValue: "lightNotAnswered")
    /// The light follows the screen, but not as it does on a head before a wall.
    public static let lightNotOfAHead = LivenessReason(rawValue: "lightNotOfAHead")
}

extension LivenessHint {
    /// What a step that was not met lacks; nil where there is nothing to say.
    init?(_ step: ChallengeEvidence.StepEvidence) {
        guard let measured = step.measured, measured < step.wanted else { return nil }
        switch step.prompt {
        case .comeCloser: self.init(.approach, measured, .atLeast, step.wanted, .percent)
        case .turnLeft: self.init(.turnLeft, measured, .atLeast, step.wanted, .degrees)
        case .turnRight: self.init(.turnRight, measured, .atLeast, step.wanted, .degrees)
        case .nod: self.init(.nod, measured, .atLeast, step.wanted, .degrees)
        case .blinkTwice: self.init(.blinks, measured, .atLeast, step.wanted, .times)
        case .openMouth: self.init(.mouthOpening, measured, .atLeast, step.wanted, .scale)
        case .red, .green, .blue, .white, .black: return nil
        }
    }
}
