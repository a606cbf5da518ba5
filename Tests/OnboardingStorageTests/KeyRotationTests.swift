import Foundation
import GRDB
import OnboardingCore
import OnboardingCrypto
import Synchronization
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

/// What every `KeyStore` promises of a rotation.
@Suite struct KeyRotationContractTests {
    @Test(arguments: StoreFactory.all) func anotherMasterKeyOpensTheSameKeys(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let known = try await KnownKeys(in: fixture, count: 3)
        let new = try fixture.newMasterKey()
        let told = Mutex<[String]>([])
        let count = try await fixture.keys.rewrap(under: new, renewsServerKey: false) { done, total in
            told.withLock { $0.append("\(done) of \(total)") }
        }
        #expect(count == 5)
        #expect(told.withLock(\.self) == (1...5).map { "\($0) of 5" })
        try known.expectOpen(in: fixture.keys)
        try known.expectOpen(in: fixture.stores.keys(fixture.folder, new))
        #expect(try fixture.keys.isWrapped(under: new) && !fixture.keys.isWrapped(under: fixture.masterKey))
        #expect(throws: StorageError.masterKeyForeign) { try fixture.stores.keys(fixture.folder, fixture.masterKey) }
        #expect(try fixture.keys.checkMasterKey())
        #expect(try await fixture.keys.damage() == [])
    }

    @Test(arguments: StoreFactory.all) func twoMasterKeysDoNotTakeThePlaceOfOne(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let other = try fixture.stores.keys(fixture.folder, fixture.masterKey)
        let new = try fixture.newMasterKey()
        _ = try await fixture.keys.rewrap(under: new, renewsServerKey: false) { _, _ in }
        let third = try MasterKey.random()
        await #expect(throws: StorageError.masterKeyForeign) {
            try await other.rewrap(under: third, renewsServerKey: false) { _, _ in }
        }
        #expect(try other.isWrapped(under: new))
    }

    @Test(arguments: StoreFactory.all) func aNewServerKeySealsAndTheOneBeforeStillOpens(
        _ stores: StoreFactory
    ) async throws {
        let fixture = try await StoreFixture(stores)
        let before = try fixture.keys.serverKey.seal([1, 2, 3], associated: [4])
        let new = try fixture.newMasterKey()
        _ = try await fixture.keys.rewrap(under: new, renewsServerKey: true) { _, _ in }
        let ring = fixture.keys.serverKey
        #expect(try ring.open(before, associated: [4]) == [1, 2, 3])
        #expect(ring.earlier.count == 1)
        let after = try ring.seal([1, 2, 3], associated: [4])
        #expect(throws: CryptoError.authenticationFailed) { try ring.earlier[0].open(after, associated: [4]) }
    }

    /// After any prefix of the steps every data key opens, for a process that was there before and for one that comes then; what
    /// is made between two steps too.
    @Test(arguments: StoreFactory.all) func everyDataKeyOpensAfterAnyStep(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let server = try fixture.stores.keys(fixture.folder, fixture.masterKey)
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        var known = try await KnownKeys(in: fixture, count: 7)
        let others = try await KnownKeys(of: other, in: fixture, count: 4)
        func check() async throws {
            for keys in [server, fixture.keys, try fixture.stores.keys(fixture.folder, fixture.masterKey)] {
                try known.expectOpen(in: keys)
                try others.expectOpen(in: keys)
            }
            try await known.add(in: server)
            try known.expectOpen(in: fixture.keys)
        }
        for round in 2...3 {
            try await check()
            let rotation = try await fixture.keys.beginRotation(of: fixture.tenant, renewsSecretsKey: round == 3)
            #expect(rotation.number == round && rotation.hasNewSecretsKey == (round == 3))
            await #expect(throws: StorageError.limitReached) {
                try await fixture.keys.beginRotation(of: fixture.tenant, renewsSecretsKey: false)
            }
            try await check()
            #expect(try fixture.keys.rotation(of: fixture.tenant) == rotation)
            var last: EnrollmentID?
            var rewrapped = 0
            repeat {
                let done = try await fixture.keys.rewrapDataKeys(rotation, after: last, limit: 3)
                (rewrapped, last) = (rewrapped + done.rewrapped, done.last)
                try await check()
            } while last != nil
            #expect(rewrapped >= 7 && rewrapped < known.dataKeys.count)
            try await fixture.keys.end(rotation)
            try await check()
            #expect(try fixture.keys.rotation(of: fixture.tenant) == nil)
        }
        #expect(try await fixture.keys.dataKeyCount() == known.dataKeys.count + 4)
    }

    /// A step that comes again changes nothing, and neither does one of another tenant.
    @Test(arguments: StoreFactory.all) func aRotationIsGoneOnWithFromItsBeginning(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let known = try await KnownKeys(in: fixture, count: 5)
        _ = try await fixture.keys.beginRotation(of: fixture.tenant, renewsSecretsKey: false)
        let again = try fixture.stores.keys(fixture.folder, fixture.masterKey)
        let rotation = try #require(try again.rotation(of: fixture.tenant))
        #expect(try await again.rewrapDataKeys(rotation, after: nil, limit: 2).rewrapped == 2)
        let all = try await again.rewrapDataKeys(rotation, after: nil, limit: 9)
        #expect(all.read == 5 && all.rewrapped == 3)
        #expect(try await again.rewrapDataKeys(rotation, after: all.last, limit: 9).last == nil)
        try await again.end(rotation)
        try known.expectOpen(in: again)
        await #expect(throws: Never.self) { try await again.end(rotation) }
        let next = try await again.beginRotation(of: fixture.tenant, renewsSecretsKey: false)
        await #expect(throws: StorageError.transactionLost) { try await again.end(rotation) }
        await #expect(throws: StorageError.transactionLost) {
            try await again.rewrapDataKeys(rotation, after: nil, limit: 9)
        }
        #expect(try again.rotation(of: fixture.tenant) == next)
    }

    /// A process that knows the key before alone makes data keys after the last batch, and after the end.
    @Test(arguments: StoreFactory.all) func noDataKeyIsWrappedUnderAReplacedKey(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let servers = try (0..<2).map { _ in try stores.keys(fixture.folder, fixture.masterKey) }
        var known = try await KnownKeys(in: fixture, count: 2)
        let rotation = try await fixture.keys.beginRotation(of: fixture.tenant, renewsSecretsKey: false)
        _ = try await fixture.keys.rewrapDataKeys(rotation, after: nil, limit: 9)
        try await known.add(in: servers[0])
        try await fixture.keys.end(rotation)
        try await known.add(in: servers[1])
        try known.expectOpen(in: fixture.keys)
        try known.expectOpen(in: stores.keys(fixture.folder, fixture.masterKey))
    }

    @Test(arguments: StoreFactory.all) func anErasedKeyDoesNotComeBack(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let known = try await KnownKeys(in: fixture, count: 3)
        let erased = try #require(known.dataKeys.keys.first)
        let rotation = try await fixture.keys.beginRotation(of: fixture.tenant, renewsSecretsKey: false)
        try await fixture.keys.erase([erased])
        #expect(try await fixture.keys.rewrapDataKeys(rotation, after: nil, limit: 9).rewrapped == 2)
        try await fixture.keys.end(rotation)
        #expect(throws: StorageError.keyMissing) { try fixture.keys.dataKey(of: erased, tenant: fixture.tenant) }
    }

    /// What another process seals and makes counts at once for one that was there before.
    @Test(arguments: StoreFactory.all) func aRunningProcessSealsUnderTheNewKeyForSecrets(
        _ stores: StoreFactory
    ) async throws {
        let fixture = try await StoreFixture(stores)
        let server = try fixture.stores.keys(fixture.folder, fixture.masterKey)
        let before = try server.tenantKey(of: fixture.tenant).seal([1], associated: [2])
        let rotation = try await fixture.keys.beginRotation(of: fixture.tenant, renewsSecretsKey: true)
        let ring = try server.tenantKey(of: fixture.tenant)
        #expect(try ring.open(before, associated: [2]) == [1])
        #expect(try ring.current.bytes == fixture.keys.tenantKey(of: fixture.tenant).current.bytes)
        #expect(ring.earlier.count == 1)
        try await fixture.keys.end(rotation)
        #expect(try server.tenantKey(of: fixture.tenant).open(before, associated: [2]) == [1])
    }
}

@Suite struct SQLiteKeyRotationTests {
    /// A server that cannot read the new master key goes on for the tenants that it knows.
    @Test func aProcessWithoutTheNewMasterKeyGoesOnWithWhatItKnows() async throws {
        let fixture = try await StoreFixture()
        let server = try SQLiteKeyStore(fixture.folder, masterKey: fixture.masterKey)
        var known = try await KnownKeys(in: fixture, count: 3)
        let new = try fixture.newMasterKey()
        _ = try await fixture.keys.rewrap(under: new, renewsServerKey: true) { _, _ in }
        try known.expectOpen(in: server)
        try await known.add(in: server)
        try known.expectOpen(in: fixture.keys)
        #expect(server.serverKey.earlier.isEmpty)
        // Nothing is wrapped under a master key that opens nothing any more.
        await #expect(throws: StorageError.masterKeyForeign) { try await server.makeTenantKey(of: .random()) }
        let later = try TenantID.random()
        try await fixture.keys.makeTenantKey(of: later)
        #expect(throws: StorageError.masterKeyForeign) { try server.tenantKey(of: later) }
    }

    @Test func aProcessThatReadsTheNewMasterKeyGoesOnWithAll() async throws {
        let fixture = try await StoreFixture()
        let new = try fixture.newMasterKey()
        let server = try SQLiteKeyStore(fixture.folder, masterKey: fixture.masterKey, masterKeys: { [new] })
        _ = try await fixture.keys.rewrap(under: new, renewsServerKey: true) { _, _ in }
        #expect(server.serverKey.earlier.count == 1)
        let (own, later) = (try TenantID.random(), try TenantID.random())
        try await server.makeTenantKey(of: own)
        try await fixture.keys.makeTenantKey(of: later)
        for tenant in [own, later] {
            #expect(
                try server.tenantKey(of: tenant).current.bytes == fixture.keys.tenantKey(of: tenant).current.bytes)
        }
    }

    @Test func nothingOfTheKeysBeforeIsInAnyFile() async throws {
        let fixture = try await StoreFixture()
        let known = try await KnownKeys(in: fixture, count: 3)
        func wrapped() async throws -> [String: [UInt8]] {
            try await fixture.sqliteKeys.database.read { database in
                let kept = try KeptKey.all(in: database).map {
                    ("\($0.owner) \($0.purpose) \($0.number)", $0.wrapped.bytes)
                }
                let data = try Row.fetchAll(database, sql: "SELECT * FROM data_key").map {
                    (try $0.text("enrollment_id"), try $0.bytes("wrapped"))
                }
                return Dictionary(kept + data, uniquingKeysWith: { first, _ in first })
            }
        }
        let before = try await wrapped()
        let scanner = LeakScanner(planted: before)
        #expect(try !scanner.scan(fixture.folder.path).isEmpty)
        _ = try await fixture.keys.rewrap(under: try fixture.newMasterKey(), renewsServerKey: false) { _, _ in }
        let rotation = try await fixture.keys.beginRotation(of: fixture.tenant, renewsSecretsKey: false)
        _ = try await fixture.keys.rewrapDataKeys(rotation, after: nil, limit: 9)
        try await fixture.keys.end(rotation)
        try await fixture.keys.forgetReplaced()
        #expect(try scanner.scan(fixture.folder.path) == [])
        try known.expectOpen(in: fixture.keys)
    }
}

/// Keys that were made, and what they have to be for ever.
private struct KnownKeys {
    let tenant: TenantID
    var dataKeys: [EnrollmentID: [UInt8]] = [:]
    let auditKey: [UInt8]
    let secretsKey: [UInt8]
    let digest: [UInt8]

    init(in fixture: StoreFixture, count: Int) async throws {
        try await self.init(of: fixture.tenant, in: fixture, count: count)
    }

    init(of tenant: TenantID, in fixture: StoreFixture, count: Int) async throws {
        self.tenant = tenant
        auditKey = fixture.keys.auditKey
        secretsKey = try fixture.keys.tenantKey(of: tenant).current.bytes
        digest = try fixture.keys.lookupDigest(of: [1], field: "a", tenant: tenant)
        for _ in 0..<count { try await add(in: fixture.keys) }
    }

    mutating func add(in keys: any KeyStore) async throws {
        let id = try EnrollmentID.random()
        dataKeys[id] = try await keys.makeDataKey(of: id, tenant: tenant).bytes
    }

    func expectOpen(in keys: any KeyStore) throws {
        for (id, key) in dataKeys {
            #expect(try keys.dataKey(of: id, tenant: tenant).bytes == key)
            #expect(keys.dataKeyDamage(of: id, tenant: tenant) == nil)
        }
        #expect(
            try keys.dataKeys(of: Array(dataKeys.keys), tenant: tenant).mapValues(\.bytes) == dataKeys)
        #expect(keys.auditKey == auditKey)
        let secrets = try keys.tenantKey(of: tenant)
        #expect(([secrets.current] + secrets.earlier).contains { $0.bytes == secretsKey })
        #expect(try keys.lookupDigest(of: [1], field: "a", tenant: tenant) == digest)
    }
}

extension StoreFixture {
    /// Its file goes with the fixture.
    fileprivate func newMasterKey() throws -> MasterKey {
        try MasterKey.loadOrCreate(path: folder.path + ".key.new", outside: folder.path)
    }
}
