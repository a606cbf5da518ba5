internal import Foundation
package import Logging
package import OnboardingCore
internal import OnboardingCrypto
package import OnboardingStorage
internal import Synchronization

/// The tenants of the installation in memory: by realm, name and API key, with settings and keys, and the token keys. Looks
/// at most every half second whether another process has changed something, so that every request knows what changed a
/// second ago.
package final class TenantDirectory: Sendable {
    /// Damage to one tenant's keys or configuration is an error for requests of that tenant alone.
    private typealias Entry = Result<Tenant, StorageError>

    /// What a tenant was made of: while that is the same, so is the tenant.
    private struct Origin: Equatable {
        let row: TenantRow
        let credentials: [CredentialRow]
        let logo: LogoMark?
        let mark: TenantMark?
    }

    private struct Contents {
        var byRealm: [String: Entry] = [:]
        var byName: [String: Entry] = [:]
        var byAPIKey: [[UInt8]: Entry] = [:]
        var byID: [TenantID: Entry] = [:]
        /// Of all, also of the disabled ones, which nothing else names.
        var entries: [TenantID: Entry] = [:]
        var keys: [TenantID: TenantKeys] = [:]
        var origins: [TenantID: Origin] = [:]
        var tokens: AccessTokens?
        var changeCounter = -1
        /// When the last completed look of a request began.
        var checkedAt = Instant(millisecondsSince1970: .min)
        /// When the last completed look of a job began.
        var checkedByJobAt = Instant(millisecondsSince1970: .min)
    }

    /// Older contents are checked by one request, while the others go on with them
    private static let checkIntervalInMilliseconds: Int64 = 500
    /// until they are older than this: then all wait for that check.
    private static let longestIgnoranceInMilliseconds: Int64 = 1000

    private let store: any Store
    private let keys: any KeyStore
    private let clock: @Sendable () -> Instant
    private let logger: Logger
    private let contents = Mutex(Contents())
    private let isLooking = Atomic(false)
    private let flights = SingleFlight()

    package init(store: any Store, keys: any KeyStore, clock: @escaping @Sendable () -> Instant, logger: Logger) {
        self.store = store
        self.keys = keys
        self.clock = clock
        self.logger = logger
    }

    package func tenant(realm: String) async throws -> Tenant? {
        try await refresh()
        return try contents.withLock { $0.byRealm[realm] }?.get()
    }

    package func tenant(apiKeyDigest: [UInt8]) async throws -> Tenant? {
        try await refresh()
        return try contents.withLock { $0.byAPIKey[apiKeyDigest] }?.get()
    }

    package func tenant(id: TenantID) async throws -> Tenant? {
        try await refresh()
        return try contents.withLock { $0.byID[id] }?.get()
    }

    /// Whether faces are looked for among the tenant's registrations: of whoever enrolls, or for a client of it. Of one whose
    /// configuration is damaged nobody's are.
    package func searchesFaces(of id: TenantID) async throws -> Bool {
        try await refreshForJob()
        let tenant = contents.withLock { try? $0.byID[id]?.get() }
        return tenant.map { $0.settings.duplicates != nil || $0.searchesUsers } ?? false
    }

    package func tenant(nameOrRealm: String) async throws -> Tenant? {
        try await refresh()
        return try contents.withLock { $0.byRealm[nameOrRealm] ?? $0.byName[nameOrRealm] }?.get()
    }

    /// The tenant of whose clients one is called so; nil where none is.
    package func tenant(clientID: String) async throws -> Tenant? {
        try await refresh()
        return contents.withLock { contents in
            contents.byName.values.lazy.compactMap { try? $0.get() }.first { $0.credential(of: clientID) != nil }
        }
    }

    /// Those of `all` and the disabled ones: what is kept of their people is erased in its time.
    package func allWithDisabled() async throws -> [Tenant] {
        try await refresh()
        return contents.withLock { $0.entries.values.compactMap { try? $0.get() } }.sorted { $0.name < $1.name }
    }

    /// All tenants that can be served, in the order of their names.
    package func all() async throws -> [Tenant] {
        try await refresh()
        return contents.withLock { $0.byName.values.compactMap { try? $0.get() } }.sorted { $0.name < $1.name }
    }

    /// Whether any of them has a provider that signs its operators in.
    package func hasProvider() async throws -> Bool {
        try await refresh()
        return contents.withLock { contents in
            contents.byName.values.contains { entry in (try? entry.get().settings.provider) != nil }
        }
    }

    /// Their names.
    package func names() async throws -> [TenantID: String] {
        Dictionary(try await all().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// Signs tokens with the current keys, and verifies those of retired keys that still count.
    package func tokens() async throws -> AccessTokens {
        try await refresh()
        guard let tokens = contents.withLock({ $0.tokens }) else { throw StorageError.keyMissing }
        return tokens
    }

    /// Reads what this process has changed; every look-up after it sees the change. Look-ups meanwhile get what is there.
    func reload() async throws {
        try await read(changeCounter: try await store.changeCounter(), at: clock())
    }

    /// The keys of a tenant that came from this directory.
    package func keys(of tenant: Tenant) throws -> TenantKeys {
        guard let keys = contents.withLock({ $0.keys[tenant.id] }) else { throw StorageError.keyMissing }
        return keys
    }

    private func refresh() async throws {
        let now = clock()
        if isKnown(at: now, forMilliseconds: Self.checkIntervalInMilliseconds) { return }
        if isLooking.load(ordering: .relaxed),
            isKnown(at: now, forMilliseconds: Self.longestIgnoranceInMilliseconds)
        {
            return
        }
        try await flights.run("look") {
            if isKnown(at: now, forMilliseconds: Self.checkIntervalInMilliseconds) { return }
            isLooking.store(true, ordering: .relaxed)
            defer { isLooking.store(false, ordering: .relaxed) }
            try await look()
        }
    }

    /// For what asks again and again. It counts as no look of a request: after a change that looks for itself, and so knows what
    /// has changed since.
    private func refreshForJob() async throws {
        let now = clock()
        if isKnown(at: now, since: \.checkedByJobAt, forMilliseconds: Self.checkIntervalInMilliseconds) { return }
        let counter = try await store.changeCounter()
        if contents.withLock({ $0.changeCounter }) != counter {
            try await read(changeCounter: counter, at: now, checkedAt: Instant(millisecondsSince1970: .min))
        }
        contents.withLock { $0.checkedByJobAt = now }
    }

    private func isKnown(
        at now: Instant, since checked: KeyPath<Contents, Instant> & Sendable = \.checkedAt,
        forMilliseconds limit: Int64
    ) -> Bool {
        let checkedAt = contents.withLock { $0[keyPath: checked] }
        // Another request may have looked after `now`. Where the clock was set back, look again.
        let (age, overflow) = now.millisecondsSince1970
            .subtractingReportingOverflow(checkedAt.millisecondsSince1970)
        return !overflow && age > -limit && age < limit
    }

    private func look() async throws {
        let now = clock()
        let counter = try await store.changeCounter()
        let isSame = contents.withLock { contents in
            guard contents.changeCounter == counter else { return false }
            contents.checkedAt = now
            return true
        }
        if !isSame { try await read(changeCounter: counter, at: now) }
    }

    /// - Parameter checkedAt: when a request has looked; nil where one does now.
    private func read(changeCounter: Int, at now: Instant, checkedAt: Instant? = nil) async throws {
        var loaded = try await awayFromTheLoops { try await load(changeCounter: changeCounter, at: now) }
        loaded.checkedAt = checkedAt ?? now
        // A read that began earlier and took longer is out of date.
        contents.withLock { contents in
            if loaded.changeCounter >= contents.changeCounter { contents = loaded }
        }
    }

    private func load(changeCounter: Int, at now: Instant) async throws -> Contents {
        var loaded = Contents()
        loaded.changeCounter = changeCounter
        loaded.tokens = try await ServerKeys.tokens(store: store, keys: keys, at: now)
        let credentials = Dictionary(grouping: try await store.credentials(), by: \.tenantID)
        let logos = try await store.logoMarks()
        let marks = try await store.tenantMarks()
        let disabled = try await store.disabledTenants()
        let known = contents.withLock(\.self)
        let rows = try await store.tenants()
        // Those of tenants that were removed stay in no memory.
        keys.forgetOthers(than: Set(rows.map(\.id)))
        for row in rows {
            let origin = Origin(
                row: row, credentials: credentials[row.id] ?? [], logo: logos[row.id], mark: marks[row.id])
            let entry: Entry
            if known.origins[row.id] == origin, let same = known.entries[row.id], case .success = same {
                loaded.keys[row.id] = known.keys[row.id]
                entry = same
            } else {
                entry = try await self.entry(origin, at: now, in: &loaded)
            }
            loaded.origins[row.id] = origin
            loaded.entries[row.id] = entry
            guard disabled[row.id] == nil else { continue }
            loaded.byRealm[row.realm] = entry
            loaded.byName[row.name] = entry
            loaded.byAPIKey[row.apiKeyDigest] = entry
            loaded.byID[row.id] = entry
        }
        return loaded
    }

    private func entry(_ origin: Origin, at now: Instant, in loaded: inout Contents) async throws -> Entry {
        let row = origin.row
        do {
            loaded.keys[row.id] = try await keys(of: row, at: now)
            logger.debug("tenant read", metadata: ["tenant": "\(row.name)"])
            return .success(try await tenant(row, origin.credentials, origin.logo.map(TenantLogo.init)))
        } catch let error where Self.isOfTheTenant(error) {
            logger.error("tenant not served", metadata: ["tenant": "\(row.name)", "type": "\(type(of: error))"])
            return .failure(.tenantDamaged)
        }
    }

    /// Whether the tenant's keys or configuration are damaged. Any other error may be gone at the next read.
    private static func isOfTheTenant(_ error: any Error) -> Bool {
        switch error {
        case is CryptoError, is ConfigurationValidationError, is DecodingError, StorageError.keyMissing: true
        default: StorageError.meansDamage(error)
        }
    }

    private func tenant(
        _ row: TenantRow, _ credentials: [CredentialRow], _ logo: TenantLogo?
    ) async throws -> Tenant {
        guard let configuration = try await store.configuration(of: row.id) else {
            throw StorageError.storedValueInvalid
        }
        return Tenant(
            id: row.id, name: row.name, realm: row.realm, isTest: row.isTest,
            credentials: try credentials.map(Credential.init), apiKeyDigest: row.apiKeyDigest,
            settings: try TenantSettings(try configuration.value), configurationVersion: configuration.version,
            logo: logo)
    }

    private func keys(of row: TenantRow, at now: Instant) async throws -> TenantKeys {
        let tenantKey = try keys.tenantKey(of: row.id)
        // Newest first.
        let secrets = try await store.secrets(of: .tenant(row.id))

        func currentIfPresent(_ kind: TenantSecretKind) throws -> [UInt8]? {
            let secret = secrets.first { $0.kind == kind.rawValue && $0.retiredAt == nil }
            return try secret.map { try tenantKey.open($0.sealed, associated: kind.label(row.id)) }
        }
        func current(_ kind: TenantSecretKind) throws -> [UInt8] {
            guard let key = try currentIfPresent(kind) else { throw StorageError.keyMissing }
            return key
        }
        /// The key before the last rotation, if its time is not over at `now`.
        func previous(_ kind: TenantSecretKind) throws -> (key: [UInt8], end: Instant)? {
            for secret in secrets where secret.kind == kind.rawValue {
                guard let end = secret.retiredAt?.adding(seconds: Limit.replacedKeyLife.seconds), end > now else {
                    continue
                }
                return (try tenantKey.open(secret.sealed, associated: kind.label(row.id)), end)
            }
            return nil
        }

        var previousPackage: (pair: PackageKeyPair, end: Instant)?
        if let rsa = try previous(.packageRSA), let ec = try previous(.packageEC) {
            let pair = PackageKeyPair(rsa: try RSAKeyPair(pkcs8DER: rsa.key), ec: try ECKeyPair(pkcs8DER: ec.key))
            previousPackage = (pair, min(rsa.end, ec.end))
        }
        let apiKey = try tenantKey.open(row.sealedAPIKey, associated: TenantSecretKind.apiKey.label(row.id))
        return TenantKeys(
            apiKey: String(decoding: apiKey, as: UTF8.self),
            qrSignature: try RSAKeyPair(pkcs8DER: try current(.qrSignature)), qrContent: try current(.qrContent),
            package: PackageKeyPair(
                rsa: try RSAKeyPair(pkcs8DER: try current(.packageRSA)),
                ec: try ECKeyPair(pkcs8DER: try current(.packageEC))),
            previousPackage: previousPackage,
            providerSecret: try currentIfPresent(.providerSecret)
                .flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) })
    }
}
