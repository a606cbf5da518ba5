/// What happened to an authentication. Stored for ever, in order, hash-chained; see `AuthenticationEvent+JSON.swift` for its form.
package enum AuthenticationEvent: CaseEvent {
    package typealias OwnCase = Authentication

    case triggered(until: Instant)
    case validated
    case started(AuthenticationPolicy, deadline: Instant)
    /// With what the device proved.
    case deviceVerified(DeviceDecision)
    case deviceRefused(DeviceDecision)
    /// A judged step names its evidence; nil where none was kept, as of a package that did not open.
    case faceVerified(EvidenceReference?)
    case faceRefused(FaceDecision, EvidenceReference?)
    case faceChallenged(FaceChallenge)
    case documentAdded(EvidenceReference?)
    /// With what is wrong with it; nothing in older ones.
    case documentRefused(DocumentDecision, EvidenceReference?, [DocumentFinding] = [])
    case deviceReplaced(DeviceChange)
    /// A failure of it was one too many within some time: the registration opens to nobody until then. What `decide` does not know,
    /// because the failures of all authentications of the registration count.
    case locked(failures: Int, until: Instant)
    case completed
    case failed(AuthenticationFailure)
    case cancelled
    case expired
    case answered(IdempotencyRecord)

    package var beginsUntil: Instant? {
        if case .triggered(let until) = self { until } else { nil }
    }

    package var evidence: EvidenceReference? {
        switch self {
        case .faceVerified(let evidence), .faceRefused(_, let evidence), .documentAdded(let evidence),
            .documentRefused(_, let evidence, _):
            evidence
        case .triggered, .validated, .started, .deviceVerified, .deviceRefused, .faceChallenged, .deviceReplaced,
            .locked, .completed, .failed, .cancelled, .expired, .answered:
            nil
        }
    }
}
