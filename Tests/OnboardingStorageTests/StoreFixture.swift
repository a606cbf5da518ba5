import Foundation
import GRDB
import OnboardingJSON
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage

/// A data folder of its own for one test, with a tenant in it; gone when the test is over.
final class StoreFixture: Sendable {
    static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    let folder: DataFolder
    let masterKey: MasterKey
    let stores: StoreFactory
    let keys: any KeyStore
    let store: any Store
    let evidence: any EvidenceStore
    let tenant: TenantID

    init(_ stores: StoreFactory = .sqlite) async throws {
        self.stores = stores
        let path = NSTemporaryDirectory() + "onboarding-storage-" + UUID().uuidString
        folder = try DataFolder.prepare(path)
        masterKey = try MasterKey.loadOrCreate(path: path + ".key", outside: path)
        keys = try stores.keys(folder, masterKey)
        store = try stores.store(folder, keys)
        evidence = try stores.evidence(folder)
        tenant = try await Self.makeTenant("acme", keys: keys, store: store)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder.path)
        try? FileManager.default.removeItem(atPath: folder.path + ".key")
    }

    /// The same folder as another process sees it.
    func reopened() throws -> any Store { try stores.store(folder, keys) }

    static func makeTenant(_ name: String, keys: any KeyStore, store: any Store) async throws -> TenantID {
        let id = try TenantID.random()
        try await keys.makeTenantKey(of: id)
        try await store.create(row(name, id: id), configuration: "{}", secrets: [])
        return id
    }

    /// Sets `key` to 1 in the tenant's configuration.
    @discardableResult
    func configure(_ key: String, in store: (any Store)? = nil) async throws -> JSONValue {
        try await (store ?? self.store).changeConfiguration(of: tenant, at: Self.now) {
            $0.merged(with: .object([key: .number(1)]))
        }
    }

    static func row(_ name: String, id: TenantID) -> TenantRow {
        TenantRow(
            id: id, name: name, realm: "\(name)-consumers", clientID: "\(name)-b2b",
            clientSecretDigest: Digest.sha256(Array("\(name) secret".utf8)),
            apiKeyDigest: Digest.sha256(Array("\(name) key".utf8)), sealedAPIKey: [1, 2, 3], isTest: true,
            createdAt: now)
    }

    /// - Parameter username: nil for somebody who is nobody else.
    func new(
        username: String? = nil, email: String? = nil, session: String? = nil, tenant: TenantID? = nil,
        events: [Event]? = nil
    ) throws -> NewEnrollment {
        let id = try EnrollmentID.random()
        let owner = tenant ?? self.tenant
        return NewEnrollment(
            id: id, tenantID: owner, events: events ?? [.triggered(until: Self.now.adding(seconds: 600))],
            sessionDigest: session.map { Digest.sha256(Array($0.utf8)) },
            tokenDigest: Digest.sha256(Array(id.text.utf8)),
            usernameDigest: try digest(of: username ?? id.text, tenant: owner),
            emailDigest: try email.map { try digest(of: $0, tenant: owner) }, sealedPerson: nil, createdAt: Self.now)
    }

    /// Of a username or an e-mail address.
    func digest(of text: String, tenant: TenantID? = nil) throws -> [UInt8] {
        try keys.lookupDigest(of: Array(text.utf8), field: "username", tenant: tenant ?? self.tenant)
    }

    /// Begins an enrollment that waits for the step after enroll.
    func begun(_ policy: Policy = Policy(requiredChecks: [.addFace]), username: String? = nil) async throws
        -> EnrollmentID
    {
        let deadline = Self.now.adding(seconds: policy.lifetimeInSeconds)
        let new = try new(
            username: username, events: [.triggered(until: deadline), .started(policy, deadline: deadline)])
        _ = try await keys.makeDataKey(of: new.id, tenant: new.tenantID)
        try await store.begin(new)
        return new.id
    }

    static func proposal(
        _ command: Command, _ step: Step? = nil, body: String = "body", after seconds: Int64 = 1,
        code: String = "CODE"
    ) -> Proposal {
        Proposal(
            command, record: step.map { IdempotencyRecord(step: $0, requestDigest: body) },
            at: now.adding(seconds: seconds),
            registrationCode: code)
    }
}

extension StoreFixture {
    /// The enrollments of this username that were started and have not ended, oldest first.
    func startedEnrollments(usernameDigest: [UInt8]) async throws -> [EnrollmentID] {
        var started: [EnrollmentID] = []
        for id in try await store.enrollments(after: 0, limit: 1000).page.compactMap(\.id) {
            guard let stored = try await store.enrollment(id), stored.usernameDigest == usernameDigest,
                stored.tenantID == tenant, stored.enrollment.progress != nil
            else { continue }
            started.append(id)
        }
        return started
    }

    /// The store, where the test is about SQLite.
    var sqlite: SQLiteStore { get throws { try #require(store as? SQLiteStore) } }

    var sqliteKeys: SQLiteKeyStore { get throws { try #require(keys as? SQLiteKeyStore) } }
}

/// Makes the stores that a contract is checked on.
struct StoreFactory: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let keys: @Sendable (DataFolder, MasterKey) throws -> any KeyStore
    let store: @Sendable (DataFolder, any KeyStore) throws -> any Store
    let evidence: @Sendable (DataFolder) throws -> any EvidenceStore

    static let sqlite = StoreFactory(
        testDescription: "SQLite and a folder", keys: { try SQLiteKeyStore($0, masterKey: $1) },
        store: { try SQLiteStore($0, auditKey: $1.auditKey) },
        evidence: { FolderEvidenceStore($0) })

    static let all = [sqlite]
}
