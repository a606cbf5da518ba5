internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// A credential as an operator sees it: nothing that opens anything.
public struct CredentialSummary: Sendable {
    public let clientID: String
    public let scopes: String
    /// `secret` or `public-key`, what it is called, and when it ends.
    public let keys: [(kind: String, id: String, end: String?)]
    public let end: String?
    public let isGood: Bool
}

extension TenantAdministration {
    /// The tenant's credentials, oldest first, with the keys that are good.
    public func credentials(tenant name: String) async throws -> [CredentialSummary] {
        let (tenant, now) = (try await data.tenant(name: name), Instant.now())
        return try await data.store.credentials().filter { $0.tenantID == tenant.id }.map { row in
            CredentialSummary(
                clientID: row.clientID, scopes: row.scopes,
                keys: row.keys.filter { $0.endsAt.map { now < $0 } ?? true }.map {
                    ($0.kind.rawValue, $0.id, $0.endsAt?.iso8601WithMilliseconds)
                }, end: row.endsAt?.iso8601WithMilliseconds, isGood: row.endsAt.map { now < $0 } ?? true)
        }
    }

    /// Makes a credential of a tenant.
    /// - Parameters:
    ///   - client: what its client id has behind the tenant's name and a hyphen.
    ///   - scopes: words of `Scope`, at least one.
    ///   - days: until it ends; nil for no end.
    ///   - publicKeyPEM: of a key that signs its assertions; nil for a secret.
    /// - Returns: the client id, and the secret where it has one: it is stored nowhere.
    public func addCredential(
        tenant name: String, client: String, scopes: [String], days: Int?, publicKeyPEM: String?
    ) async throws -> (clientID: String, secret: String?) {
        let (tenant, now) = (try await data.tenant(name: name), Instant.now())
        try Self.check(client: client)
        let (key, secret) = try Self.key(publicKeyPEM, at: now)
        let row = CredentialRow(
            clientID: "\(tenant.name)-\(client)", tenantID: tenant.id, scopes: try Self.text(scopes), createdAt: now,
            endsAt: try days.map { try Self.end(days: $0, after: now) }, keys: [key])
        do {
            try await data.store.add(row)
        } catch StorageError.nameTaken {
            throw ConfigurationError(description: "There is a client \(row.clientID) already.")
        }
        return (row.clientID, secret)
    }

    /// Gives a credential another secret, or another public key. Those of its kind before stay good for `hours` (0: end at once).
    /// A running server knows within a second; bearer tokens that it issued stay valid until they expire.
    /// - Returns: the secret, where it is one.
    public func replaceKey(
        tenant name: String, clientID: String?, publicKeyPEM: String?, overlapInHours hours: Int
    ) async throws -> String? {
        let (tenant, now) = (try await data.tenant(name: name), Instant.now())
        guard (0...Self.longestOverlapInHours).contains(hours) else {
            throw ConfigurationError(description: "overlap must be 0 to \(Self.longestOverlapInHours) hours.")
        }
        let (key, secret) = try Self.key(publicKeyPEM, at: now)
        try await ofKnownCredential(name) {
            try await data.store.add(
                key, to: clientID ?? Tenant.firstClientID(of: tenant.name), of: tenant.id,
                endingOthersAt: now.adding(seconds: Int64(hours) * 3600), at: now)
        }
        return secret
    }

    /// Ends a credential: it gets no more tokens, and those that it has open nothing within a second.
    public func endCredential(tenant name: String, clientID: String) async throws {
        let tenant = try await data.tenant(name: name)
        try await ofKnownCredential(name) {
            try await data.store.endCredential(clientID, of: tenant.id, at: Instant.now())
        }
    }

    /// Two weeks: longer, and it is no rotation but a second secret.
    private static let longestOverlapInHours = 14 * 24

    private func ofKnownCredential(_ name: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch StorageError.unknownSubject {
            throw ConfigurationError(description: "The tenant \(name) has no such client.")
        }
    }

    private static func check(client: String) throws(ConfigurationError) {
        guard (1...Limit.clientName.value).contains(client.utf8.count), client.first != "-",
            client.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d })
        else {
            throw ConfigurationError(
                description:
                    "A client's name is 1 to \(Limit.clientName.value) characters of a-z, 0-9 and -, and begins with a "
                    + "letter or digit.")
        }
    }

    private static func text(_ words: [String]) throws(ConfigurationError) -> String {
        var scopes: Set<Scope> = []
        for word in words {
            guard let scope = Scope(rawValue: word) else {
                throw ConfigurationError(
                    description: "\(word) is no scope. There are "
                        + Scope.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            scopes.insert(scope)
        }
        guard !scopes.isEmpty else {
            throw ConfigurationError(description: "A credential without a scope opens nothing: name one.")
        }
        return Scope.text(scopes)
    }

    private static func end(days: Int, after now: Instant) throws(ConfigurationError) -> Instant {
        guard (1...3650).contains(days) else { throw ConfigurationError(description: "days must be 1 to 3650.") }
        return now.adding(seconds: Int64(days) * 86_400)
    }

    private static func key(
        _ publicKeyPEM: String?, at now: Instant
    ) throws -> (row: CredentialKeyRow, secret: String?) {
        guard let publicKeyPEM else {
            let secret = try TenantCreation.newClientSecret(at: now)
            return (secret.row, secret.text)
        }
        guard let key = try? TokenVerificationKey(pem: publicKeyPEM) else {
            throw ConfigurationError(
                description: "The public key is not PEM (BEGIN PUBLIC KEY) of P-256, or of RSA with 2048 to 4096 bits.")
        }
        return (CredentialKeyRow(kind: .publicKey, id: key.keyID, value: key.spkiDER, createdAt: now), nil)
    }
}
