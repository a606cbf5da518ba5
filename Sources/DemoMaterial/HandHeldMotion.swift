internal import Foundation

/// Something held by hand before a camera, or a camera held by hand before it: one turn from side to side, and a slow
/// drift of all else. What `HeadMotion` and `PrintMotion` have in common.
package struct HandHeldMotion: Sendable {
    /// The yaw goes from minus this to plus this along half a cosine.
    var yawInDegrees: Double
    /// Standard deviation of what is added to the yaw in each frame.
    var unrestInDegrees: Double
    var pitchInDegrees: Double
    var rollInDegrees: Double
    /// Greatest shift of the frame, in pixels.
    var shift: SIMD2<Double>
    var frameCount: Int
    var durationInMilliseconds: Double
    var seed: UInt64

    package init(
        yawInDegrees: Double, unrestInDegrees: Double, pitchInDegrees: Double, rollInDegrees: Double,
        shift: SIMD2<Double>, frameCount: Int, durationInMilliseconds: Double, seed: UInt64
    ) {
        self.yawInDegrees = yawInDegrees
        self.unrestInDegrees = unrestInDegrees
        self.pitchInDegrees = pitchInDegrees
        self.rollInDegrees = rollInDegrees
        self.shift = shift
        self.frameCount = frameCount
        self.durationInMilliseconds = durationInMilliseconds
        self.seed = seed
    }

    /// One frame of the motion.
    package struct Moment: Sendable {
        package var pose: RigidPose
        /// Factor on the brightness, within 3 %.
        package var gain: Double
        package var timeInMilliseconds: Double
    }

    package var moments: [Moment] {
        var randomness = RepeatableRandomness(seed: seed)
        let pitch = SlowDrift(amplitude: pitchInDegrees, randomness: &randomness)
        let roll = SlowDrift(amplitude: rollInDegrees, randomness: &randomness)
        let across = SlowDrift(amplitude: shift.x, randomness: &randomness)
        let along = SlowDrift(amplitude: shift.y, randomness: &randomness)
        let scale = SlowDrift(amplitude: 0.01, randomness: &randomness)
        let gain = SlowDrift(amplitude: 0.03, randomness: &randomness)
        return (0..<frameCount).map { index in
            let progress = frameCount == 1 ? 0.5 : Double(index) / Double(frameCount - 1)
            let pose = RigidPose(
                yawInDegrees: -yawInDegrees * cos(.pi * progress) + unrestInDegrees * Double(randomness.normal()),
                pitchInDegrees: pitch.value(at: progress),
                rollInDegrees: roll.value(at: progress),
                shift: SIMD2(across.value(at: progress), along.value(at: progress)),
                scale: 1 + scale.value(at: progress))
            return Moment(
                pose: pose, gain: 1 + gain.value(at: progress),
                timeInMilliseconds: frameCount == 1 ? 0 : durationInMilliseconds * progress)
        }
    }
}

/// A slow sine with an amplitude, and a number of turns over the sequence and a phase drawn from the seed: how a hand
/// drifts or a light changes.
private struct SlowDrift {
    let amplitude: Double
    let turns: Double
    let phase: Double

    init(amplitude: Double, randomness: inout RepeatableRandomness) {
        self.amplitude = amplitude
        turns = randomness.uniform(in: 0.6...1.2)
        phase = randomness.uniform(in: 0...(2 * .pi))
    }

    /// The value at `progress`, 0 at the first frame and 1 at the last.
    func value(at progress: Double) -> Double {
        amplitude * sin(2 * .pi * turns * progress + phase)
    }
}

/// How a head or a flat thing stands before the camera. Yaw turns a nose towards the right edge of the image where
/// positive, pitch lowers it, roll tilts the top of the head to the right.
package struct RigidPose: Equatable, Sendable {
    package var yawInDegrees: Double
    package var pitchInDegrees: Double
    package var rollInDegrees: Double
    /// Of the whole frame, in pixels.
    package var shift: SIMD2<Double>
    /// Of the whole frame.
    package var scale: Double

    package init(
        yawInDegrees: Double = 0, pitchInDegrees: Double = 0, rollInDegrees: Double = 0,
        shift: SIMD2<Double> = .zero, scale: Double = 1
    ) {
        self.yawInDegrees = yawInDegrees
        self.pitchInDegrees = pitchInDegrees
        self.rollInDegrees = rollInDegrees
        self.shift = shift
        self.scale = scale
    }

    /// The rotation as rows of a matrix: roll in the image plane first, then pitch, then yaw. x right, y down, z away.
    package var rotation: [SIMD3<Double>] {
        let (yaw, pitch, roll) = (yawInDegrees * .pi / 180, pitchInDegrees * .pi / 180, rollInDegrees * .pi / 180)
        let (sy, cy, sp, cp, sr, cr) = (sin(yaw), cos(yaw), sin(pitch), cos(pitch), sin(roll), cos(roll))
        return [
            SIMD3(cy * cr - sy * sp * sr, -cy * sr - sy * sp * cr, -sy * cp),
            SIMD3(cp * sr, cp * cr, -sp),
            SIMD3(sy * cr + cy * sp * sr, -sy * sr + cy * sp * cr, cy * cp),
        ]
    }
}
