package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage

/// What the clients of a tenant show to get tokens: listed, made, given other keys, ended. A running server knows of a change
/// within a second.
package struct ClientCredentials: Sendable {
    /// A credential as an administrator sees it: nothing that opens anything.
    package struct Summary: Equatable, Sendable {
        package struct Key: Equatable, Sendable {
            /// `secret` or `public-key`.
            package let kind: String
            package let id: String
            package let createdAt: Instant
            package let endsAt: Instant?
        }

        package let clientID: String
        /// Words, a blank between, as they are stored.
        package let scopes: String
        /// Those that are good, oldest first.
        package let keys: [Key]
        package let createdAt: Instant
        package let endsAt: Instant?
        package let isGood: Bool
    }

    /// What is asked for is none that can be made.
    package enum Failure: String, Error, Equatable, CaseIterable, Sendable {
        case nameMalformed, nameTaken, scopeUnknown, scopeMissing, daysOutOfRange, overlapOutOfRange, publicKeyInvalid
        case clientUnknown, clientEnded
    }

    /// A client's id, and its secret where it has one: it is stored nowhere.
    package struct Made: Equatable, Sendable {
        package let clientID: String
        package let secret: String?
    }

    package static let days = 1...3650
    /// Two weeks: longer, and it is no rotation but a second secret.
    package static let overlapInHours = 0...14 * 24

    private let store: any Store
    /// The operator in whose name it is done; nil for whoever has the master key, who may do everything.
    private var administrator: Principal?
    private var isTrial = false

    package init(data: DataDirectory) {
        store = data.store
    }

    package init(store: any Store) {
        self.store = store
    }

    /// The same for an operator of the tenant. They give no client a scope that stands for a right which they lack, and no other
    /// key to a client that has one: whoever holds its secret is as good as the client.
    /// - Throws: `roleMissing`, `scopeMissing`.
    package func by(_ principal: Principal) throws(Refusal) -> ClientCredentials {
        try principal.require(right: .credentials)
        var bounded = self
        bounded.administrator = principal
        return bounded
    }

    /// The same, which refuses what cannot be done and does nothing.
    package var trial: ClientCredentials {
        var trial = self
        trial.isTrial = true
        return trial
    }

    /// The tenant's credentials, oldest first.
    package func list(of tenant: TenantID, at now: Instant) async throws -> [Summary] {
        try await store.credentials().filter { $0.tenantID == tenant }.map { row in
            Summary(
                clientID: row.clientID, scopes: row.scopes,
                keys: row.keys.filter { $0.isGood(at: now) }.map {
                    .init(kind: $0.kind.rawValue, id: $0.id, createdAt: $0.createdAt, endsAt: $0.endsAt)
                },
                createdAt: row.createdAt, endsAt: row.endsAt, isGood: row.isGood(at: now))
        }
    }

    /// Makes a credential.
    /// - Parameters:
    ///   - client: what its client id has behind the tenant's name and a hyphen.
    ///   - scopes: words of `Scope`, at least one.
    ///   - days: until it ends; nil for no end.
    ///   - publicKeyPEM: of a key that signs its assertions; nil for a secret.
    /// - Throws: `Failure`; `Refusal` with `scopeMissing` where the administrator may not give a scope.
    package func add(
        _ client: String, to tenant: (id: TenantID, name: String), scopes: [String], days: Int?, publicKeyPEM: String?,
        at now: Instant
    ) async throws -> Made {
        guard Self.isName(client) else { throw Failure.nameMalformed }
        let scopes = try Self.scopes(scopes)
        try check(mayGive: scopes)
        let end = try days.map { days in
            guard Self.days.contains(days) else { throw Failure.daysOutOfRange }
            return now.adding(seconds: Int64(days) * 86_400)
        }
        let (key, secret) = try Self.key(publicKeyPEM, at: now)
        let clientID = "\(tenant.name)-\(client)"
        guard try await !store.credentials().contains(where: { $0.clientID == clientID }) else {
            throw Failure.nameTaken
        }
        guard try mayWrite() else { return Made(clientID: clientID, secret: nil) }
        let row = CredentialRow(
            clientID: clientID, tenantID: tenant.id, scopes: Scope.text(scopes), createdAt: now,
            endsAt: end, keys: [key])
        do {
            try await store.add(row)
        } catch StorageError.nameTaken {
            throw Failure.nameTaken
        }
        return Made(clientID: row.clientID, secret: secret)
    }

    /// Gives a credential another secret, or another public key. Those of its kind before stay good for `hours` (0: end at once);
    /// bearer tokens that it issued stay valid until they expire.
    /// - Throws: as `add`; `clientEnded` where the credential has ended, which no key brings back.
    package func replaceKey(
        of clientID: String, of tenant: TenantID, publicKeyPEM: String?, overlapInHours hours: Int, at now: Instant
    ) async throws -> Made {
        guard Self.overlapInHours.contains(hours) else { throw Failure.overlapOutOfRange }
        let row = try await row(clientID, of: tenant)
        guard row.isGood(at: now) else { throw Failure.clientEnded }
        try check(mayGive: Scope.all(in: row.scopes))
        let (key, secret) = try Self.key(publicKeyPEM, at: now)
        guard try mayWrite() else { return Made(clientID: clientID, secret: nil) }
        try await store.add(
            key, to: clientID, of: tenant, endingOthersAt: now.adding(seconds: Int64(hours) * 3600), at: now)
        return Made(clientID: clientID, secret: secret)
    }

    /// Ends a credential: it gets no more tokens, and those that it has open nothing within a second.
    package func end(_ clientID: String, of tenant: TenantID, at now: Instant) async throws {
        _ = try await row(clientID, of: tenant)
        try await store.endCredential(clientID, of: tenant, at: now)
    }

    /// False of a trial. Ending a credential takes one operator, whatever the tenant's `fourEyes` says, and is not asked for.
    /// - Throws: `secondOperatorRequired`.
    private func mayWrite() throws(Refusal) -> Bool {
        if isTrial { return false }
        try administrator?.requireColleague(for: .credentials)
        return true
    }

    /// - Throws: `clientUnknown`, also for another tenant's.
    private func row(_ clientID: String, of tenant: TenantID) async throws -> CredentialRow {
        let found = try await store.credentials().first { $0.clientID == clientID && $0.tenantID == tenant }
        guard let found else { throw Failure.clientUnknown }
        return found
    }

    private func check(mayGive scopes: Set<Scope>) throws(Refusal) {
        guard let administrator else { return }
        let lacking = Scope.allCases.filter { scopes.contains($0) && !administrator.has($0) }
        guard lacking.isEmpty else {
            throw Refusal(.scopeMissing, details: RefusalDetails(allowed: lacking.map(\.rawValue)))
        }
    }

    private static func isName(_ client: String) -> Bool {
        (1...Limit.clientName.value).contains(client.utf8.count) && client.first != "-"
            && client.utf8.allSatisfy {
                (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d
            }
    }

    private static func scopes(_ words: [String]) throws(Failure) -> Set<Scope> {
        var scopes: Set<Scope> = []
        for word in words {
            guard let scope = Scope(rawValue: word) else { throw .scopeUnknown }
            scopes.insert(scope)
        }
        guard !scopes.isEmpty else { throw .scopeMissing }
        return scopes
    }

    private static func key(
        _ publicKeyPEM: String?, at now: Instant
    ) throws -> (row: CredentialKeyRow, secret: String?) {
        guard let publicKeyPEM else {
            let secret = try TenantCreation.newClientSecret(at: now)
            return (secret.row, secret.text)
        }
        guard let key = try? TokenVerificationKey(pem: publicKeyPEM) else { throw Failure.publicKeyInvalid }
        return (CredentialKeyRow(kind: .publicKey, id: key.keyID, value: key.spkiDER, createdAt: now), nil)
    }
}

extension CredentialRow {
    fileprivate func isGood(at now: Instant) -> Bool { endsAt.map { now < $0 } ?? true }
}

extension CredentialKeyRow {
    fileprivate func isGood(at now: Instant) -> Bool { endsAt.map { now < $0 } ?? true }
}
