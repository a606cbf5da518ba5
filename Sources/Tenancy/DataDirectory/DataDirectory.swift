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
        let masterKey = try Self.masterKey(masterKeyFile, outside: dataFolder, makesMissing: isNew)
        let keyStore = try SQLiteKeyStore(folder, masterKey: masterKey, migrates: migrates)
        let tenantsHaveKeys = try keyStore.checkMasterKey()
        guard hasDatabase || !tenantsHaveKeys else { throw StorageError.databaseMissing(path: folder.databasePath) }
        store = try SQLiteStore(folder, auditKey: keyStore.auditKey, migrates: migrates)
        keys = keyStore
        evidence = FolderEvidenceStore(folder)
        journal = ErasureJournal(
            path: Self.journalPath(erasureJournal, masterKeyFile: masterKeyFile), auditKey: keyStore.auditKey)
    }

    /// - Throws: a sentence that names the file.
    package static func masterKey(
        _ path: String, outside dataFolder: String, makesMissing: Bool = false
    ) throws(ConfigurationError) -> MasterKey {
        do {
            return makesMissing
                ? try MasterKey.loadOrCreate(path: path, outside: dataFolder)
                : try MasterKey.load(path: path, outside: dataFolder)
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
            throw ConfigurationError(description: "There is no tenant of this name.")
        }
        return tenant
    }
}
