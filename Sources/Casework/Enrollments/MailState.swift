internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// What became of the message that a person is invited by.
package enum MailState: Equatable, Sendable {
    /// Nobody asked for one.
    case none
    /// It waits, or is being sent.
    case queued
    /// The mail server has it. Whether the person has is not known here.
    case sent(at: Instant)
    case failed(MailFailure)
}

/// Why a message is sent no more.
package enum MailFailure: String, Sendable {
    /// The mail server refuses it for good, as a rule because there is no such address.
    case refused
    /// It was not taken while its link was good.
    case expired
    /// The person has begun without it, or the enrollment has ended.
    case unneeded
    /// What was stored is damaged.
    case unreadable
}

extension Enrollments {
    /// What became of the invitation of the enrollment that a session handed over.
    package func mailState(session token: String?, by principal: Principal, at now: Instant) async throws -> MailState {
        let stored = try await cases.enrollment(sessionToken: try token.required(as: "sessionToken"), for: principal)
        return try await cases.mailState(of: stored.id, at: now)
    }

    /// The same of an enrollment of the principal's tenant, by its id.
    package func mailState(_ id: String?, by principal: Principal, at now: Instant) async throws -> MailState {
        guard let id = id.flatMap(EnrollmentID.init(text:)), let stored = try await cases.store.enrollment(id),
            stored.tenantID == principal.tenant.id
        else { throw Refusal(.enrollmentUnknown) }
        return try await cases.mailState(of: id, at: now)
    }
}

extension Cases {
    func mailState(of id: EnrollmentID, at now: Instant) async throws -> MailState {
        guard let mail = try await store.mail(of: id).last else { return .none }
        switch mail.progress {
        case .sent(let at): return .sent(at: at)
        case .givenUp(_, let cause): return .failed(MailFailure(rawValue: cause) ?? .unreadable)
        // Nobody may look at it any more, such as where no mail server is named now.
        case .waiting: return mail.expiresAt > now ? .queued : .failed(.expired)
        case .sending: return .queued
        }
    }
}
