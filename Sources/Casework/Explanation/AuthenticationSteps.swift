internal import OnboardingCore

/// The decisions on the way of an authentication, each by what is kept of it.
struct AuthenticationSteps: Sendable {
    /// The oldest first.
    let events: [(at: Instant, event: AuthenticationEvent)]
    let record: KeptRecord

    /// The oldest first.
    var all: [Explanation.Step] {
        var steps: [Explanation.Step] = []
        var challenge: FaceChallenge?
        for (at, event) in events {
            switch event {
            case .faceChallenged(let issued): challenge = issued
            case .deviceVerified(let decision):
                steps.append(
                    step(
                        .verifyDevice, at, decision.rawValue, isAccepted: true, nil, nil, .nothing,
                        StepMaterial(rules: [decision.rule]), nil))
            case .deviceRefused(let decision):
                steps.append(
                    step(
                        .verifyDevice, at, decision.rawValue, isAccepted: false, nil, .deviceRefused, decision.counts,
                        StepMaterial(rules: [decision.rule]), nil))
            case .faceVerified(let evidence):
                steps.append(
                    step(
                        .verifyFace, at, FaceDecision.live.rawValue, isAccepted: true, nil, nil, .nothing,
                        record.material(evidence, "face", isAccepted: true), evidence))
            case .faceRefused(let decision, let evidence):
                let reason = EnrollmentReason(decision)
                steps.append(
                    step(
                        .verifyFace, at, decision.rawValue, isAccepted: false, reason,
                        decision == .notMatching ? .otherFace : reason.map { Explanation.Words($0) }, decision.counts,
                        evidence == nil
                            ? StepMaterial(rules: [Explanation.Rule(unjudged: decision, challenge, at: at)])
                            : record.material(evidence, "face", isAccepted: false), evidence))
            case .documentAdded(let evidence):
                steps.append(
                    step(
                        .addDocument, at, DocumentDecision.verified.rawValue, isAccepted: true, nil, nil, .nothing,
                        material(evidence, isAccepted: true), evidence))
            case .documentRefused(let decision, let evidence, _):
                let reason = EnrollmentReason(decision)
                steps.append(
                    step(
                        .addDocument, at, decision.rawValue, isAccepted: false, reason,
                        reason.map { Explanation.Words($0) }, decision.counts, material(evidence, isAccepted: false),
                        evidence))
            case .triggered, .validated, .started, .deviceReplaced, .locked, .completed, .failed, .cancelled, .expired,
                .answered:
                break
            }
        }
        return steps
    }

    private func step(
        _ check: AuthenticationCheck, _ at: Instant, _ decision: String, isAccepted: Bool, _ reason: EnrollmentReason?,
        _ person: Explanation.Words?, _ counts: Counts, _ material: StepMaterial, _ evidence: EvidenceReference?
    ) -> Explanation.Step {
        Explanation.Step(
            check: check.rawValue, at: at.iso8601WithMilliseconds, decision: decision, accepted: isAccepted,
            reason: reason?.rawValue, counts: counts.word, person: person,
            sandboxPersona: material.sandboxPersona?.rawValue, rules: material.rules,
            wouldHaveHelped: isAccepted ? [] : material.wouldHaveHelped, models: material.models,
            software: material.software, configurationVersion: material.configurationVersion,
            evidence: Explanation.Basis(evidence, in: record))
    }

    /// Of a document, whose portrait is compared with the face that was registered and not with a live one.
    private func material(_ evidence: EvidenceReference?, isAccepted: Bool) -> StepMaterial {
        var material = record.material(evidence, "document", isAccepted: isAccepted)
        if !isAccepted, record.erasedAt == nil, let evidence,
            case .document(let judged)? = record.evidence[evidence.id]?.contents,
            judged.faceReopening != nil, judged.sandboxPersona == nil
        {
            // The face is not asked for again: what would have made it so refuses the document.
            material = StepMaterial(reopeningBy: judged)
        }
        material.rules = material.rules.map { rule in
            guard rule.rule == "match.portrait" else { return rule }
            var rule = rule
            rule.meaning = "match score of the portrait and the registered face"
            return rule
        }
        return material
    }
}

extension DeviceDecision {
    /// What decided it. Of a signature nothing is kept but whether it was right.
    fileprivate var rule: Explanation.Rule {
        switch self {
        case .signed:
            Explanation.Rule(
                "device.signature", "the device signed the authentication's token with the key it was registered with",
                holds: true)
        case .identified:
            Explanation.Rule(
                "device.registered", "the device is one of the registration's; it has no key, and none was asked for",
                holds: true)
        case .unknownDevice:
            Explanation.Rule("device.registered", "the device is one of the registration's", holds: false)
        case .signatureInvalid:
            Explanation.Rule(
                "device.signature", "the device signed the authentication's token with the key it was registered with",
                holds: false)
        case .keyMissing:
            Explanation.Rule("device.key", "the device was registered with a key, as the tenant asks", holds: false)
        }
    }
}
