package import OnboardingCore
internal import Mail
internal import OnboardingCrypto
internal import OnboardingStorage

/// A portal begins an enrollment: a session is made and handed over as a QR code.
package struct TriggerEnroll: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL
    /// Nil where no mail can be sent.
    let mail: MailSetup?

    /// Whether a message can be asked for.
    package var sendsMail: Bool { mail != nil }

    /// - Parameter bodyDigest: SHA-256 of the raw body.
    package func perform(
        _ request: Request, bodyDigest: [UInt8], key: IdempotencyKey? = nil, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let handed: HandOff
        do {
            handed = try await cases.once(key, "triggerEnroll", bodyDigest: bodyDigest, by: principal, at: now) {
                try await begin(request, $0, by: principal, at: now)
            }
        } catch let failure as Failure {
            return .failed(failure)
        }
        let png = try await signatures.run(.signature) { try QRSymbol(text: handed.callbackURL).image.png() }
        return .triggered(
            Session(
                token: handed.sessionToken, callbackURL: handed.callbackURL, png: png,
                mailIsQueued: handed.mailIsQueued ?? false))
    }

    /// - Throws: `Failure` where nothing was begun.
    private func begin(
        _ request: Request, _ keyed: KeyedRequest?, by principal: Principal, at now: Instant
    ) async throws -> HandOff {
        guard let username = try request.username.checkedIfPresent(.username, as: "username") else {
            throw Failure.usernameMissing
        }
        let email = try request.email.checkedIfPresent(.username, as: "email")
        let person = Person(
            username: username, email: email, firstName: try request.firstName.checkedIfPresent(as: "firstName"),
            lastName: try request.lastName.checkedIfPresent(as: "lastName"),
            phoneNumber: try request.phoneNumber.checkedIfPresent(as: "phoneNumber"),
            reference: try request.reference.checkedIfPresent(.reference, as: "reference"))
        let tenant = principal.tenant
        let recipient = try request.notifiesByEmail ? recipient(email) : nil
        let usernameDigest = try cases.usernameDigest(username, tenant: tenant.id)
        if email == nil, try await !cases.store.knows(tenant: tenant.id, usernameDigest: usernameDigest) {
            throw Failure.emailMissing
        }
        if try await cases.store.isComplete(tenant: tenant.id, usernameDigest: usernameDigest) {
            throw Failure.usernameRegistered
        }
        if Cases.persona(of: username, in: tenant) == .locked {
            throw Failure.lockedOut(until: Cases.endOfLimit(oldest: now))
        }
        let limit = Cases.failureLimit([usernameDigest], at: now)
        if let end = try await cases.endOfLimit(limit, tenant: tenant.id) { throw Failure.lockedOut(until: end) }

        let sessionToken = try UUIDText.random()
        let url = try publicURL.value
        let keys = try tenants.keys(of: tenant)
        let callbackURL = try await signatures.run(.signature) {
            try QRHandOff.callbackURL(publicURL: url, sessionToken: sessionToken, keys: keys)
        }
        let deadline = now.adding(seconds: tenant.settings.sessionLifetimeInSeconds)
        let invitation = try recipient.map { recipient in
            try Invitation(of: tenant, to: recipient.address, callbackURL: callbackURL, until: deadline)
                .outgoing(from: recipient.senderDomain)
        }
        let handOff = HandOff(
            callbackURL: callbackURL, sessionToken: sessionToken, mailIsQueued: invitation == nil ? nil : true)
        let beginning = Cases.Beginning(
            person: person, sessionDigest: Cases.sessionDigest(sessionToken), tenant: tenant,
            events: [.triggered(until: deadline)], keyed: keyed, mail: invitation,
            trigger: principal.operator.map { ($0.id, handOff) })
        do {
            return try await cases.begin(beginning, at: now) { _ in handOff }
        } catch StorageError.usernameComplete {
            throw Failure.usernameRegistered
        } catch StorageError.mailLimitReached(let end) {
            throw Refusal(.mailLimitReached, retryAfterInSeconds: end.secondsAfter(now))
        }
    }

    /// Where the person is sent the callback URL to. An address of an earlier enrollment is not taken: it may be somebody
    /// else's by now.
    /// - Throws: where no message can be sent, before anything is begun.
    private func recipient(_ email: String?) throws -> (address: String, senderDomain: String) {
        guard let mail else { throw Refusal(.mailNotConfigured) }
        guard let email else { throw Failure.emailMissing }
        guard MailAddress(email) != nil else { throw Refusal(.emailInvalid, member: "email") }
        return (email, mail.server.sender.domain)
    }
}
