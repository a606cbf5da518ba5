internal import OnboardingCore
internal import OnboardingStorage

/// A session that stands, with whose it is.
struct KnownSession: Sendable {
    enum Stage: Equatable, Sendable {
        case signedIn, needsSecondFactor, mustSetUpSecondFactor
    }

    let session: OperatorSessionRow
    let person: OperatorRow
    let tenant: Tenant

    var stage: Stage { Self.stage(of: session, person, tenant) }

    /// How far somebody has come with a session: the one rule for whether it opens anything.
    static func stage(of session: OperatorSessionRow, _ person: OperatorRow, _ tenant: Tenant) -> Stage {
        // Whether there was a second factor is the provider's business.
        if session.beginning == .provider { return .signedIn }
        if person.hasSecondFactor { return session.secondFactorAt == nil ? .needsSecondFactor : .signedIn }
        let isAdmin = OperatorRole(rawValue: person.role) == .admin
        return isAdmin && tenant.settings.requiresAdminSecondFactor ? .mustSetUpSecondFactor : .signedIn
    }

    /// When it ends, however much it is used.
    var end: Instant { session.createdAt.adding(seconds: Limit.operatorSession.seconds) }

    /// Of a role that this program does not know nothing is left but what its rights say.
    func principal(at now: Instant) -> Principal {
        let silence = now.adding(seconds: Limit.operatorSilence.seconds)
        let signedIn = SignedInOperator(
            id: person.id, name: person.name, role: OperatorRole(rawValue: person.role) ?? .operator,
            rights: OperatorRight.all(in: person.rights), sessionDigest: session.digest,
            endsAt: min(session.expiresAt, silence), hasPassword: person.passwordHash != nil,
            maySetPasswordAnew: maySetPasswordAnew, hasSecondFactor: person.sealedSecret != nil,
            isOfProvider: isOfProvider)
        return Principal(tenant: tenant, role: .operator(signedIn))
    }

    /// Whether a password may be set without the one before.
    var maySetPasswordAnew: Bool { !isOfProvider && person.passwordHash == nil }

    /// Whether a provider has signed in, who is asked then also of password and second factor.
    var isOfProvider: Bool { session.beginning == .provider }
}
