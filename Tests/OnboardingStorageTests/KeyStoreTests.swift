import Foundation
import GRDB
import OnboardingCore
import OnboardingCrypto
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

/// What every `KeyStore` promises.
@Suite struct KeyStoreContractTests {
    @Test(arguments: StoreFactory.all) func keysAreTheSameAfterTheFolderIsOpenedAgain(_ stores: StoreFactory)
        async throws
    {
        let fixture = try await StoreFixture(stores)
        let id = try EnrollmentID.random()
        let dataKey = try await fixture.keys.makeDataKey(of: id, tenant: fixture.tenant)
        let digest = try fixture.keys.lookupDigest(of: [1, 2], field: "username", tenant: fixture.tenant)
        let again = try fixture.stores.keys(fixture.folder, fixture.masterKey)
        #expect(try again.dataKey(of: id, tenant: fixture.tenant).bytes == dataKey.bytes)
        #expect(
            try again.tenantKey(of: fixture.tenant).current.bytes
                == fixture.keys.tenantKey(of: fixture.tenant).current.bytes)
        #expect(try again.lookupDigest(of: [1, 2], field: "username", tenant: fixture.tenant) == digest)
        #expect(again.auditKey == fixture.keys.auditKey)
        #expect(again.serverKey.current.bytes == fixture.keys.serverKey.current.bytes)
    }

    @Test(arguments: StoreFactory.all) func aTenantKeepsTheKeyItHas(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let key = try fixture.keys.tenantKey(of: fixture.tenant).current.bytes
        try await fixture.keys.makeTenantKey(of: fixture.tenant)
        let again = try fixture.stores.keys(fixture.folder, fixture.masterKey)
        #expect(try again.tenantKey(of: fixture.tenant).current.bytes == key)
    }

    @Test(arguments: StoreFactory.all) func anotherMasterKeyOpensNothing(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let path = fixture.folder.path + ".other"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let other = try MasterKey.create(path: path, outside: fixture.folder.path)
        #expect(throws: StorageError.masterKeyForeign) { try fixture.stores.keys(fixture.folder, other) }
        #expect(try !fixture.keys.isWrapped(under: other))
    }

    @Test(arguments: StoreFactory.all) func keysBelongToOneTenantAndOneEnrollment(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        let (first, second) = (try EnrollmentID.random(), try EnrollmentID.random())
        let firstKey = try await fixture.keys.makeDataKey(of: first, tenant: fixture.tenant)
        let secondKey = try await fixture.keys.makeDataKey(of: second, tenant: fixture.tenant)
        #expect(firstKey.bytes != secondKey.bytes)
        #expect(throws: CryptoError.authenticationFailed) { try fixture.keys.dataKey(of: first, tenant: other) }
    }

    @Test(arguments: StoreFactory.all) func keysOfManyAreMadeInTheirOrder(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let ids = try (0..<3).map { _ in try EnrollmentID.random() }
        let made = try await fixture.keys.makeDataKeys(of: ids, tenant: fixture.tenant)
        #expect(Set(made.map(\.bytes)).count == 3)
        for (id, key) in zip(ids, made) {
            #expect(try fixture.keys.dataKey(of: id, tenant: fixture.tenant).bytes == key.bytes)
        }
        #expect(try await fixture.keys.makeDataKeys(of: [], tenant: fixture.tenant).isEmpty)
        let unknown = try EnrollmentID.random()
        let read = try fixture.keys.dataKeys(of: ids + [unknown], tenant: fixture.tenant)
        #expect(Set(read.keys) == Set(ids))
        #expect(ids.map { read[$0]?.bytes } == made.map { $0.bytes })
        #expect(try fixture.keys.dataKeys(of: [], tenant: fixture.tenant).isEmpty)
    }

    @Test(arguments: StoreFactory.all) func digestsDifferByValueFieldAndTenant(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
        let digests = [
            try fixture.keys.lookupDigest(of: [1], field: "a", tenant: fixture.tenant),
            try fixture.keys.lookupDigest(of: [2], field: "a", tenant: fixture.tenant),
            try fixture.keys.lookupDigest(of: [1], field: "b", tenant: fixture.tenant),
            try fixture.keys.lookupDigest(of: [1], field: "a", tenant: other),
        ]
        #expect(Set(digests).count == 4)
        #expect(digests[0].count == 32)
    }

    @Test(arguments: StoreFactory.all) func anErasedKeyIsGone(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let (erased, kept) = (try EnrollmentID.random(), try EnrollmentID.random())
        for id in [erased, kept] { _ = try await fixture.keys.makeDataKey(of: id, tenant: fixture.tenant) }
        #expect(try await fixture.keys.holdsDataKeys(of: [erased, kept]) == [erased, kept])
        try await fixture.keys.erase([erased])
        try await fixture.keys.erase([erased])
        #expect(try await fixture.keys.holdsDataKeys(of: [erased, kept]) == [kept])
        #expect(throws: StorageError.keyMissing) { try fixture.keys.dataKey(of: erased, tenant: fixture.tenant) }
        #expect(fixture.keys.dataKeyDamage(of: erased, tenant: fixture.tenant) == .missing)
        #expect(fixture.keys.dataKeyDamage(of: kept, tenant: fixture.tenant) == nil)
        #expect(try await fixture.keys.damage() == [])
    }
}

@Suite struct SQLiteKeyStoreTests {
    @Test func aKeyThatWasMovedToAnotherEnrollmentDoesNotOpen() async throws {
        let fixture = try await StoreFixture()
        let (first, second) = (try EnrollmentID.random(), try EnrollmentID.random())
        for id in [first, second] { _ = try await fixture.keys.makeDataKey(of: id, tenant: fixture.tenant) }
        try await fixture.sqliteKeys.database.write { database in
            try database.execute(
                sql: """
                    UPDATE data_key SET wrapped = (SELECT wrapped FROM data_key WHERE enrollment_id = ?)
                    WHERE enrollment_id = ?
                    """, arguments: [first.text, second.text])
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try fixture.keys.dataKey(of: second, tenant: fixture.tenant)
        }
    }

    @Test func anErasedKeyIsInNoFileOfTheFolder() async throws {
        let fixture = try await StoreFixture()
        var ids: [EnrollmentID] = []
        for _ in 0..<20 {
            let id = try EnrollmentID.random()
            _ = try await fixture.keys.makeDataKey(of: id, tenant: fixture.tenant)
            ids.append(id)
        }
        let (erased, kept) = (ids[7], ids[8])
        let wrapped = try await fixture.sqliteKeys.database.read { database in
            try Row.fetchOne(
                database, sql: "SELECT wrapped FROM data_key WHERE enrollment_id = ?", arguments: [erased.text]
            )?.bytes("wrapped")
        }
        let scanner = LeakScanner(planted: ["wrapped key": try #require(wrapped)])
        #expect(try !scanner.scan(fixture.folder.path).isEmpty)

        try await fixture.keys.erase([erased])
        #expect(try scanner.scan(fixture.folder.path) == [])
        #expect(throws: StorageError.keyMissing) { try fixture.keys.dataKey(of: erased, tenant: fixture.tenant) }
        #expect(throws: Never.self) { try fixture.keys.dataKey(of: kept, tenant: fixture.tenant) }
        try await fixture.keys.erase([erased])
    }
}
