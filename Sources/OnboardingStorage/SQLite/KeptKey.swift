internal import Foundation
internal import GRDB
internal import OnboardingCore
internal import OnboardingCrypto

/// A key that is kept wrapped under the master key: a row of `kept_key`.
struct KeptKey: Sendable {
    /// What a key is for. A word is never renamed.
    enum Purpose: String, Sendable {
        /// Seals what belongs to the server.
        case server
        /// Authenticates chains and tables.
        case audit
        /// Wraps the data keys of a tenant. Two of them while a rotation is under way.
        case wrapping
        /// Seals the secrets of a tenant.
        case secrets
        /// Makes the digests by which a tenant's sealed values are found.
        case lookup
    }

    /// Whose the server's own keys are.
    static let server = ""

    /// A tenant's id, or `server`.
    let owner: String
    let purpose: Purpose
    /// 1 for the first.
    let number: Int
    let wrapped: WrappedKey

    private static func label(_ purpose: Purpose, of owner: String, _ number: Int) -> KeyLabel {
        .kept(purpose: purpose.rawValue, owner: owner, number: number)
    }

    init(
        _ key: SealingKey, for purpose: Purpose, of owner: String, number: Int, under masterKey: MasterKey
    ) throws(CryptoError) {
        (self.owner, self.purpose, self.number) = (owner, purpose, number)
        wrapped = try WrappedKey(
            wrapping: key, under: masterKey.sealingKey, label: Self.label(purpose, of: owner, number))
    }

    private init(_ row: Row) throws {
        guard let purpose = Purpose(rawValue: try row.text("purpose")) else { throw StorageError.storedValueInvalid }
        self.purpose = purpose
        owner = try row.text("owner")
        number = try row.integer("number")
        wrapped = WrappedKey(bytes: try row.bytes("wrapped"))
    }

    func open(under masterKey: MasterKey) throws(CryptoError) -> SealingKey {
        try wrapped.unwrap(under: masterKey.sealingKey, label: Self.label(purpose, of: owner, number))
    }

    static func all(in database: Database) throws -> [KeptKey] {
        try database.rows("SELECT * FROM kept_key ORDER BY owner, purpose, number", []).map(KeptKey.init)
    }

    static func one(_ purpose: Purpose, of owner: String, in database: Database) throws -> KeptKey? {
        try database.row(
            "SELECT * FROM kept_key WHERE owner = ? AND purpose = ? ORDER BY number DESC LIMIT 1",
            [owner, purpose.rawValue]
        ).map(KeptKey.init)
    }

    /// Of the newest key; nil where there is none.
    static func newestNumber(_ purpose: Purpose, of owner: String, in database: Database) throws -> Int? {
        try database.row(
            "SELECT max(number) AS number FROM kept_key WHERE owner = ? AND purpose = ?", [owner, purpose.rawValue]
        )?.decode(Int?.self, forColumn: "number")
    }

    /// Adds it, or puts it in the place of the one of its number.
    func write(in database: Database) throws {
        try database.run(
            "INSERT OR REPLACE INTO kept_key (owner, purpose, number, wrapped) VALUES (?, ?, ?, ?)",
            [owner, purpose.rawValue, number, Data(wrapped.bytes)])
    }
}

extension KeptKey {
    /// The keys of a new server, which nobody can derive from the master key.
    static func ofNewServer(under masterKey: MasterKey) throws -> [KeptKey] {
        try [Purpose.server, .audit].map {
            try KeptKey(.generate(), for: $0, of: server, number: 1, under: masterKey)
        }
    }

    /// The keys that servers derived from the master key before they were kept.
    static func derived(from masterKey: MasterKey) throws -> [KeptKey] {
        func derive(_ label: String) throws(CryptoError) -> SealingKey {
            try SealingKey(
                bytes: KeyDerivation.hkdfSHA256(
                    secret: masterKey.sealingKey.bytes, salt: [], info: Array(label.utf8),
                    count: SealingKey.byteCount))
        }
        return [
            try KeptKey(derive("onboarding-server-v1"), for: .server, of: server, number: 1, under: masterKey),
            try KeptKey(derive("onboarding-audit-v1"), for: .audit, of: server, number: 1, under: masterKey),
        ]
    }

    static func ofNewTenant(_ tenant: TenantID, under masterKey: MasterKey) throws -> [KeptKey] {
        try [Purpose.wrapping, .secrets, .lookup].map {
            try KeptKey(.generate(), for: $0, of: tenant.text, number: 1, under: masterKey)
        }
    }

    /// The keys of a tenant that had one key for everything.
    static func of(_ tenant: String, withOneKey key: SealingKey, under masterKey: MasterKey) throws -> [KeptKey] {
        [
            try KeptKey(key, for: .wrapping, of: tenant, number: 1, under: masterKey),
            try KeptKey(key, for: .secrets, of: tenant, number: 1, under: masterKey),
            try KeptKey(LookupKey(tenantKey: key).key, for: .lookup, of: tenant, number: 1, under: masterKey),
        ]
    }

    /// What stands for the key of a tenant that was damaged before: it opens no more than that did.
    static func damaged(of tenant: String, wrapped: [UInt8]) -> KeptKey {
        KeptKey(owner: tenant, purpose: .wrapping, number: 1, wrapped: WrappedKey(bytes: wrapped))
    }

    private init(owner: String, purpose: Purpose, number: Int, wrapped: WrappedKey) {
        (self.owner, self.purpose, self.number, self.wrapped) = (owner, purpose, number, wrapped)
    }
}
