package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// How far the enrollment or authentication behind a session is.
package struct SessionStatus: Sendable {
    let cases: Cases

    package struct Standing: Equatable, Sendable {
        package let enrollmentID: EnrollmentID
        package let status: CaseStatus
        /// Of one that a machine has refused.
        package var review: Review?
        /// How often the enrollment was written: what else there is to tell may have changed with it.
        package let version: Int
        /// Why the face is asked for again, and with which turn; nil where it is not.
        package let faceReopening: FaceReopening?
        /// Whether the next capture of the face has to answer a challenge.
        package var requiresChallenge = false
        /// What a registered person comes back for; nil of an enrollment.
        package var purpose: AuthenticationPurpose?
    }

    package func perform(sessionToken: String?, by principal: Principal, at now: Instant) async throws -> Standing {
        let token = try sessionToken.required(as: "sessionToken")
        if let visit = try await cases.visit(sessionToken: token, by: principal) {
            return Self.standing(of: visit.stored, at: now)
        }
        let digest = Cases.sessionDigest(token)
        if principal.opens(sessionDigest: digest),
            let session = cases.pageSessions.session(digest, of: principal.tenant.id)
        {
            return try await standing(of: session, at: now)
        }
        let stored = try await cases.store.enrollment(
            tenant: principal.tenant.id, sessionDigest: Cases.sessionDigest(token))
        guard let stored, principal.opens(sessionDigest: stored.sessionDigest) else { throw Refusal(.tokenUnknown) }
        // The job that ends overdue enrollments comes round every few seconds; the answer does not wait for it.
        if let deadline = stored.enrollment.deadline, deadline <= now {
            return Standing(enrollmentID: stored.id, status: .failed, version: stored.version, faceReopening: nil)
        }
        return Standing(
            enrollmentID: stored.id, status: stored.enrollment.status, review: stored.enrollment.review,
            version: stored.version,
            faceReopening: stored.enrollment.progress?.faceReopening,
            requiresChallenge: stored.enrollment.requiresChallenge)
    }

    private static func standing(of stored: StoredAuthentication, at now: Instant) -> Standing {
        standing(of: stored.authentication, version: stored.version, stored.enrollmentID, stored.purpose, at: now)
    }

    /// Of what a page has begun: the registration, if there is one, is there to be told of what happens to it.
    private func standing(of session: PageSessions.Session, at now: Instant) async throws -> Standing {
        let found = try await cases.store.registration(
            tenant: session.tenant, usernameDigest: session.usernameDigest)
        return Self.standing(
            of: session.authentication, version: session.version, try found?.id ?? .random(), .authenticate, at: now)
    }

    private static func standing(
        of authentication: Authentication, version: Int, _ registration: EnrollmentID,
        _ purpose: AuthenticationPurpose, at now: Instant
    ) -> Standing {
        let isOverdue = authentication.deadline.map { $0 <= now } ?? false
        return Standing(
            enrollmentID: registration, status: isOverdue ? .failed : authentication.status, version: version,
            faceReopening: nil, requiresChallenge: !isOverdue && authentication.requiresChallenge, purpose: purpose)
    }
}
