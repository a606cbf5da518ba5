internal import DocVerify
internal import FaceEngine
internal import LivenessScorer
internal import Onboarding
internal import OnboardingCore

// What a decision rested on, as a person is told: what was measured beside what was wanted.

extension PersonRecord.Face {
    init(_ evidence: FaceEvidence) {
        let liveness = evidence.liveness
        let rows = Dictionary(
            liveness.thresholds.cues.map { ($0.cue, $0.limits) }, uniquingKeysWith: { first, _ in first })
        self.init(
            workflow: evidence.workflow, level: evidence.judgedLevel, frameCount: liveness.frames.count,
            isFromVideo: evidence.videoDigest != nil, liveness: liveness.decision.rawValue,
            reason: liveness.reason.rawValue, scoreInPercent: liveness.scoreInPercent,
            leastScoreInPercent: liveness.leastScoreInPercent,
            falseRejectionInPercent: liveness.falseRejectionInPercent,
            challenge: evidence.challenge.map {
                .init(prompts: $0.steps.map(\.prompt.rawValue), isMet: liveness.challenge?.isMet)
            },
            checks: liveness.gates.map {
                .init(name: $0.gate.rawValue, scoreInPercent: $0.scoreInPercent, finding: nil, limits: [])
            }
                + liveness.cues.map {
                    .init(
                        name: $0.cue, scoreInPercent: $0.scoreInPercent, finding: $0.result.word,
                        limits: (rows[$0.cue] ?? [:]).sorted { $0.key < $1.key }.map {
                            .init(name: $0.key, value: $0.value)
                        })
                },
            portrait: evidence.portraitCheck.map {
                .init(
                    score: $0.portraitScore.value, threshold: $0.threshold, model: $0.portraitScore.model.name)
            },
            registered: evidence.faceMatch.map {
                .init(score: $0.score.value, threshold: $0.threshold, model: $0.score.model.name)
            }, estimatedAge: evidence.ageCheck?.estimate?.years)
    }
}

extension LivenessEvidence {
    /// Nil where another score decided, or none.
    fileprivate var leastScoreInPercent: Double? {
        guard scoreInPercent != nil, let fusion = thresholds.fusion,
            [.everyCuePassed, .cuesTogether].contains(reason)
        else { return nil }
        return fusion.leastScoreInPercent
    }
}

extension CueResult {
    fileprivate var word: String {
        switch self {
        case .measured(_, .bonaFide, _): "bonaFide"
        case .measured(_, .attack, _): "attack"
        case .measured(_, .unclear, _): "unclear"
        case .abstained: "abstained"
        }
    }
}

extension PersonRecord.Document {
    init(_ record: DocumentRecord) {
        let (decision, reasons): (String, [String]) =
            switch record.documentDecision {
            case .verified: ("verified", [])
            case .notVerified(let reasons): ("notVerified", reasons.map(\.code))
            case .retry(let reason): ("retry", [reason.rawValue])
            }
        self.init(
            decision: decision, reasons: reasons,
            sources: record.reading?.sources.filter { !$0.fields.isEmpty || !$0.findings.isEmpty }.map { source in
                .init(
                    kind: source.kind.rawValue, documentKind: source.documentKind,
                    fields: source.fields.map {
                        .init(type: $0.type.rawValue, value: $0.value, status: $0.status.rawValue)
                    }, findings: source.findings.map(\.code))
            },
            portrait: .init(
                score: record.portraitScore?.value, threshold: record.threshold,
                model: record.portraitScore?.model.name), photograph: record.photographs?.portrait.decision.rawValue)
    }
}

extension DocumentRules.Decision.Reason {
    /// As the stored decision has it; of a source's finding the source's own code.
    fileprivate var code: String {
        switch self {
        case .finding(let finding): finding.code
        case .imagesDisagree: "imagesDisagree"
        case .sourcesDisagree: "sourcesDisagree"
        case .expired: "expired"
        case .expiryUnknown: "expiryUnknown"
        case .specimen: "specimen"
        case .authenticityNotChecked: "authenticityNotChecked"
        case .tooYoung: "tooYoung"
        case .tooOld: "tooOld"
        case .ageUnknown: "ageUnknown"
        case .fieldNotValid: "fieldNotValid"
        }
    }
}
