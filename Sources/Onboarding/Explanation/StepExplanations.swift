internal import OnboardingCore
internal import OnboardingStorage

/// The decisions on the way, each by what is kept of it.
struct StepExplanations: Sendable {
    private let explained: ExplainedCase

    init(_ explained: ExplainedCase) {
        self.explained = explained
    }

    /// The oldest first.
    var all: [Explanation.Step] {
        var steps: [Explanation.Step] = []
        var (challenge, document) = (FaceChallenge?.none, EvidenceReference?.none)
        for (at, event) in explained.events {
            switch event {
            case .faceChallenged(let issued): challenge = issued
            case .deviceAdded:
                steps.append(
                    step(
                        .addDevice, at, "accepted", isAccepted: true, nil, .nothing,
                        StepMaterial(rules: [
                            Explanation.Rule(
                                "device.named", "a device was named; nothing is decided by it", holds: true)
                        ]), nil))
            case .faceAdded(let evidence):
                steps.append(
                    step(
                        .addFace, at, FaceDecision.live.rawValue, isAccepted: true, nil, .nothing,
                        material(evidence, "face", isAccepted: true), evidence))
            case .faceRefused(let decision, let evidence):
                steps.append(
                    step(
                        .addFace, at, decision.rawValue, isAccepted: false, EnrollmentReason(decision), decision.counts,
                        evidence == nil
                            ? StepMaterial(rules: [unjudged(decision, challenge, at: at)])
                            : material(evidence, "face", isAccepted: false), evidence))
            case .documentAdded(let evidence):
                document = evidence
                steps.append(
                    step(
                        .addDocument, at, DocumentDecision.verified.rawValue, isAccepted: true, nil, .nothing,
                        material(evidence, "document", isAccepted: true), evidence))
            case .documentRefused(let decision, let evidence):
                steps.append(
                    step(
                        .addDocument, at, decision.rawValue, isAccepted: false, EnrollmentReason(decision),
                        decision.counts, material(evidence, "document", isAccepted: false), evidence))
            case .faceReopened(let reopening):
                steps.append(
                    step(
                        .addFace, at, "reopened", isAccepted: false, EnrollmentReason(reopening.reason), .nothing,
                        reopened(by: document), document))
            case .triggered, .codeReserved, .validated, .started, .consentGiven, .completed, .failed, .cancelled,
                .expired, .reviewRequested, .reviewed, .answered:
                break
            }
        }
        return steps
    }

    private func step(
        _ check: RequiredCheck, _ at: Instant, _ decision: String, isAccepted: Bool, _ reason: EnrollmentReason?,
        _ counts: Counts, _ material: StepMaterial, _ evidence: EvidenceReference?
    ) -> Explanation.Step {
        Explanation.Step(
            check: check.rawValue, at: at.iso8601WithMilliseconds, decision: decision, accepted: isAccepted,
            reason: reason?.rawValue, counts: counts.word, person: reason.map { Explanation.Words($0) },
            sandboxPersona: material.sandboxPersona?.rawValue, rules: material.rules,
            wouldHaveHelped: isAccepted ? [] : material.wouldHaveHelped, models: material.models,
            software: material.software, configurationVersion: material.configurationVersion,
            evidence: Explanation.Basis(evidence, in: explained))
    }

    private func material(_ evidence: EvidenceReference?, _ rule: String, isAccepted: Bool) -> StepMaterial {
        guard explained.erasedAt == nil else {
            return StepMaterial(without: .erased, rule, isAccepted: isAccepted)
        }
        guard let evidence else { return StepMaterial(without: .notRecorded, rule, isAccepted: isAccepted) }
        return switch explained.evidence[evidence.id]?.contents {
        case .face(let record): record.sandboxPersona.map(StepMaterial.init(decidedBy:)) ?? StepMaterial(record)
        case .document(let record): record.sandboxPersona.map(StepMaterial.init(decidedBy:)) ?? StepMaterial(record)
        case .review, .unreadable, nil: StepMaterial(without: .unreadable, rule, isAccepted: isAccepted)
        }
    }

    private func reopened(by document: EvidenceReference?) -> StepMaterial {
        if explained.erasedAt == nil, let document,
            case .document(let record)? = explained.evidence[document.id]?.contents
        {
            return record.sandboxPersona.map(StepMaterial.init(decidedBy:)) ?? StepMaterial(reopeningBy: record)
        }
        return material(document, "photograph", isAccepted: false)
    }

    /// What was refused before anything was judged, so that nothing was kept.
    private func unjudged(_ decision: FaceDecision, _ challenge: FaceChallenge?, at: Instant) -> Explanation.Rule {
        switch decision {
        case .packageUnreadable:
            Explanation.Rule("package.opens", "the package opens, and holds images that can be read", holds: false)
        case .packageReplayed:
            Explanation.Rule(
                "package.isNew", "the capture was accepted in no other enrollment", holds: false, .notRecorded)
        case .challengeExpired: expired(challenge, at: at)
        default: Explanation.Rule("face", "what the machine decided by", holds: false, .notRecorded)
        }
    }

    private func expired(_ challenge: FaceChallenge?, at: Instant) -> Explanation.Rule {
        var rule = Explanation.Rule(
            "challenge.deadline", "when the challenge was found unanswered, beside its end", holds: false)
        (rule.measuredDate, rule.thresholdDate) = (
            at.iso8601WithMilliseconds, challenge?.until.iso8601WithMilliseconds
        )
        (rule.bound, rule.missing) = (.below, nil)
        return rule
    }
}

extension Explanation.Basis {
    init(_ reference: EvidenceReference?, in explained: ExplainedCase) {
        guard let reference else {
            self.init(state: .none)
            return
        }
        let kept = explained.evidence[reference.id]
        let state: State =
            if explained.erasedAt != nil {
                .erased
            } else if let kept {
                if case .unreadable = kept.contents { .unreadable } else { kept.reducedAt == nil ? .whole : .reduced }
            } else {
                .unreadable
            }
        self.init(
            state: state, id: reference.id.text, sha256: reference.sha256,
            reducedAt: explained.erasedAt == nil ? kept?.reducedAt?.iso8601WithMilliseconds : nil)
    }
}

extension Counts {
    fileprivate var word: String {
        switch self {
        case .nothing: "nothing"
        case .capture: "capture"
        case .attempt: "attempt"
        }
    }
}
