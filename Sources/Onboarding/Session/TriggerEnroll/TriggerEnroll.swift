package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// A portal begins an enrollment: a session is made and handed over as a QR code.
package struct TriggerEnroll: Sendable {
    let cases: Cases
    let handOver: HandOver
    let triggerAuthenticate: TriggerAuthenticate

    package init(cases: Cases, handOver: HandOver, triggerAuthenticate: TriggerAuthenticate) {
        (self.cases, self.handOver, self.triggerAuthenticate) = (cases, handOver, triggerAuthenticate)
    }

    /// Whether a message can be asked for.
    package var sendsMail: Bool { handOver.mail != nil }

    /// - Parameters:
    ///   - bodyDigest: SHA-256 of the raw body.
    ///   - beginner: who says whom it is of. A page that shows no credential is answered the same whoever it names.
    package func perform(
        _ request: Request, bodyDigest: [UInt8], key: IdempotencyKey? = nil, from beginner: Beginner = .tenant,
        by principal: Principal, at now: Instant
    ) async throws -> Result {
        let handed: HandOff
        do {
            handed = try await cases.once(key, "triggerEnroll", bodyDigest: bodyDigest, by: principal, at: now) {
                try await begin(request, $0, from: beginner, by: principal, at: now)
            }
        } catch let failure as Failure {
            return .failed(failure)
        }
        return .triggered(try await handOver.session(handed))
    }

    /// - Throws: `Failure` where nothing was begun.
    private func begin(
        _ request: Request, _ keyed: KeyedRequest?, from beginner: Beginner, by principal: Principal, at now: Instant
    ) async throws -> HandOff {
        guard
            let username = try request.username.checkedIfPresent(.username, as: "username")?
                .checkedName(as: "username")
        else { throw Failure.usernameMissing }
        let email = try request.email.checkedIfPresent(.username, as: "email")
        let person = Person(
            username: username, email: email, firstName: try request.firstName.checkedIfPresent(as: "firstName"),
            lastName: try request.lastName.checkedIfPresent(as: "lastName"),
            phoneNumber: try request.phoneNumber.checkedIfPresent(as: "phoneNumber"),
            reference: try request.reference.checkedIfPresent(.reference, as: "reference"))
        let tenant = principal.tenant
        var recipient: HandOver.Recipient?
        if request.notifiesByEmail {
            recipient = try handOver.recipient(email)
            // An address of an earlier enrollment is not taken: it may be somebody else's by now.
            if recipient == nil { throw Failure.emailMissing }
        }
        let usernameDigest = try cases.usernameDigest(username, tenant: tenant.id)
        let isOfTenant = beginner == .tenant
        if email == nil {
            let isKnown = try await cases.store.knows(tenant: tenant.id, usernameDigest: usernameDigest)
            guard isOfTenant, isKnown else { throw Failure.emailMissing }
        }
        if isOfTenant, try await cases.store.isComplete(tenant: tenant.id, usernameDigest: usernameDigest) {
            return try await returning(username, request, keyed, by: principal, at: now)
        }
        if Cases.persona(of: username, in: tenant) == .locked {
            throw Failure.lockedOut(until: Cases.endOfLimit(oldest: now))
        }
        let limit = Cases.failureLimit(isOfTenant ? [usernameDigest] : [], at: now)
        if let end = try await cases.endOfLimit(limit, tenant: tenant.id) { throw Failure.lockedOut(until: end) }

        let deadline = now.adding(seconds: tenant.settings.sessionLifetimeInSeconds)
        let (handOff, invitation) = try await handOver.make(for: tenant, to: recipient, until: deadline)
        let beginning = Cases.Beginning(
            person: person, sessionDigest: Cases.sessionDigest(handOff.sessionToken), tenant: tenant,
            events: [.triggered(until: deadline)], keyed: keyed, mail: invitation,
            trigger: principal.operator.map { ($0.id, handOff) }, beginner: beginner)
        do {
            return try await cases.begin(beginning, at: now) { _ in handOff }
        } catch StorageError.usernameComplete {
            throw Failure.usernameRegistered
        } catch StorageError.mailLimitReached(let end) {
            throw Refusal(.mailLimitReached, retryAfterInSeconds: end.secondsAfter(now))
        }
    }

    /// What the tenant has for somebody who is registered.
    private func returning(
        _ username: String, _ request: Request, _ keyed: KeyedRequest?, by principal: Principal, at now: Instant
    ) async throws -> HandOff {
        let purpose: AuthenticationPurpose
        switch principal.tenant.settings.finishedUsername {
        case .refuse: throw Failure.usernameRegistered
        case .authenticate: purpose = .authenticate
        case .reEnroll: purpose = .reEnroll
        }
        guard request.takesRegistered else { throw Failure.usernameRegistered }
        do {
            return try await triggerAuthenticate.begin(
                username, notifiesByEmail: request.notifiesByEmail, for: purpose, request.reference, keyed,
                by: principal, at: now)
        } catch let refusal as Refusal where refusal.reason == .registrationLocked {
            throw Failure.lockedOut(until: now.adding(seconds: Int64(refusal.retryAfterInSeconds ?? 0)))
        } catch let refusal as Refusal where refusal.reason == .authenticationUnavailable {
            throw Failure.usernameRegistered
        }
    }
}
