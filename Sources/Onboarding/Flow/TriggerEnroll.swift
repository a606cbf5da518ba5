internal import Foundation
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension Flow {
    /// A portal begins an enrollment: a session is made and handed over as a QR image.
    ///
    /// Failures of the business kind (a field that is missing or empty) are answered as HTTP 200 with FAILURE, as the
    /// vendor does.
    func triggerEnroll(_ call: Call, caller: Caller) async throws -> TriggerResponse {
        let request = try readJSON(TriggerRequest.self, from: call.body)
        guard let username = try request.username.checkedIfPresent(limit: 256) else {
            return TriggerResponse(failure: "User information not found: username is missing")
        }
        let email = try request.email.checkedIfPresent(limit: 256)
        let tenant = caller.tenant
        let usernameDigest = try deployment.keyRing.lookupDigest(
            of: [UInt8](username.utf8), field: "username", tenant: tenant.id)
        if email == nil, try await !deployment.store.knows(tenant: tenant.id, usernameDigest: usernameDigest) {
            return TriggerResponse(failure: "User information not found: email is missing")
        }
        let person = Person(
            username: username, email: email, firstName: try request.firstName.checkedIfPresent(),
            lastName: try request.lastName.checkedIfPresent(),
            phoneNumber: try request.phoneNumber.checkedIfPresent())
        let sessionToken = UUIDText.format(try Random.bytes(16))
        let publicURL = try deployment.publicURL.value
        let image = try await deployment.signaturePool.run(.signature) {
            try QRHandOff.make(
                publicURL: publicURL, sessionToken: sessionToken, keys: try deployment.tenants.keys(of: tenant))
        }

        let deadline = call.now.adding(seconds: tenant.settings.sessionLifetimeInSeconds)
        _ = try await begin(
            person, usernameDigest: usernameDigest, events: [.triggered(until: deadline)],
            sessionDigest: Self.sessionDigest(sessionToken), tenant: tenant, at: call.now)

        return TriggerResponse(
            sessionCallbackURL: image.callbackURL, qrcodeImage: Data(image.png).base64EncodedString(),
            sessionToken: sessionToken)
    }

    /// What stands in the database for a session token.
    static func sessionDigest(_ sessionToken: String) -> [UInt8] {
        Digest.sha256([UInt8](sessionToken.lowercased().utf8))
    }

    /// Makes an enrollment with its own data key, durable when this returns. The key comes first: a key without a row
    /// opens nothing, a row without a key could never be read.
    func begin(
        _ person: Person, usernameDigest: [UInt8], events: [Event], sessionDigest: [UInt8]? = nil, tenant: Tenant,
        cancelsOthersOfUsername: Bool = false, at now: Instant
    ) async throws -> (id: EnrollmentID, token: String) {
        let id = try EnrollmentID.random()
        let dataKey = try await deployment.keyRing.makeDataKey(of: id, tenant: tenant.id)
        let token = try enrollmentToken(of: id, tenant: tenant.id)
        do {
            _ = try await deployment.store.begin(
                NewEnrollment(
                    id: id, tenantID: tenant.id, events: events, sessionDigest: sessionDigest,
                    tokenDigest: Digest.sha256([UInt8](token.utf8)), usernameDigest: usernameDigest,
                    emailDigest: try person.email.map {
                        try deployment.keyRing.lookupDigest(of: [UInt8]($0.utf8), field: "email", tenant: tenant.id)
                    },
                    sealedPerson: try person.sealed(for: id, under: dataKey), createdAt: now),
                cancelsOthersOfUsername: cancelsOthersOfUsername)
        } catch StorageError.usernameComplete {
            try await deployment.keyRing.erase([id])
            throw StorageError.usernameComplete
        }
        return (id, token)
    }

    /// The token of an enrollment: a keyed digest of its id, so that enroll can give the same token again without
    /// the token being stored anywhere.
    func enrollmentToken(of id: EnrollmentID, tenant: TenantID) throws -> String {
        let digest = try deployment.keyRing.lookupDigest(
            of: [UInt8](id.text.utf8), field: "enrollment token", tenant: tenant)
        return UUIDText.format(Array(digest.prefix(16)))
    }
}
