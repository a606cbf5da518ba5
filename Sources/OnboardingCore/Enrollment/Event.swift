/// What happened to an enrollment. Stored for ever, in order, hash-chained; see `Event+JSON.swift` for its form.
package enum Event: CaseEvent {
    package typealias OwnCase = Enrollment

    case triggered(until: Instant)
    /// The registration code that the enrollment has from its beginning, whatever becomes of it.
    case codeReserved(registrationCode: String)
    case validated
    case started(Policy, deadline: Instant)
    case consentGiven(Consent)
    case deviceAdded
    /// A judged step names its evidence; nil where none was kept, as of a package that did not open.
    case faceAdded(EvidenceReference?)
    case faceRefused(FaceDecision, EvidenceReference?)
    case faceChallenged(FaceChallenge)
    /// So many images of the face were taken over from the tenant's own client, which vouches for them: nobody has judged
    /// whether a living person was before a camera.
    case facesTaken(count: Int)
    case documentAdded(EvidenceReference?)
    /// With what is wrong with it; nothing in older ones.
    case documentRefused(DocumentDecision, EvidenceReference?, [DocumentFinding] = [])
    /// The face that was accepted is accepted no longer.
    case faceReopened(FaceReopening)
    /// The face is that of this registration of the tenant, as far as a machine can tell. Once that is erased, its id leads to
    /// nobody.
    case duplicateFound(of: EnrollmentID)
    case completed(registrationCode: String)
    case failed(FailureReason)
    case cancelled
    case expired
    /// A human shall look at what a machine has refused.
    case reviewRequested
    /// A human has: beside the machine's decision, which stays on record. An acceptance is followed by `completed`, or by
    /// `captureAsked`.
    case reviewed(Review.Decision, EvidenceReference?)
    /// There is no face to register whom a human has accepted by: it is asked for, and all else that the policy names counts as
    /// accepted.
    case captureAsked(Policy, deadline: Instant)
    case answered(IdempotencyRecord)

    package var beginsUntil: Instant? {
        if case .triggered(let until) = self { until } else { nil }
    }

    package var evidence: EvidenceReference? {
        switch self {
        case .faceAdded(let evidence), .faceRefused(_, let evidence), .documentAdded(let evidence),
            .documentRefused(_, let evidence, _), .reviewed(_, let evidence):
            evidence
        case .triggered, .codeReserved, .validated, .started, .consentGiven, .deviceAdded, .facesTaken, .faceChallenged,
            .faceReopened, .duplicateFound, .completed, .failed, .cancelled, .expired, .reviewRequested,
            .captureAsked, .answered:
            nil
        }
    }
}
