/// What somebody wants of an enrollment.
package enum Command: CaseCommand {
    case validate
    /// enroll, with a consent or without.
    case start(Policy, Consent? = nil)
    case giveConsent(Consent)
    case addDevice
    /// Without a reference where no evidence is kept.
    /// - answering: the reopening that the capture was judged under; nil where the face was not asked for again then.
    /// - challenge: that the capture answers; nil for a passive one.
    case addFace(
        FaceDecision, EvidenceReference? = nil, answering: FaceReopening? = nil, challenge: ChallengeID? = nil)
    /// Asks for what the next capture has to show: the one that stands, or else this one.
    case challengeFace(FaceChallenge)
    case addDocument(DocumentDecision, EvidenceReference? = nil, findings: [DocumentFinding] = [])
    /// The document is accepted, and the face that was accepted before it has to be captured again.
    case addDocumentReopeningFace(FaceReopening, EvidenceReference? = nil)
    case cancel
    /// The person, or the tenant for them, wants a human to look at it.
    case requestReview
    /// - asking: what is asked for before an acceptance registers, which is the face alone; nil where it registers at once.
    case review(Review.Decision, EvidenceReference? = nil, asking: Policy? = nil)
    case expire

    package func resting(on evidence: EvidenceReference) -> Command {
        switch self {
        case .addFace(let decision, _, let answered, let challenge):
            .addFace(decision, evidence, answering: answered, challenge: challenge)
        case .addDocument(let decision, _, let findings): .addDocument(decision, evidence, findings: findings)
        case .addDocumentReopeningFace(let reopening, _): .addDocumentReopeningFace(reopening, evidence)
        case .review(let decision, _, let policy): .review(decision, evidence, asking: policy)
        case .validate, .start, .giveConsent, .addDevice, .challengeFace, .cancel, .requestReview, .expire: self
        }
    }
}

/// Another registration of the tenant with the face of whoever enrolls.
package struct FoundDuplicate: Equatable, Sendable {
    package let enrollment: EnrollmentID
    /// Whether the tenant registers nobody twice; else its operators are told.
    package let isRefused: Bool

    package init(_ enrollment: EnrollmentID, isRefused: Bool) {
        self.enrollment = enrollment
        self.isRefused = isRefused
    }
}

/// A command with what identifies and dates it.
package struct Proposal: CaseProposal {
    package let command: Command
    package let record: IdempotencyRecord?
    package let at: Instant
    package let recordedAt: Instant
    /// Used if the command completes an enrollment that has reserved none.
    package let registrationCode: String
    /// Found for a face that is accepted or refused for it, or when the enrollment was about to be complete.
    package let duplicate: FoundDuplicate?

    package init(
        _ command: Command, record: IdempotencyRecord?, at instant: Instant, recordedAt: Instant? = nil,
        registrationCode: String, duplicate: FoundDuplicate? = nil
    ) {
        self.command = command
        self.record = record
        at = instant
        self.recordedAt = max(instant, recordedAt ?? instant)
        self.registrationCode = registrationCode
        self.duplicate = duplicate
    }

    package func resting(on evidence: EvidenceReference) -> Proposal {
        Proposal(
            command.resting(on: evidence), record: record, at: at, recordedAt: recordedAt,
            registrationCode: registrationCode, duplicate: duplicate)
    }
}

/// What a command does to an enrollment.
package typealias Decision = CaseDecision<Event>
