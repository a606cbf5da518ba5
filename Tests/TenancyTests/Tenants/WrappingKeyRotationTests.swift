import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// Whenever a rotation dies, one of the two keys opens everything, and the same command ends it.
@Suite struct WrappingKeyRotationTests {
    /// What stands for a kill at a step.
    private struct Killed: Error {}

    private let test: TestInstallation
    private let tenant: TenantID
    private let dataKeys: [EnrollmentID: [UInt8]]
    private let path: String

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant().id
        path = test.data.masterKeyFile
        let ids = try (0..<5).map { _ in try EnrollmentID.random() }
        let made = try await test.data.keys.makeDataKeys(of: ids, tenant: tenant)
        dataKeys = Dictionary(zip(ids, made.map(\.bytes)), uniquingKeysWith: { first, _ in first })
    }

    /// As a process opens it that is started now.
    private func opened(migrates: Bool = true) throws -> DataDirectory {
        try DataDirectory(
            dataFolder: test.data.folder.path, masterKeyFile: path, makesMissing: false, migrates: migrates)
    }

    private func expectEverythingOpens(in data: DataDirectory) async throws {
        #expect(try data.keys.dataKeys(of: Array(dataKeys.keys), tenant: tenant).mapValues(\.bytes) == dataKeys)
        #expect(data.keys.auditKey == test.data.keys.auditKey)
        #expect(try await data.missingKeys().tenants == [])
        let tenants = TenantDirectory(store: data.store, keys: data.keys, clock: test.clock, logger: test.logger)
        #expect(try await tenants.tenant(id: tenant) != nil)
        _ = try await tenants.tokens()
        // Written and found intact, so that the chain goes on under the same key.
        try await data.store.note(.clockTrusted, tenant: nil, at: test.now)
        #expect(
            try await data.store.verifyAudit() == .intact(length: try await data.store.auditEntries().count))
    }

    private func exists(_ end: String) -> Bool { FileManager.default.fileExists(atPath: path + end) }

    private func bytes(_ end: String = "") -> Data? { FileManager.default.contents(atPath: path + end) }

    private func kinds() async throws -> [String] {
        try await test.data.store.auditEntries().map(\.kind).filter { $0.hasPrefix("keyRotation") }
    }

    @Test(arguments: MasterKeyRotation.Step.allCases, [false, true])
    func aMasterKeyRotationMayDieAtAnyStep(step: MasterKeyRotation.Step, isCompromised: Bool) async throws {
        let before = bytes()
        await #expect(throws: Killed.self) {
            try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: isCompromised) {
                if $0 == step { throw Killed() }
            }
        }
        // The running server, whoever only looks, and whoever is started next.
        try await expectEverythingOpens(in: test.data)
        #expect(try opened(migrates: false).keys.checkMasterKey())
        try await expectEverythingOpens(in: opened())

        let isDone = [.rewrapped, .replaced].contains(step)
        #expect((bytes() != before) == isDone)
        if isDone, !isCompromised { #expect(bytes(".old") == before) }
        guard step != .replaced else { return }
        // `opened` above has ended the one that was only to be put in its place.
        #expect(exists(".new") == !isDone)
        guard !isDone else { return }
        let report = try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: isCompromised)
        { _, _ in }
        #expect(report == .init(rewrapped: 5, isInPlace: true, former: isCompromised ? nil : path + ".old"))
        #expect(bytes() != before && !exists(".new"))
        #expect(isCompromised ? !exists(".old") : bytes(".old") == before)
        try await expectEverythingOpens(in: test.data)
        try await expectEverythingOpens(in: opened())
    }

    @Test(arguments: [false, true])
    func whoeverRunsItAgainIsToldThatItHasEnded(isCompromised: Bool) async throws {
        await #expect(throws: Killed.self) {
            try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: isCompromised) {
                if $0 == .rewrapped { throw Killed() }
            }
        }
        let new = bytes(".new")
        let report = try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: isCompromised)
        { _, _ in }
        #expect(report.rewrapped == nil && report.isInPlace)
        #expect(bytes() == new && exists(".old") == !isCompromised)
        #expect(try await kinds() == ["keyRotationBegun", "keyRotationEnded"])
    }

    @Test(arguments: [false, true])
    func aServerThatEndsOneByStartingPutsThatOnRecord(isCompromised: Bool) async throws {
        await #expect(throws: Killed.self) {
            try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: isCompromised) {
                if $0 == .rewrapped { throw Killed() }
            }
        }
        #expect(try await opened().recordEndedRotation())
        #expect(try await !opened().recordEndedRotation())
        #expect(try await kinds() == ["keyRotationBegun", "keyRotationEnded"])
        #expect(exists(".old") == !isCompromised)
    }

    /// What was passed twice lay beside the key for ever, and every rotation after it took it for its own.
    @Test func aKeyThatIsNamedTwiceIsNotTakenForTheNextOne() async throws {
        let given = path + ".given"
        _ = try MasterKey.create(path: given, outside: test.data.folder.path)
        let first = try await MasterKeyRotation(data: opened()).perform(newKeyFile: given, isCompromised: true) {
            _, _ in
        }
        #expect(first.rewrapped == 5)
        let again = try await MasterKeyRotation(data: opened()).perform(newKeyFile: given, isCompromised: true) {
            _, _ in
        }
        #expect(again.rewrapped == nil && !exists(".new"))
        // As an earlier program left it, and a process that died while it wrote.
        try #require(bytes()).write(to: URL(fileURLWithPath: path + ".new"))
        chmod(path + ".new", 0o600)
        let unfinished = [path + ".0123456789abcdef.new", path + ".new.0123456789abcdef.new"]
        for unfinished in unfinished { try Data([1]).write(to: URL(fileURLWithPath: unfinished)) }
        let before = bytes()
        let next = try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: true) { _, _ in }
        // The server has a second key since the one before was compromised.
        #expect(next.rewrapped == 6 && bytes() != before)
        for unfinished in unfinished { #expect(!FileManager.default.fileExists(atPath: unfinished)) }
        try await expectEverythingOpens(in: opened())
    }

    @Test func aKeyThatIsNamedBesideAnInterruptedRotationIsNotPassedOver() async throws {
        await #expect(throws: Killed.self) {
            try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: false) {
                if $0 == .rewrapped { throw Killed() }
            }
        }
        let given = path + ".given"
        _ = try MasterKey.create(path: given, outside: test.data.folder.path)
        await #expect(throws: ConfigurationError.self) {
            try await MasterKeyRotation(data: opened()).perform(newKeyFile: given, isCompromised: false) { _, _ in }
        }
        #expect(try await kinds() == ["keyRotationBegun", "keyRotationEnded"])
    }

    @Test func aMasterKeyOfAnotherPlaceIsTaken() async throws {
        let given = path + ".given"
        let key = try MasterKey.create(path: given, outside: test.data.folder.path)
        let report = try await MasterKeyRotation(data: opened()).perform(newKeyFile: given, isCompromised: false) {
            _, _ in
        }
        #expect(report.rewrapped == 5)
        #expect(bytes() == Data(key.sealingKey.bytes) && bytes(".given") == bytes())
        try await expectEverythingOpens(in: opened())
    }

    @Test func nothingIsLostOfTheKeysBeforeTheLastRotation() async throws {
        _ = try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: false) { _, _ in }
        let (now, former) = (bytes(), bytes(".old"))
        await #expect(throws: ConfigurationError.self) {
            try await MasterKeyRotation(data: opened()).perform(newKeyFile: nil, isCompromised: true) { _, _ in }
        }
        #expect(bytes() == now && bytes(".old") == former && !exists(".new"))
        // A file that an interrupted rotation has left is not mistaken for the one that was named.
        try FileManager.default.removeItem(atPath: path + ".old")
        let folder = test.data.folder.path
        for end in [".new", ".given"] { _ = try MasterKey.create(path: path + end, outside: folder) }
        await #expect(throws: ConfigurationError.self) {
            try await MasterKeyRotation(data: opened()).perform(newKeyFile: path + ".given", isCompromised: false) {
                _, _ in
            }
        }
        #expect(bytes() == now)
    }

    @Test func aFileBesideTheKeyThatOpensNothingIsLeftAlone() async throws {
        let new = try MasterKey.create(path: path + ".new", outside: test.data.folder.path)
        try await expectEverythingOpens(in: opened())
        #expect(bytes(".new") == Data(new.sealingKey.bytes))
        let foreign = try MasterKey.create(path: path + ".foreign", outside: test.data.folder.path)
        let own = bytes()
        try Data(foreign.sealingKey.bytes).write(to: URL(fileURLWithPath: path))
        #expect(throws: StorageError.masterKeyForeign) { try opened() }
        #expect(bytes(".new") == Data(new.sealingKey.bytes) && own != bytes())
    }

    /// Of five data keys in batches of two: three batches, and one that finds nothing more.
    @Test(arguments: 0..<6, [false, true])
    func aTenantsRotationMayDieAtAnyStep(steps: Int, isCompromised: Bool) async throws {
        let before = try test.data.keys.tenantKey(of: tenant).current.bytes
        var left = steps
        await #expect(throws: Killed.self) {
            try await TenantKeyRotation(data: opened()).perform(
                tenant: "acme", isCompromised: isCompromised, batch: 2, progress: { _, _ in },
                reach: { _ in
                    guard left > 0 else { throw Killed() }
                    left -= 1
                })
        }
        try await expectEverythingOpens(in: test.data)
        try await expectEverythingOpens(in: opened())
        let later = try EnrollmentID.random()
        let made = try await test.data.keys.makeDataKey(of: later, tenant: tenant).bytes

        let isDone = steps == 5
        let data = try opened()
        #expect((try data.keys.rotation(of: tenant) == nil) == isDone)
        if !isDone {
            var told: [Int] = []
            let report = try await TenantKeyRotation(data: data).perform(
                tenant: "acme", isCompromised: isCompromised, batch: 2, progress: { done, _ in told.append(done) },
                reach: { _ in })
            #expect(report.wasInterrupted && report.rewrapped == max(0, 5 - 2 * steps))
            #expect(told == [2, 4, 6])
        }
        for data in [test.data, try opened()] {
            try await expectEverythingOpens(in: data)
            #expect(try data.keys.rotation(of: tenant) == nil)
            #expect(try data.keys.dataKey(of: later, tenant: tenant).bytes == made)
            let secrets = try data.keys.tenantKey(of: tenant)
            #expect((secrets.current.bytes != before) == isCompromised)
        }
    }

    /// Whoever learns of a compromise while a rotation is half done gets one that was begun after it.
    @Test func aCompromisedKeyIsReplacedAfterTheRotationThatWasUnderWay() async throws {
        let rotation = TenantKeyRotation(data: test.data)
        await #expect(throws: Killed.self) {
            try await rotation.perform(
                tenant: "acme", isCompromised: false, batch: 2, progress: { _, _ in }, reach: { _ in throw Killed() })
        }
        let report = try await rotation.perform(tenant: "acme", isCompromised: true) { _, _ in }
        #expect(report == .init(rewrapped: 10, wasInterrupted: true))
        #expect(try await kinds() == ["keyRotationBegun", "keyRotationEnded", "keyRotationBegun", "keyRotationEnded"])
        try await expectEverythingOpens(in: test.data)
        await #expect(throws: ConfigurationError.self) {
            try await rotation.perform(tenant: "nobody", isCompromised: false) { _, _ in }
        }
    }

    /// Secrets that were sealed before open on, and what is sealed now does not open under the key before.
    @Test func secretsAreSealedUnderTheNewKeyFromNowOn() async throws {
        let before = try test.data.keys.tenantKey(of: tenant)
        _ = try await TenantKeyRotation(data: opened()).perform(tenant: "acme", isCompromised: true) { _, _ in }
        let administration = TenantAdministration(data: test.data)
        _ = try await administration.rotate(.package, tenant: "acme", rsaBits: 2048, at: test.now)
        try await test.tenants.reload()
        let tenant = try await test.tenant()
        _ = try test.tenants.keys(of: tenant)
        let rows = try await test.data.store.secrets(of: .tenant(tenant.id))
        let kind = TenantSecretKind.packageEC
        let newest = try #require(rows.first { $0.kind == kind.rawValue })
        #expect(throws: CryptoError.authenticationFailed) {
            try before.open(newest.sealed, associated: kind.label(tenant.id))
        }
    }
}
