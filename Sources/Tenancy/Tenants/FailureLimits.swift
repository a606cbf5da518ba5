package import OnboardingCore
internal import OnboardingStorage

/// Whom or what the daily limit on failures applies to (decision 0006).
public enum LimitedSubject: Sendable {
    case username(String)
    case documentNumber(String)
    /// An address, or the block that it lies in.
    case address(String)

    fileprivate static let senderField = "sender of failures"

    /// The value, and the field under which its failures are counted.
    fileprivate var lookup: (value: String, field: String) {
        switch self {
        case .username(let value): (NameForm.normalized(value), "username")
        case .documentNumber(let value): (value, "document number")
        case .address(let value): (IPAddress(value)?.block ?? value, Self.senderField)
        }
    }
}

extension TenantAdministration {
    /// Forgets the failures of a person, document or sender, which may then try again today. Takes effect in a running
    /// server at once.
    /// - Returns: how many failures were forgotten.
    public func liftLimit(of subject: LimitedSubject, tenant name: String) async throws -> Int {
        let tenant = try await data.tenant(name: name)
        let (value, field) = subject.lookup
        let digest = try data.keys.lookupDigest(of: [UInt8](value.utf8), field: field, tenant: tenant.id)
        var forgotten = try await data.store.clearFailures(tenant: tenant.id, subject: digest, at: Instant.now())
        // The registration of the person may be locked as well.
        if case .username = subject,
            let registration = try await data.store.registration(tenant: tenant.id, usernameDigest: digest)
        {
            let lock = try data.keys.authenticationsDigest(of: registration.id, tenant: tenant.id)
            forgotten += try await data.store.clearFailures(tenant: tenant.id, subject: lock, at: Instant.now())
        }
        return forgotten
    }
}

extension KeyStore {
    /// As which the failed checks of phones in a block of addresses are counted (decision 0117).
    package func senderDigest(of block: String, tenant: TenantID) throws -> [UInt8] {
        try lookupDigest(of: [UInt8](block.utf8), field: LimitedSubject.senderField, tenant: tenant)
    }

    /// As whom the failed authentications of a registration are counted (decision 0108).
    package func authenticationsDigest(of registration: EnrollmentID, tenant: TenantID) throws -> [UInt8] {
        try lookupDigest(of: [UInt8](registration.text.utf8), field: "authentications of", tenant: tenant)
    }
}
