internal import OnboardingCore
internal import OnboardingStorage

/// The decisions on the way, each by what is kept of it.
struct StepExplanations: Sendable {
    private let explained: ExplainedCase
    private let record: KeptRecord

    init(_ explained: ExplainedCase) {
        self.explained = explained
        record = explained.record
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
                        record.material(evidence, "face", isAccepted: true), evidence))
            case .faceRefused(let decision, let evidence):
                steps.append(
                    step(
                        .addFace, at, decision.rawValue, isAccepted: false, EnrollmentReason(decision), decision.counts,
                        evidence == nil
                            ? StepMaterial(rules: [Explanation.Rule(unjudged: decision, challenge, at: at)])
                            : record.material(evidence, "face", isAccepted: false), evidence))
            case .documentAdded(let evidence):
                document = evidence
                steps.append(
                    step(
                        .addDocument, at, DocumentDecision.verified.rawValue, isAccepted: true, nil, .nothing,
                        record.material(evidence, "document", isAccepted: true), evidence))
            case .documentRefused(let decision, let evidence, _):
                steps.append(
                    step(
                        .addDocument, at, decision.rawValue, isAccepted: false, EnrollmentReason(decision),
                        decision.counts, record.material(evidence, "document", isAccepted: false), evidence))
            case .faceReopened(let reopening):
                steps.append(
                    step(
                        .addFace, at, "reopened", isAccepted: false, EnrollmentReason(reopening.reason), .nothing,
                        reopened(by: document), document))
            // Nobody has judged these, so there is nothing to explain.
            case .facesTaken: break
            case .triggered, .codeReserved, .validated, .started, .consentGiven, .duplicateFound, .completed, .failed,
                .cancelled, .expired, .reviewRequested, .reviewed, .captureAsked, .answered:
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
            evidence: Explanation.Basis(evidence, in: record))
    }

    private func reopened(by document: EvidenceReference?) -> StepMaterial {
        if explained.erasedAt == nil, let document,
            case .document(let record)? = explained.evidence[document.id]?.contents
        {
            return record.sandboxPersona.map(StepMaterial.init(decidedBy:)) ?? StepMaterial(reopeningBy: record)
        }
        return record.material(document, "photograph", isAccepted: false)
    }
}
