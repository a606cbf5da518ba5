internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

/// What a device goes on with: an enrollment, or an authentication of one that is complete.
enum CapturedCase: Sendable {
    case enrollment(StoredEnrollment)
    case visit(Visit)

    /// Whose data key seals what is kept of it.
    var enrollment: StoredEnrollment {
        switch self {
        case .enrollment(let stored): stored
        case .visit(let visit): visit.registration
        }
    }

    var authenticationID: AuthenticationID? {
        if case .visit(let visit) = self { visit.stored.id } else { nil }
    }

    var sessionDigest: [UInt8]? {
        switch self {
        case .enrollment(let stored): stored.sessionDigest
        case .visit(let visit): visit.stored.sessionDigest
        }
    }

    /// Nil once it has ended.
    var deadline: Instant? {
        switch self {
        case .enrollment(let stored): stored.enrollment.deadline
        case .visit(let visit): visit.stored.authentication.deadline
        }
    }

    /// Whether it goes on, or has ended a moment ago.
    func isShown(at now: Instant) -> Bool {
        let end = deadline ?? changedAt
        return now < end.adding(seconds: Limit.captureRightLife.seconds)
    }

    /// For how long it may go on once it is begun; 0 where it is.
    func lifetimeLeftInSeconds(in tenant: Tenant) -> Int64 {
        switch self {
        case .enrollment(let stored):
            stored.enrollment.progress == nil ? tenant.settings.enrollmentLifetimeInSeconds : 0
        case .visit(let visit):
            visit.stored.authentication.progress == nil
                ? tenant.settings.policy(for: visit.stored.purpose).lifetimeInSeconds : 0
        }
    }

    private var changedAt: Instant {
        switch self {
        case .enrollment(let stored): stored.changedAt
        case .visit(let visit): visit.stored.changedAt
        }
    }
}

extension Cases {
    /// What a session leads to; nil where nothing has the session.
    func captured(session digest: [UInt8], of tenant: Tenant) async throws -> CapturedCase? {
        if let stored = try await store.enrollment(tenant: tenant.id, sessionDigest: digest) {
            return .enrollment(stored)
        }
        // What a page has begun for somebody who comes back opens no page here, whoever that is.
        guard let stored = try await store.authentication(tenant: tenant.id, sessionDigest: digest),
            try beginner(of: stored) == .tenant
        else { return nil }
        return try await captured(stored)
    }

    /// What a right is for; nil where it is erased.
    func captured(by right: CaptureRightRow) async throws -> CapturedCase? {
        guard let id = right.authenticationID else {
            return try await store.enrollment(right.enrollmentID).map(CapturedCase.enrollment)
        }
        guard let stored = try await store.authentication(id) else { return nil }
        return try await captured(stored)
    }

    private func captured(_ stored: StoredAuthentication) async throws -> CapturedCase? {
        try await store.enrollment(stored.enrollmentID).map { .visit(Visit(stored: stored, registration: $0)) }
    }
}
