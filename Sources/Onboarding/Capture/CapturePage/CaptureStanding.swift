package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// How an enrollment or an authentication stands, as the capture page needs to know to go on wherever it was left.
package struct CaptureStanding: Sendable {
    /// What the person does next.
    package enum Step: String, Sendable {
        case consent, device, face, document
        /// Somebody who comes back begins, which takes no consent.
        case start
        /// Their face was verified, and the device is registered.
        case newDevice
        /// It has ended, whichever way.
        case ended
    }

    package enum End: String, Sendable {
        case complete, failed, expired, cancelled
    }

    package enum Review: String, Sendable {
        /// A human may be asked for.
        case possible
        /// One was, and has not decided.
        case requested
    }

    package let step: Step
    /// Nil while it goes on. What a human has accepted is complete.
    package let end: End?
    /// As `EnrollmentStanding`.
    package let reason: EnrollmentReason?
    /// Opens the steps; nil before enroll or authenticate, and of an authentication that has ended.
    package let token: String?
    /// In the order in which they must come; of an authentication as an enrollment calls them.
    package let requiredChecks: [RequiredCheck]
    package let accepted: [RequiredCheck]
    /// What the check that is asked for may use up; nil for one that uses up nothing.
    package let left: Tally?
    package let deadline: Instant?
    package let tenant: Tenant
    package let plan: FaceCapturePlan
    package let requiresChallenge: Bool
    /// Why the face is asked for again, and with which turn; nil where it is not.
    package let faceReopening: FaceReopening?
    package let review: Review?
    /// The enrollment, or the registration that an authentication is of.
    package let enrollmentID: EnrollmentID
    /// What somebody registered comes back for; nil of an enrollment.
    package var purpose: AuthenticationPurpose?
    /// Why an authentication failed for good; nil where it did not.
    package var failure: AuthenticationFailure?
    /// Until when the registration opens to nobody; nil where it does.
    package var lockedUntil: Instant?
}

/// Tells the device that goes on with an enrollment or an authentication how it stands.
package struct CaptureStandings: Sendable {
    let cases: Cases
    let rights: CaptureRights

    /// - Throws: as `CaptureRights`; `tokenUnknown` where the person is being erased at this moment.
    package func standing(holding secret: String?, key: [UInt8]?, at now: Instant) async throws -> CaptureStanding {
        let held = try await rights.held(by: secret, key: key, at: now)
        // Who is being erased at this moment is not told of.
        guard try cases.dataKeyIfKept(of: held.captured.enrollment) != nil else { throw Refusal(.tokenUnknown) }
        return switch held.captured {
        case .enrollment(let stored): try await standing(of: stored, held.tenant, at: now)
        case .visit(let visit): try await standing(of: visit, held.tenant, at: now)
        }
    }

    /// The session token of a case that goes on, which no script is told.
    /// - Throws: also `tokenUnknown` where it has ended: its link opens nothing any more.
    func sessionToken(holding secret: String?, key: [UInt8]?, at now: Instant) async throws -> (Tenant, String) {
        let held = try await rights.held(by: secret, key: key, at: now)
        let enrollment = held.captured.enrollment
        guard let deadline = held.captured.deadline, now < deadline, let sealed = held.right.sealedSession,
            let dataKey = try cases.dataKeyIfKept(of: enrollment)
        else { throw Refusal(.tokenUnknown) }
        let label = CaptureRights.label(enrollment.id, held.right.digest)
        return (held.tenant, String(decoding: try dataKey.open(sealed, associated: label), as: UTF8.self))
    }

    private func standing(
        of stored: StoredEnrollment, _ tenant: Tenant, at now: Instant
    ) async throws -> CaptureStanding {
        guard let standing = EnrollmentStanding(of: try await cases.store.events(of: stored.id), now: now) else {
            throw Refusal(.tokenUnknown)
        }
        let (enrollment, progress) = (stored.enrollment, stored.enrollment.progress)
        let isAccepted = standing.state == .failed && enrollment.review?.standsAlone == true
        let end = isAccepted ? .complete : CaptureStanding.End(standing.state)
        let policy = progress?.policy ?? tenant.settings.policy
        let requiresChallenge = progress == nil ? policy.faceWorkflow == .active : enrollment.requiresChallenge
        return CaptureStanding(
            step: end == nil ? CaptureStanding.Step(of: enrollment) : .ended, end: end,
            reason: isAccepted ? nil : standing.reason,
            token: enrollment.isBegun ? try cases.token(of: stored) : nil,
            requiredChecks: policy.requiredChecks, accepted: standing.accepted.map(\.check),
            left: end == nil ? standing.left : nil, deadline: standing.deadline, tenant: tenant,
            plan: FaceCapturePlan(tenant.settings, answersChallenge: requiresChallenge),
            requiresChallenge: requiresChallenge, faceReopening: progress?.faceReopening,
            review: CaptureStanding.Review(of: enrollment), enrollmentID: stored.id)
    }

    private func standing(
        of visit: Visit, _ tenant: Tenant, at now: Instant
    ) async throws -> CaptureStanding {
        let (stored, authentication) = (visit.stored, visit.stored.authentication)
        let isOverdue = authentication.deadline.map { $0 <= now } ?? false
        let end = isOverdue ? .expired : CaptureStanding.End(authentication.standing)
        let progress = isOverdue ? nil : authentication.progress
        let policy = progress?.policy ?? tenant.settings.policy(for: stored.purpose)
        let requiresChallenge = progress?.requiresChallenge ?? (policy.faceWorkflow == .active)
        return CaptureStanding(
            step: end == nil ? CaptureStanding.Step(after: progress) : .ended, end: end, reason: nil,
            token: try progress.map { _ in try cases.token(of: stored) },
            requiredChecks: policy.requiredChecks.map(RequiredCheck.init),
            accepted: progress?.accepted.map(RequiredCheck.init) ?? [], left: progress?.left,
            deadline: end == nil ? authentication.deadline : nil, tenant: tenant,
            plan: FaceCapturePlan(tenant.settings, answersChallenge: requiresChallenge),
            requiresChallenge: requiresChallenge, faceReopening: nil, review: nil,
            enrollmentID: visit.registration.id, purpose: stored.purpose, failure: authentication.failure,
            lockedUntil: try await cases.lockedUntil(
                cases.lock(of: visit.registration.id, in: tenant), tenant: tenant, at: now))
    }
}

extension RequiredCheck {
    /// What the page does for it, which it does as well for who enrolls.
    fileprivate init(_ check: AuthenticationCheck) {
        self =
            switch check {
            case .verifyDevice: .addDevice
            case .verifyFace: .addFace
            case .addDocument: .addDocument
            }
    }
}

extension CaptureStanding.Step {
    /// The page asks everybody for consent, whatever the tenant asks of others: its text is the only one the person sees.
    init(of enrollment: Enrollment) {
        guard let progress = enrollment.progress, enrollment.hasConsent else {
            self = .consent
            return
        }
        self =
            switch progress.nextCheck {
            case .addDevice: .device
            case .addFace: .face
            case .addDocument: .document
            case nil: .ended
            }
    }
}

extension CaptureStanding.Step {
    /// - Parameter progress: of an authentication that goes on; nil before it is begun.
    fileprivate init(after progress: AuthenticationProgress?) {
        guard let progress else {
            self = .start
            return
        }
        self =
            switch progress.nextCheck {
            case .verifyDevice: .device
            case .verifyFace: .face
            case .addDocument: .document
            case nil: .newDevice
            }
    }
}

extension CaptureStanding.End {
    /// Nil for one that goes on.
    init?(_ state: EnrollmentStanding.State) {
        switch state {
        case .pending: return nil
        case .complete: self = .complete
        case .failed: self = .failed
        case .expired: self = .expired
        case .cancelled: self = .cancelled
        }
    }
}

extension CaptureStanding.Review {
    /// Nil where no machine has refused, and where a human has decided.
    init?(of enrollment: Enrollment) {
        guard case .failed = enrollment.state, enrollment.review?.decision == nil else { return nil }
        self = enrollment.review == nil ? .possible : .requested
    }
}

extension Enrollment {
    /// Whether enroll may have been asked: there is something that its token opens.
    fileprivate var isBegun: Bool {
        switch state {
        case .triggered, .validated: false
        case .open, .complete, .failed, .cancelled, .expired: true
        }
    }
}
