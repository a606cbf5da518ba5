package import FaceEngine
internal import Vision

/// What a persona of the sandbox is taken for, whatever its frames show (decision 0087).
package enum ScriptedFinding: Sendable {
    case live, attack
    /// Too blurred for the level that the capture is judged at.
    case blurred
}

extension LivenessReason {
    /// Nothing was measured: the capture is a sandbox persona's.
    public static let sandboxPersona = LivenessReason(rawValue: "sandboxPersona")
}

extension LivenessAssessment {
    /// The frames are checked and decoded as the scorer does it, and nothing in them is measured. No cue is asked, and the
    /// evidence gives `sandboxPersona` as the reason.
    /// - Parameters:
    ///   - template: for a capture that is live.
    ///   - calibrationDigest: as the scorer's evidence names it.
    /// - Throws: where the capture cannot be assessed, as `LivenessScorer.assess` does; never an error of an engine.
    package init(
        scripted finding: ScriptedFinding, of capture: FaceCapture, template: FaceTemplate, calibrationDigest: String,
        frames runner: FrameRunner
    ) throws(LivenessError) {
        let size = try CaptureMeter.checked(capture)
        let frames = try runner.results(of: capture.frames.count) { index throws(LivenessError) in
            try FrameEvidence(scripted: capture, index, size: size)
        }
        let thresholds = LivenessThresholds(for: capture.level)
        self.init(
            evidence: LivenessEvidence(
                rulesVersion: FusionRules.version, level: capture.level, permitsStills: capture.permitsStills,
                hasTimes: capture.hasTimes ? nil : false, source: capture.source == .camera ? nil : capture.source,
                clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees, thresholds: thresholds,
                descriptor: template.model, calibrationDigest: calibrationDigest, frames: frames,
                gates: finding.gates(thresholds.gates), cues: [], decision: finding.decision, reason: .sandboxPersona,
                feedback: finding == .blurred ? [.invalidFrameBlur] : [], scoreInPercent: finding.scoreInPercent,
                restsOnQualityAlone: false, bestFrame: finding == .blurred ? nil : 0,
                framesOfTemplate: finding == .live ? [0] : [], templateModel: finding == .live ? template.model : nil),
            template: finding == .live ? template : nil, codes: [])
    }
}

extension ScriptedFinding {
    fileprivate var decision: LivenessDecision {
        switch self {
        case .live: .live
        case .attack: .presentationAttack
        case .blurred: .tooBlurry
        }
    }

    fileprivate var scoreInPercent: Double? {
        switch self {
        case .live: 90
        case .attack: 10
        case .blurred: nil
        }
    }

    /// Nothing was assessed by any; of blurred frames the focus is said to be a third of what is wanted.
    fileprivate func gates(_ thresholds: GateThresholds) -> [GateEvidence] {
        let wanted = thresholds.minimumFocus
        let hint = LivenessHint(.focus, wanted / 3, .atLeast, wanted, .scale)
        return GateName.allCases.map { gate in
            guard self == .blurred, gate == .focus else { return GateEvidence(gate, scoreInPercent: nil) }
            return GateEvidence(
                gate, scoreInPercent: 0, feedback: [.invalidFrameBlur], hints: [hint].compactMap(\.self))
        }
    }
}

extension FrameEvidence {
    /// A frame that is decoded and not looked at.
    fileprivate init(scripted capture: FaceCapture, _ index: Int, size: ImageSize) throws(LivenessError) {
        let frame = capture.frames[index]
        let decoded: FrameImage
        do {
            decoded = try FrameImage(
                decoding: frame.bytes, size: size, clockwiseQuarterTurns: capture.clockwiseRotationInDegrees / 90)
        } catch {
            throw .frameUnreadable(index: index, error)
        }
        self.init(
            timeInMilliseconds: frame.timeInMilliseconds, digest: frame.digest, widthInPixels: size.width,
            heightInPixels: size.height, reduction: decoded.reduction, faceCount: 0, failures: [])
    }
}
