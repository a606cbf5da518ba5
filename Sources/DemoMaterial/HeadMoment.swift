/// How the head of a performance is seen in one frame.
struct HeadMoment: Equatable, Sendable {
    var pose: RigidPose
    /// To the camera: 1 is where the head starts.
    var distance = 1.0
    /// 0 as in the photograph, 1 closed.
    var lidClosure = 0.0
    /// 0 as in the photograph, 1 wide open.
    var jawOpening = 0.0
    /// Of the screen: red, green, blue, each 0 to 1.
    var light = SIMD3<Double>.zero
    /// Factor on the brightness.
    var gain: Double
    var timeInMilliseconds: Double
}

extension HeadPerformance {
    // By the mesh network's measure these give about 22° of yaw and 15° of pitch.
    private static let turnInDegrees = 24.0
    private static let nodInDegrees = 13.0
    private static let nearDistance = 0.62
    /// Light takes this long from the order to the frame: half a screen's period, its pixels, half an exposure, read-out.
    private static let lightDelayInMilliseconds = 80.0
    /// Screen and exposure together smear a change of light over this time.
    private static let lightChangeInMilliseconds = 50.0

    /// One moment for each frame, the first at 0.
    ///
    /// - Parameter faceWidth: in pixels.
    func moments(faceWidth: Double) -> [HeadMoment] {
        let parts = timedSteps
        let length = parts.last.map(\.end) ?? Self.bounded(leadInMilliseconds)
        let rate = min(max(framesPerSecond.isFinite ? framesPerSecond : 12, 1), 60)
        let interval = max(1000 / rate, length / Double(Self.frameLimit - 1))
        // The tolerance keeps the last frame where the interval was made to fit.
        let frameCount = min(Int(length / interval + 1e-6) + 1, Self.frameLimit)
        let hand = HandHeldMotion(
            yawInDegrees: 0, unrestInDegrees: 0.2, pitchInDegrees: 1.5, rollInDegrees: 1.5,
            shift: SIMD2(0.04, 0.025) * faceWidth, frameCount: frameCount,
            durationInMilliseconds: interval * Double(frameCount - 1), seed: seed)
        return hand.moments.map { held in
            var moment = HeadMoment(
                pose: held.pose, gain: held.gain, timeInMilliseconds: held.timeInMilliseconds)
            for part in parts { part.add(to: &moment) }
            return moment
        }
    }

    /// Whether a screen lights the face in any step.
    var isLit: Bool {
        steps.contains { step in
            if case .light = step.act { true } else { false }
        }
    }

    private var timedSteps: [TimedStep] {
        var start = Self.bounded(leadInMilliseconds)
        return steps.enumerated().map { index, step in
            // Negative parts of the seed belong to no frame's noise.
            var randomness = RepeatableRandomness(seed: seed, part: -1 - index)
            let duration = Self.bounded(step.durationInMilliseconds)
            defer { start += duration }
            return TimedStep(
                act: step.act, start: start, end: start + duration,
                reaction: min(randomness.uniform(in: 250...350), 0.3 * duration))
        }
    }

    /// At most an hour, and 0 for what is no number.
    private static func bounded(_ milliseconds: Double) -> Double {
        milliseconds.isFinite ? min(max(milliseconds, 0), 3_600_000) : 0
    }

    /// A step with its place in the performance, in milliseconds.
    private struct TimedStep {
        let act: Act
        let start: Double
        let end: Double
        /// From the order to the first movement.
        let reaction: Double

        func add(to moment: inout HeadMoment) {
            let time = moment.timeInMilliseconds - start - reaction
            let available = end - start - reaction
            switch act {
            case .comeCloser:
                let share = Self.smooth(time / min(1100, 0.8 * available))
                moment.distance = min(moment.distance, 1 + (nearDistance - 1) * share)
            case .turnLeft:
                moment.pose.yawInDegrees +=
                    turn(at: moment.distance) * Self.heldMovement(time, lasting: available, move: 480)
            case .turnRight:
                moment.pose.yawInDegrees -=
                    turn(at: moment.distance) * Self.heldMovement(time, lasting: available, move: 480)
            case .nod:
                // Nobody keeps the head down for the rest of a long step.
                moment.pose.pitchInDegrees +=
                    nodInDegrees * Self.heldMovement(time, lasting: min(available, 1200), move: 450)
            case .blinkTwice:
                moment.lidClosure = max(moment.lidClosure, Self.blinks(time, lasting: available))
            case .openMouth:
                moment.jawOpening = max(
                    moment.jawOpening, Self.heldMovement(time, lasting: min(available, 1800), move: 400))
            case .light(let red, let green, let blue):
                moment.light += SIMD3([red, green, blue].map(Self.part)) * lightShare(at: moment.timeInMilliseconds)
            }
        }

        /// A near camera sees further round the head, and the mesh shows more of the same turn.
        private func turn(at distance: Double) -> Double {
            turnInDegrees * (0.7 + 0.3 * distance)
        }

        private static func part(_ colour: Double) -> Double {
            colour.isFinite ? min(max(colour, 0), 1) : 0
        }

        /// How much of an exposure around `time` shows this step's colour.
        private func lightShare(at time: Double) -> Double {
            let middle = time - lightDelayInMilliseconds
            let half = lightChangeInMilliseconds / 2
            return max(0, min(end, middle + half) - max(start, middle - half)) / lightChangeInMilliseconds
        }

        /// Away from rest within `move`, held, and back at the end; all in milliseconds.
        private static func heldMovement(_ time: Double, lasting duration: Double, move: Double) -> Double {
            let move = min(move, 0.45 * duration)
            return min(smooth(time / move), smooth((duration - time) / move))
        }

        /// Two blinks: 100 ms down, 150 ms closed, 100 ms up, and 300 ms between them where there is time.
        private static func blinks(_ time: Double, lasting duration: Double) -> Double {
            let second = 350 + min(max(duration - 700, 60), 300)
            let sinceBlink = time < second ? time : time - second
            return min(smooth(sinceBlink / 100), smooth((350 - sinceBlink) / 100))
        }

        /// 0 below 0, 1 above 1, without a jolt between: the path of least jerk, which a hand or a head follows
        /// (Flash and Hogan, J. Neurosci. 5, 1985).
        private static func smooth(_ value: Double) -> Double {
            guard value > 0 else { return 0 }
            let share = min(value, 1)
            return share * share * share * (10 - 15 * share + 6 * share * share)
        }
    }
}
