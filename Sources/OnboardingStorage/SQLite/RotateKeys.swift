internal import Foundation
internal import GRDB
package import OnboardingCore
package import OnboardingCrypto

extension SQLiteKeyStore {
    package func isWrapped(under masterKey: MasterKey) throws -> Bool {
        try SQLiteFile.read(database) { try Self.isMaster(masterKey, in: $0) }
    }

    package func rewrap(
        under new: MasterKey, renewsServerKey: Bool, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Int {
        let old = masterKey
        let count = try await writer.run { database -> Int in
            guard try Self.isMaster(old, in: database) else { throw StorageError.masterKeyForeign }
            var count = 0
            let rows = try KeptKey.all(in: database)
            for (index, row) in rows.enumerated() {
                progress(index + 1, rows.count)
                // One that is damaged opens under neither.
                guard let key = try? row.open(under: old) else { continue }
                try KeptKey(key, for: row.purpose, of: row.owner, number: row.number, under: new).write(in: database)
                count += 1
            }
            if renewsServerKey { try Self.add(.server, of: KeptKey.server, in: database, under: new) }
            return count
        }
        try reload(with: new)
        return count
    }

    package func rotation(of tenant: TenantID) throws -> WrappingKeyRotation? {
        try reload()
        let keys = try keys(of: tenant)
        guard !keys.wrapping.earlier.isEmpty else { return nil }
        return WrappingKeyRotation(
            tenant: tenant, number: keys.wrappingNumber, hasNewSecretsKey: keys.secretsNumber == keys.wrappingNumber)
    }

    package func beginRotation(of tenant: TenantID, renewsSecretsKey: Bool) async throws -> WrappingKeyRotation {
        // One that is damaged must not be buried under a new one.
        _ = try keys(of: tenant)
        let number = try await repeatedly { opened in
            try await writer.run { database -> Int? in
                guard try Self.isMaster(opened.masterKey, in: database) else { return nil }
                let count = try database.row(
                    "SELECT count(*) AS count FROM kept_key WHERE owner = ? AND purpose = ?",
                    [tenant.text, KeptKey.Purpose.wrapping.rawValue])?.integer("count")
                guard count == 1 else { throw StorageError.limitReached }
                let number = try Self.add(.wrapping, of: tenant.text, in: database, under: opened.masterKey)
                if renewsSecretsKey {
                    try KeptKey(.generate(), for: .secrets, of: tenant.text, number: number, under: opened.masterKey)
                        .write(in: database)
                }
                return number
            }
        }
        try reload()
        return WrappingKeyRotation(tenant: tenant, number: number, hasNewSecretsKey: renewsSecretsKey)
    }

    package func dataKeyCount() async throws -> Int {
        try await SQLiteFile.readMany(database) {
            try $0.row("SELECT count(*) AS count FROM data_key", [])?.integer("count") ?? 0
        }
    }

    package func rewrapDataKeys(
        _ rotation: WrappingKeyRotation, after id: EnrollmentID?, limit: Int
    ) async throws -> RewrappedKeys {
        let ring = try keys(of: rotation.tenant).wrapping
        let former = ring.earlier.first.map { KeyRing(current: $0, earlier: Array(ring.earlier.dropFirst())) }
        guard let former else { return RewrappedKeys(read: 0, rewrapped: 0, last: nil) }
        let rows = try await SQLiteFile.readMany(database) { database in
            try database.rows(
                "SELECT enrollment_id, wrapped FROM data_key WHERE enrollment_id > ? ORDER BY enrollment_id LIMIT ?",
                [id?.text ?? "", limit]
            ).map { (id: try $0.identifier("enrollment_id") as EnrollmentID, wrapped: try $0.bytes("wrapped")) }
        }
        // Whatever does not open is another tenant's, or wrapped anew already.
        let changes = try rows.compactMap { row -> (id: String, from: Data, to: Data)? in
            let label = KeyLabel.enrollment(row.id.text)
            guard let key = try? former.unwrap(WrappedKey(bytes: row.wrapped), label: label) else { return nil }
            let new = try WrappedKey(wrapping: key, under: ring.current, label: label)
            return (row.id.text, Data(row.wrapped), Data(new.bytes))
        }
        if !changes.isEmpty {
            try await writer.run { database in
                try Self.check(rotation, in: database)
                for change in changes {
                    try database.run(
                        "UPDATE data_key SET wrapped = ? WHERE enrollment_id = ? AND wrapped = ?",
                        [change.to, change.id, change.from])
                }
            }
        }
        return RewrappedKeys(read: rows.count, rewrapped: changes.count, last: rows.last?.id)
    }

    package func end(_ rotation: WrappingKeyRotation) async throws {
        try await writer.run { database in
            try Self.check(rotation, in: database)
            try database.run(
                "DELETE FROM kept_key WHERE owner = ? AND purpose = ? AND number < ?",
                [rotation.tenant.text, KeptKey.Purpose.wrapping.rawValue, rotation.number])
        }
        try reload()
    }

    package func forgetReplaced() async throws { try await emptyLog() }

    /// - Throws: `transactionLost` where another run has ended the rotation and begun the next.
    private static func check(_ rotation: WrappingKeyRotation, in database: Database) throws {
        let newest = try KeptKey.newestNumber(.wrapping, of: rotation.tenant.text, in: database)
        guard newest == rotation.number else { throw StorageError.transactionLost }
    }

    /// - Returns: the new key's number.
    @discardableResult
    private static func add(
        _ purpose: KeptKey.Purpose, of owner: String, in database: Database, under masterKey: MasterKey
    ) throws -> Int {
        let number = (try KeptKey.newestNumber(purpose, of: owner, in: database) ?? 0) + 1
        try KeptKey(.generate(), for: purpose, of: owner, number: number, under: masterKey).write(in: database)
        return number
    }
}
