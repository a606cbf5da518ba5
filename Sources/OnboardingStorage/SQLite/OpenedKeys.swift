internal import OnboardingCore
internal import OnboardingCrypto

/// The kept keys, opened with the master key.
struct OpenedKeys: Sendable {
    let masterKey: MasterKey
    let server: KeyRing
    let audit: SealingKey
    /// Of each tenant that has any; why not, where one of them does not open.
    private(set) var tenants: [TenantID: Result<TenantKeys, CryptoError>]
    /// Of the newest key of the server.
    let serverNumber: Int

    struct TenantKeys: Sendable {
        /// Wraps data keys; the one before opens them as well while a rotation is under way.
        let wrapping: KeyRing
        let secrets: KeyRing
        let lookup: LookupKey
        /// Of the newest key of each.
        let wrappingNumber: Int
        let secretsNumber: Int
    }

    private struct Opened {
        let row: KeptKey
        let key: Result<SealingKey, CryptoError>
    }

    /// - Throws: `masterKeyForeign` where nothing opens; `storedValueInvalid` where the server's own keys are damaged.
    init(_ rows: [KeptKey], under masterKey: MasterKey) throws(StorageError) {
        self.masterKey = masterKey
        let opened = rows.map { Opened(row: $0, key: Self.result(of: $0, under: masterKey)) }
        let owners = Dictionary(grouping: opened, by: \.row.owner)
        let own = owners[KeptKey.server] ?? []
        guard let server = try? Self.ring(.server, of: own), let audit = try? Self.ring(.audit, of: own) else {
            let opensAny = opened.contains { if case .success = $0.key { true } else { false } }
            throw opensAny || rows.isEmpty ? .storedValueInvalid : .masterKeyForeign
        }
        (self.server, serverNumber, self.audit) = (server.keys, server.number, audit.keys.current)
        tenants = owners.reduce(into: [:]) { tenants, owner in
            guard let tenant = TenantID(text: owner.key) else { return }
            tenants[tenant] = Self.tenantKeys(owner.value)
        }
    }

    /// Drops those of the tenants that are not to be kept.
    mutating func forget(_ isKept: (TenantID) -> Bool) { tenants = tenants.filter { isKept($0.key) } }

    private static func tenantKeys(_ rows: [Opened]) -> Result<TenantKeys, CryptoError> {
        do {
            let wrapping = try ring(.wrapping, of: rows)
            let secrets = try ring(.secrets, of: rows)
            let lookup = try ring(.lookup, of: rows)
            return .success(
                TenantKeys(
                    wrapping: wrapping.keys, secrets: secrets.keys, lookup: LookupKey(key: lookup.keys.current),
                    wrappingNumber: wrapping.number, secretsNumber: secrets.number))
        } catch {
            return .failure(error)
        }
    }

    private static func result(of row: KeptKey, under masterKey: MasterKey) -> Result<SealingKey, CryptoError> {
        do {
            return .success(try row.open(under: masterKey))
        } catch {
            return .failure(error)
        }
    }

    private static func ring(
        _ purpose: KeptKey.Purpose, of rows: [Opened]
    ) throws(CryptoError) -> (keys: KeyRing, number: Int) {
        let newestFirst = rows.filter { $0.row.purpose == purpose }.sorted { $0.row.number > $1.row.number }
        var keys: [SealingKey] = []
        for row in newestFirst { keys.append(try row.key.get()) }
        guard let number = newestFirst.first?.row.number, let current = keys.first else {
            throw .authenticationFailed
        }
        return (KeyRing(current: current, earlier: Array(keys.dropFirst())), number)
    }
}
