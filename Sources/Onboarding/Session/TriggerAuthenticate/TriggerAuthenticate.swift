package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// A portal asks a registered person back: a session is made and handed over as a QR code, and the registered address is sent it
/// where that is asked for.
package struct TriggerAuthenticate: Sendable {
    package struct Request: Sendable {
        let username: String?
        let purpose: AuthenticationPurpose
        /// Whether the person is sent the callback URL by e-mail.
        let notifiesByEmail: Bool
        /// What the tenant calls this authentication by.
        let reference: String?

        package init(
            username: String?, purpose: AuthenticationPurpose = .authenticate, notifiesByEmail: Bool = false,
            reference: String? = nil
        ) {
            self.username = username
            self.purpose = purpose
            self.notifiesByEmail = notifiesByEmail
            self.reference = reference
        }
    }

    let cases: Cases
    let handOver: HandOver

    package init(cases: Cases, handOver: HandOver) {
        (self.cases, self.handOver) = (cases, handOver)
    }

    /// - Parameter bodyDigest: SHA-256 of the raw body.
    /// - Throws: `notRegistered`, `registrationLocked`, `authenticationUnavailable`.
    ///
    /// What a page asks for is `performForPage`.
    package func perform(
        _ request: Request, bodyDigest: [UInt8], key: IdempotencyKey? = nil, by principal: Principal, at now: Instant
    ) async throws -> TriggeredSession {
        let username = try request.username.required(.username, as: "username")
        let reference = try request.reference.checkedIfPresent(.reference, as: "reference")
        let handed = try await cases.once(
            key, "triggerAuthenticate", bodyDigest: bodyDigest, by: principal, at: now
        ) {
            try await begin(
                username, notifiesByEmail: request.notifiesByEmail, for: request.purpose, reference, $0, by: principal,
                at: now)
        }
        return try await handOver.session(handed)
    }

    /// A page asks that shows no credential. It gets a session whoever it names, and nobody is looked for before a phone goes on with it.
    /// - Throws: `authenticationUnavailable` where the tenant asks for a document before anything that nobody could pass.
    package func performForPage(_ request: Request, in tenant: Tenant, at now: Instant) async throws -> TriggeredSession
    {
        let username = try request.username.required(.username, as: "username")
        // Its words of who comes back are not kept.
        _ = try request.reference.checkedIfPresent(.reference, as: "reference")
        guard tenant.settings.policy(for: .authenticate).requiredChecks.first != .addDocument else {
            throw Refusal(.authenticationUnavailable)
        }
        let deadline = now.adding(seconds: tenant.settings.sessionLifetimeInSeconds)
        let (handOff, _) = try await handOver.make(
            for: tenant, to: nil, returningFor: .authenticate, until: deadline)
        try cases.beginPageSession(handOff.sessionToken, for: username, in: tenant, until: deadline, at: now)
        return try await handOver.session(handOff)
    }

    /// Begins the session of somebody who is registered.
    func begin(
        _ username: String, notifiesByEmail: Bool, for purpose: AuthenticationPurpose, _ reference: String?,
        _ keyed: KeyedRequest?, by principal: Principal, at now: Instant
    ) async throws -> HandOff {
        let tenant = principal.tenant
        let registration = try await cases.registration(username: username, tenant: tenant)
        try await cases.check(cases.lock(of: registration.id, in: tenant), tenant: tenant, at: now)
        // What nobody can do is not asked for; what is asked is settled when the phone begins.
        _ = try await cases.policy(for: purpose, of: registration, in: tenant)
        let recipient = notifiesByEmail ? try recipient(of: registration) : nil
        let deadline = now.adding(seconds: tenant.settings.sessionLifetimeInSeconds)
        let (handOff, mail) = try await handOver.make(
            for: tenant, to: recipient, returningFor: purpose, until: deadline)
        let new = Cases.VisitBeginning(
            registration: registration, tenant: tenant, purpose: purpose,
            sessionDigest: Cases.sessionDigest(handOff.sessionToken), events: [.triggered(until: deadline)],
            keyed: keyed, mail: mail.flatMap { mail in recipient.map { (mail, $0.address) } },
            trigger: principal.operator.map { ($0.id, handOff) }, reference: reference)
        return try await cases.begin(new, at: now) { _ in handOff }
    }

    /// The address that the person registered with, and no other: what opens the registration is sent to nobody else.
    private func recipient(of registration: StoredEnrollment) throws -> HandOver.Recipient {
        guard let dataKey = try cases.dataKeyIfKept(of: registration) else { throw Refusal(.notRegistered) }
        let person = try Person(of: registration, under: dataKey)
        guard let recipient = try handOver.recipient(person.email) else {
            throw Refusal(.emailInvalid, message: "The registration has no e-mail", details: RefusalDetails())
        }
        return recipient
    }
}
