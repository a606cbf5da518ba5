package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// How an enrollment stands, as the capture page needs to know to go on wherever it was left.
package struct CaptureStanding: Sendable {
    /// What the person does next.
    package enum Step: String, Sendable {
        case consent, device, face, document
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
    package let sessionToken: String
    /// Nil before enroll.
    package let enrollmentToken: String?
    /// In the order in which they must come.
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
}

/// Tells the device that goes on with an enrollment how it stands.
package struct CaptureStandings: Sendable {
    let cases: Cases
    let rights: CaptureRights

    /// - Throws: as `CaptureRights`; `tokenUnknown` where the person is being erased at this moment.
    package func standing(holding secret: String?, at now: Instant) async throws -> CaptureStanding {
        let held = try await rights.held(by: secret, at: now)
        let (stored, tenant) = (held.stored, held.tenant)
        guard let standing = EnrollmentStanding(of: try await cases.store.events(of: stored.id), now: now),
            let sealed = held.right.sealedSession, let dataKey = try cases.dataKeyIfKept(of: stored)
        else { throw Refusal(.tokenUnknown) }
        let sessionToken = String(
            decoding: try dataKey.open(sealed, associated: CaptureRights.label(stored.id, held.right.digest)),
            as: UTF8.self)
        let (enrollment, progress) = (stored.enrollment, stored.enrollment.progress)
        let isAccepted = enrollment.review?.decision == .accepted
        let end = isAccepted ? .complete : CaptureStanding.End(standing.state)
        let policy = progress?.policy ?? tenant.settings.policy
        let requiresChallenge = progress == nil ? policy.faceWorkflow == .active : enrollment.requiresChallenge
        return CaptureStanding(
            step: end == nil ? CaptureStanding.Step(of: enrollment) : .ended, end: end,
            reason: isAccepted ? nil : standing.reason, sessionToken: sessionToken,
            enrollmentToken: enrollment.isBegun ? try cases.token(of: stored) : nil,
            requiredChecks: policy.requiredChecks, accepted: standing.accepted.map(\.check),
            left: end == nil ? standing.left : nil, deadline: standing.deadline, tenant: tenant,
            plan: FaceCapturePlan(tenant.settings, answersChallenge: requiresChallenge),
            requiresChallenge: requiresChallenge, faceReopening: progress?.faceReopening,
            review: CaptureStanding.Review(of: enrollment))
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
