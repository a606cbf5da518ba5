internal import Foundation
internal import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage

/// An opened data directory: databases, keys and evidence. What commands need that run beside a server, or before the first.
package struct DataDirectory: Sendable {
    package let folder: DataFolder
    package let store: any Store
    package let keys: any KeyStore
    package let evidence: any EvidenceStore
    package let journal: ErasureJournal
    package let place: FolderPlace
    let masterKeyFile: String
    /// Whether a rotation that was interrupted at its last step was ended here.
    let hasEndedRotation: Bool

    /// Opens the data directory and its master key beside it. A directory that has keys already is opened with the key file
    /// that it was made with, never with a new one.
    /// - Parameters:
    ///   - erasureJournal: nil for the master key's path with `.erasures` appended.
    ///   - makesMissing: whether directory and key are made where there is no data directory yet.
    ///   - migrates: whether tables of an older version are brought up to date; false for who only looks.
    /// - Throws: `databaseMissing` where one of the two databases is gone: what is kept under keys that were lost would
    ///   never open again, and what comes after would look as if all were well.
    package init(
        dataFolder: String, masterKeyFile: String, erasureJournal: String? = nil, makesMissing: Bool,
        migrates: Bool = true
    ) throws {
        folder = makesMissing ? try DataFolder.prepare(dataFolder) : try DataFolder.existing(dataFolder)
        let (hasKeys, hasDatabase) = (folder.hasKeys, folder.hasDatabase)
        guard hasKeys || !hasDatabase else { throw StorageError.databaseMissing(path: folder.keysPath) }
        let isNew = makesMissing && !hasKeys
        self.masterKeyFile = masterKeyFile
        let opened = try Self.openKeys(
            folder, masterKeyFile: masterKeyFile, makesMissing: isNew, migrates: migrates)
        let keyStore = opened.keys
        hasEndedRotation = opened.hasEndedRotation
        let tenantsHaveKeys = try keyStore.checkMasterKey()
        guard hasDatabase || !tenantsHaveKeys else { throw StorageError.databaseMissing(path: folder.databasePath) }
        store = try SQLiteStore(folder, auditKey: keyStore.auditKey, migrates: migrates)
        keys = keyStore
        evidence = FolderEvidenceStore(folder)
        journal = ErasureJournal(
            path: Self.journalPath(erasureJournal, masterKeyFile: masterKeyFile), auditKey: keyStore.auditKey)
        place = FolderPlace(folder)
    }

    /// Where the master key's file does not open the keys, a rotation may have been interrupted before the new key took its
    /// place: then the new one is beside it.
    private static func openKeys(
        _ folder: DataFolder, masterKeyFile path: String, makesMissing: Bool, migrates: Bool
    ) throws -> (keys: SQLiteKeyStore, hasEndedRotation: Bool) {
        let next = MasterKey.nextPath(of: path)
        func open(_ masterKey: MasterKey) throws -> SQLiteKeyStore {
            try SQLiteKeyStore(
                folder, masterKey: masterKey,
                masterKeys: { [path, next].compactMap { try? MasterKey.load(path: $0, outside: folder.path) } },
                migrates: migrates)
        }
        do {
            return (try open(masterKey(path, outside: folder.path, makesMissing: makesMissing)), false)
        } catch StorageError.masterKeyForeign {
            guard let waiting = try? MasterKey.load(path: next, outside: folder.path) else {
                // Or another process has put it there meanwhile.
                return (try open(masterKey(path, outside: folder.path)), false)
            }
            let keys = try open(waiting)
            guard migrates, MasterKey.canReplace(path: path) else { return (keys, false) }
            try named(path) { () throws(MasterKeyError) in try MasterKey.replace(path: path, keepsFormer: true) }
            return (keys, true)
        }
    }

    /// - Throws: a sentence that names the file.
    package static func masterKey(
        _ path: String, outside dataFolder: String, makesMissing: Bool = false
    ) throws(ConfigurationError) -> MasterKey {
        try named(path) { () throws(MasterKeyError) in
            makesMissing
                ? try MasterKey.loadOrCreate(path: path, outside: dataFolder)
                : try MasterKey.load(path: path, outside: dataFolder)
        }
    }

    /// - Throws: a sentence that names the file at `path`.
    static func named<Value>(
        _ path: String, _ body: () throws(MasterKeyError) -> Value
    ) throws(ConfigurationError) -> Value {
        do {
            return try body()
        } catch {
            throw ConfigurationError(description: error.sentence(on: path))
        }
    }

    /// Where the journal of erasures is: beside the key, because it has to outlive the data.
    package static func journalPath(_ configured: String?, masterKeyFile: String) -> String {
        configured ?? masterKeyFile + ".erasures"
    }

    /// The tenant that an operator named.
    package func tenant(name: String) async throws -> TenantRow {
        guard let tenant = try await store.tenant(name: name) else {
            throw ConfigurationError(description: "There is no tenant of this name.", kind: .notFound)
        }
        return tenant
    }
}
