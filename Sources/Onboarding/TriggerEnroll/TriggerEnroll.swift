package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// A portal begins an enrollment: a session is made and handed over as a QR code.
package struct TriggerEnroll: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL

    package struct Request: Sendable {
        let username: String?
        let email: String?
        let firstName: String?
        let lastName: String?
        let phoneNumber: String?

        package init(username: String?, email: String?, firstName: String?, lastName: String?, phoneNumber: String?) {
            self.username = username
            self.email = email
            self.firstName = firstName
            self.lastName = lastName
            self.phoneNumber = phoneNumber
        }
    }

    package enum Result: Sendable {
        case triggered(Session)
        /// Nothing was begun: who the person is was not said, or not enough of it.
        case personUnknown(missing: Missing)
    }

    package struct Session: Sendable {
        package let token: String
        package let callbackURL: String
        /// PNG of the QR code that says the callback URL.
        package let png: [UInt8]
    }

    package enum Missing: Sendable {
        case username
        /// Of a username that the tenant never enrolled.
        case email
    }

    package func perform(_ request: Request, by principal: Principal, at now: Instant) async throws -> Result {
        guard let username = try request.username.checkedIfPresent(.username) else {
            return .personUnknown(missing: .username)
        }
        let email = try request.email.checkedIfPresent(.username)
        let tenant = principal.tenant
        let usernameDigest = try cases.usernameDigest(username, tenant: tenant.id)
        if email == nil, try await !cases.store.knows(tenant: tenant.id, usernameDigest: usernameDigest) {
            return .personUnknown(missing: .email)
        }
        let person = Person(
            username: username, email: email, firstName: try request.firstName.checkedIfPresent(),
            lastName: try request.lastName.checkedIfPresent(),
            phoneNumber: try request.phoneNumber.checkedIfPresent())
        let sessionToken = UUIDText.format(try Random.bytes(16))
        let url = try publicURL.value
        let keys = try tenants.keys(of: tenant)
        let handOff = try await signatures.run(.signature) {
            try QRHandOff.make(publicURL: url, sessionToken: sessionToken, keys: keys)
        }

        let deadline = now.adding(seconds: tenant.settings.sessionLifetimeInSeconds)
        _ = try await cases.begin(
            person, usernameDigest: usernameDigest, events: [.triggered(until: deadline)],
            sessionDigest: Cases.sessionDigest(sessionToken), tenant: tenant, at: now)
        return .triggered(Session(token: sessionToken, callbackURL: handOff.callbackURL, png: handOff.png))
    }
}
