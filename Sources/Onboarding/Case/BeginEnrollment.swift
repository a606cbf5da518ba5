internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension Cases {
    /// Makes an enrollment with its own data key, durable when this returns. The key comes first: a key without a row opens
    /// nothing, a row without a key could never be read.
    func begin(
        _ person: Person, usernameDigest: [UInt8], events: [Event], sessionDigest: [UInt8]? = nil, tenant: Tenant,
        cancelsOthersOfUsername: Bool = false, at now: Instant
    ) async throws -> (id: EnrollmentID, token: String) {
        let id = try EnrollmentID.random()
        let dataKey = try await keys.makeDataKey(of: id, tenant: tenant.id)
        let token = try token(of: id, tenant: tenant.id)
        do {
            _ = try await store.begin(
                NewEnrollment(
                    id: id, tenantID: tenant.id, events: events, sessionDigest: sessionDigest,
                    tokenDigest: Digest.sha256([UInt8](token.utf8)), usernameDigest: usernameDigest,
                    emailDigest: try person.email.map {
                        try keys.lookupDigest(of: [UInt8]($0.utf8), field: "email", tenant: tenant.id)
                    },
                    sealedPerson: try person.sealed(for: id, under: dataKey), createdAt: now),
                cancelsOthersOfUsername: cancelsOthersOfUsername)
        } catch StorageError.usernameComplete {
            try await keys.erase([id])
            throw StorageError.usernameComplete
        }
        return (id, token)
    }
}
