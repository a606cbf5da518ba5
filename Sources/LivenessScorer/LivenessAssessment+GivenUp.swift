internal import FaceEngine
internal import Vision

extension LivenessReason {
    /// To assess it took more time than it was given.
    public static let tookTooLong = LivenessReason(rawValue: "tookTooLong")
}

extension LivenessAssessment {
    /// Of a capture that was given up: its frames are named, and nothing is said of them.
    init(
        _ givenUp: Checkpoint.GivenUp, _ capture: FaceCapture, size: ImageSize, thresholds: LivenessThresholds,
        descriptor: ModelIdentity, calibrationDigest: String
    ) {
        let hint = LivenessHint(
            .processingTime, givenUp.secondsTaken * 1000, .atMost, givenUp.secondsAllowed * 1000, .milliseconds)
        let gates = GateName.allCases.map { gate in
            GateEvidence(gate, scoreInPercent: nil, hints: gate == .frameTimes ? hint.map { [$0] } : nil)
        }
        self.init(
            evidence: LivenessEvidence(
                rulesVersion: FusionRules.version, level: capture.level, permitsStills: capture.permitsStills,
                hasTimes: capture.hasTimes ? nil : false, source: capture.source == .camera ? nil : capture.source,
                clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees, thresholds: thresholds,
                descriptor: descriptor, calibrationDigest: calibrationDigest,
                frames: capture.frames.map { frame in
                    FrameEvidence(
                        timeInMilliseconds: frame.timeInMilliseconds, digest: frame.digest,
                        widthInPixels: size.width, heightInPixels: size.height, reduction: 1, faceCount: 0,
                        failures: [])
                },
                gates: gates, cues: [], decision: .unableToDecide, reason: .tookTooLong, feedback: [],
                scoreInPercent: nil, restsOnQualityAlone: false, bestFrame: nil, framesOfTemplate: [],
                templateModel: nil),
            template: nil, codes: [])
    }
}
