internal import OnboardingCore

/// What is left of what decisions rested on.
struct KeptRecord: Sendable {
    /// By the id that the events name.
    let evidence: [EvidenceID: ExplainedCase.Kept]
    let erasedAt: Instant?
}

extension ExplainedCase {
    var record: KeptRecord { KeptRecord(evidence: evidence, erasedAt: erasedAt) }
}

extension KeptRecord {
    /// Of a step that names this evidence.
    /// - Parameter rule: what the machine decided by, where the record is not there.
    func material(_ evidence: EvidenceReference?, _ rule: String, isAccepted: Bool) -> StepMaterial {
        guard erasedAt == nil else { return StepMaterial(without: .erased, rule, isAccepted: isAccepted) }
        guard let evidence else { return StepMaterial(without: .notRecorded, rule, isAccepted: isAccepted) }
        let kept = self.evidence[evidence.id]
        return switch kept?.contents {
        case .face(let record):
            record.sandboxPersona.map(StepMaterial.init(decidedBy:))
                ?? StepMaterial(record).judged(by: kept?.duplicateCheck, refuses: true)
        case .document(let record):
            // One that is accepted stays so, whoever is found.
            record.sandboxPersona.map(StepMaterial.init(decidedBy:))
                ?? StepMaterial(record).judged(by: kept?.duplicateCheck, refuses: false)
        case .review, .unreadable, nil: StepMaterial(without: .unreadable, rule, isAccepted: isAccepted)
        }
    }
}

extension Explanation.Rule {
    /// Of a face that was refused before anything was judged, so that nothing was kept.
    init(unjudged decision: FaceDecision, _ challenge: FaceChallenge?, at: Instant) {
        switch decision {
        case .packageUnreadable:
            self.init("package.opens", "the package opens, and holds images that can be read", holds: false)
        case .packageReplayed:
            self.init(
                "package.isNew", "the capture was accepted in no other enrollment", holds: false, .notRecorded)
        case .challengeExpired: self.init(expired: challenge, at: at)
        default: self.init("face", "what the machine decided by", holds: false, .notRecorded)
        }
    }

    private init(expired challenge: FaceChallenge?, at: Instant) {
        self.init("challenge.deadline", "when the challenge was found unanswered, beside its end", holds: false)
        (measuredDate, thresholdDate) = (at.iso8601WithMilliseconds, challenge?.until.iso8601WithMilliseconds)
        (bound, missing) = (.below, nil)
    }
}

extension Explanation.Basis {
    init(_ reference: EvidenceReference?, in record: KeptRecord) {
        guard let reference else {
            self.init(state: .none)
            return
        }
        let kept = record.evidence[reference.id]
        let state: State =
            if record.erasedAt != nil {
                .erased
            } else if let kept {
                if case .unreadable = kept.contents { .unreadable } else { kept.reducedAt == nil ? .whole : .reduced }
            } else {
                .unreadable
            }
        self.init(
            state: state, id: reference.id.text, sha256: reference.sha256,
            reducedAt: record.erasedAt == nil ? kept?.reducedAt?.iso8601WithMilliseconds : nil)
    }
}

extension Counts {
    var word: String {
        switch self {
        case .nothing: "nothing"
        case .capture: "capture"
        case .attempt: "attempt"
        }
    }
}
