internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// A data folder with its database and its keys: what commands need that run beside a server, or before the first.
struct Premises: Sendable {
    let folder: DataFolder
    let store: any Store
    let keyRing: any KeyStore
    let evidence: any EvidenceStore

    /// Opens the data folder and its master key beside it. A folder that has keys already is opened with the key file that
    /// it was made with, never with a new one.
    /// - Parameters:
    ///   - makesMissing: whether folder and key are made where there is no data folder yet.
    ///   - migrates: as `SQLiteFile.open`; false for who only looks.
    /// - Throws: `databaseMissing` where one of the two databases is gone: what is kept under keys that were lost would
    ///   never open again, and what comes after would look as if all were well.
    init(dataFolder: String, masterKeyFile: String, makesMissing: Bool, migrates: Bool = true) throws {
        folder = makesMissing ? try DataFolder.prepare(dataFolder) : try DataFolder.existing(dataFolder)
        let (hasKeys, hasDatabase) = (folder.hasKeys, folder.hasDatabase)
        guard hasKeys || !hasDatabase else { throw StorageError.databaseMissing(path: folder.keysPath) }
        let isNew = makesMissing && !hasKeys
        let masterKey: MasterKey
        do {
            masterKey =
                isNew
                ? try MasterKey.loadOrCreate(path: masterKeyFile, outside: dataFolder)
                : try MasterKey.load(path: masterKeyFile, outside: dataFolder)
        } catch {
            throw ConfigurationError(description: error.sentence(on: masterKeyFile))
        }
        keyRing = try SQLiteKeyStore(folder, masterKey: masterKey, migrates: migrates)
        let tenantsHaveKeys = try keyRing.checkMasterKey()
        guard hasDatabase || !tenantsHaveKeys else { throw StorageError.databaseMissing(path: folder.databasePath) }
        store = try SQLiteStore(folder, auditKey: keyRing.auditKey, migrates: migrates, now: .now())
        evidence = FolderEvidenceStore(folder)
    }

    /// The tenant that an operator named.
    func tenant(name: String) async throws -> TenantRow {
        guard let tenant = try await store.tenant(name: name) else {
            throw ConfigurationError(description: "There is no tenant of this name.")
        }
        return tenant
    }
}
