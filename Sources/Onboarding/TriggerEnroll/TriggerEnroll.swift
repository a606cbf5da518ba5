package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// A portal begins an enrollment: a session is made and handed over as a QR code.
package struct TriggerEnroll: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL

    /// - Parameter bodyDigest: SHA-256 of the raw body.
    package func perform(
        _ request: Request, bodyDigest: [UInt8], key: IdempotencyKey? = nil, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let handed: HandedOver
        do {
            handed = try await cases.once(key, "triggerEnroll", bodyDigest: bodyDigest, by: principal, at: now) {
                try await begin(request, $0, by: principal, at: now)
            }
        } catch let failure as Failure {
            return .failed(failure)
        }
        let png = try await signatures.run(.signature) { try QRSymbol(text: handed.callbackURL).image.png() }
        return .triggered(Session(token: handed.sessionToken, callbackURL: handed.callbackURL, png: png))
    }

    /// - Throws: `Failure` where nothing was begun.
    private func begin(
        _ request: Request, _ keyed: KeyedRequest?, by principal: Principal, at now: Instant
    ) async throws -> HandedOver {
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
        let beginning = Cases.Beginning(
            person: person, sessionDigest: Cases.sessionDigest(sessionToken), tenant: tenant,
            events: [.triggered(until: deadline)], keyed: keyed)
        do {
            return try await cases.begin(beginning, at: now) { _ in
                HandedOver(callbackURL: callbackURL, sessionToken: sessionToken)
            }
        } catch StorageError.usernameComplete {
            throw Failure.usernameRegistered
        }
    }
}
