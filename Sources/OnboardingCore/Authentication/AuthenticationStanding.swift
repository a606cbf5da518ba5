/// How an authentication stands or ended, and why: what its events tell whoever did not take part, as `EnrollmentStanding` of an
/// enrollment.
package struct AuthenticationStanding: Equatable, Sendable {
    /// A check that was accepted.
    package struct Accepted: Equatable, Sendable {
        package let check: AuthenticationCheck
        package let at: Instant
        /// The request that it was the answer to; nil where none is on record.
        package internal(set) var record: IdempotencyRecord?
    }

    /// A check that was done and not accepted.
    package struct Refused: Equatable, Sendable {
        package let check: AuthenticationCheck
        package let reason: AuthenticationReason
        package let at: Instant
        /// What is wrong with the document; empty for every other check.
        package var findings: [DocumentFinding] = []
    }

    package private(set) var state = EnrollmentStanding.State.pending
    /// What ended it; of one that goes on what its last check was refused for, until that was accepted. Nil where there is nothing to
    /// say.
    package private(set) var reason: AuthenticationReason?
    /// The check that is asked for, or was when it ended; nil before it started, and where all were accepted.
    package private(set) var check: AuthenticationCheck?
    /// Oldest first.
    package private(set) var accepted: [Accepted] = []
    package private(set) var lastRefused: Refused?
    /// What all checks together may use up yet; nil before it started and once it is complete.
    package private(set) var left: Tally?
    /// What its device showed last; nil where it showed nothing.
    package private(set) var device: DeviceDecision?
    /// What became of the devices of the registration; nil where none was added.
    package private(set) var deviceChange: DeviceChange?
    package let begunAt: Instant
    package private(set) var endedAt: Instant?
    /// When it ends by itself; nil once it has ended.
    package private(set) var deadline: Instant?

    /// - Parameters:
    ///   - events: all of an authentication, the oldest first.
    ///   - now: one whose deadline has passed has expired, whether or not the job that ends it came round.
    /// - Returns: nil where they do not begin as those of an authentication do.
    package init?(of events: [(at: Instant, event: AuthenticationEvent)], now: Instant) {
        guard let first = events.first, case .triggered(let until) = first.event else { return nil }
        begunAt = first.at
        var authentication = Authentication.triggered(until: until)
        for (at, event) in events.dropFirst() {
            authentication = evolve(authentication, event)
            take(event, at: at)
            if let progress = authentication.progress { (check, left) = (progress.nextCheck, progress.left) }
        }
        deadline = authentication.deadline
        if let deadline, deadline <= now {
            end(.expired, .expired, at: deadline)
            self.deadline = nil
        }
    }

    private mutating func take(_ event: AuthenticationEvent, at instant: Instant) {
        switch event {
        case .deviceVerified(let decision):
            device = decision
            accept(.verifyDevice, at: instant)
        case .deviceRefused(let decision):
            device = decision
            refuse(.verifyDevice, AuthenticationReason(decision), at: instant)
        case .faceVerified: accept(.verifyFace, at: instant)
        case .faceRefused(let decision, _):
            refuse(.verifyFace, EnrollmentReason(decision).map(AuthenticationReason.capture), at: instant)
        case .documentAdded: accept(.addDocument, at: instant)
        case .documentRefused(let decision, _, let findings):
            refuse(.addDocument, EnrollmentReason(decision).map(AuthenticationReason.capture), findings, at: instant)
        case .deviceReplaced(let change): deviceChange = change
        case .completed:
            end(.complete, nil, at: instant)
            (check, left) = (nil, nil)
        case .failed(let failure): end(.failed, .exhausted(failure), at: instant)
        case .cancelled: end(.cancelled, .cancelled, at: instant)
        case .expired: end(.expired, .expired, at: instant)
        case .answered(let record):
            if let last = accepted.indices.last, accepted[last].record == nil, record.step == accepted[last].check.step
            {
                accepted[last].record = record
            }
        case .triggered, .validated, .started, .faceChallenged, .locked: break
        }
    }

    private mutating func accept(_ check: AuthenticationCheck, at instant: Instant) {
        accepted.append(Accepted(check: check, at: instant))
        reason = nil
    }

    private mutating func refuse(
        _ check: AuthenticationCheck, _ refused: AuthenticationReason?, _ findings: [DocumentFinding] = [],
        at instant: Instant
    ) {
        guard let refused else { return }
        reason = refused
        lastRefused = Refused(check: check, reason: refused, at: instant, findings: findings)
    }

    private mutating func end(
        _ state: EnrollmentStanding.State, _ reason: AuthenticationReason?, at instant: Instant
    ) {
        (self.state, self.reason, endedAt) = (state, reason, instant)
    }
}

extension AuthenticationCheck {
    /// Under which its requests are on record.
    package var step: Step {
        switch self {
        case .verifyDevice: .verifyDevice
        case .verifyFace: .verifyFace
        case .addDocument: .addDocument
        }
    }
}

/// Why an authentication is not complete, as its tenant is told. A code is never renamed, reused or removed; `docs/openapi.yaml`
/// publishes the list.
package enum AuthenticationReason: Equatable, Sendable {
    case exhausted(AuthenticationFailure)
    case expired
    case cancelled
    /// Not a device of the registration.
    case deviceUnknown
    case deviceSignatureInvalid
    /// The device has no key, and the tenant asks for one.
    case deviceKeyMissing
    /// Of a face or a document, which are judged as in an enrollment.
    case capture(EnrollmentReason)

    /// Nil for a device that was accepted.
    package init?(_ decision: DeviceDecision) {
        switch decision {
        case .signed, .identified: return nil
        case .unknownDevice: self = .deviceUnknown
        case .signatureInvalid: self = .deviceSignatureInvalid
        case .keyMissing: self = .deviceKeyMissing
        }
    }

    package var code: String {
        switch self {
        case .exhausted(let failure): failure.rawValue
        case .expired: "AUTHENTICATION_EXPIRED"
        case .cancelled: "AUTHENTICATION_CANCELLED"
        case .deviceUnknown: "DEVICE_UNKNOWN"
        case .deviceSignatureInvalid: "DEVICE_SIGNATURE_INVALID"
        case .deviceKeyMissing: "DEVICE_KEY_MISSING"
        case .capture(let reason): reason.rawValue
        }
    }
}
