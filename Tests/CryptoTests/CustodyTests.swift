import Foundation
import Testing

@testable import OnboardingCrypto

@Suite struct WrappedKeyTests {
    @Test func aWrappedKeyOpensUnderItsKeyAndLabelAlone() throws {
        let master = try SealingKey.generate()
        let tenant = try SealingKey.generate()
        let wrapped = try WrappedKey(wrapping: tenant, under: master, label: .tenant("acme"))
        #expect(wrapped.bytes.count == 60)
        #expect(try wrapped.unwrap(under: master, label: .tenant("acme")).bytes == tenant.bytes)
        for label in [
            KeyLabel.tenant("acm"), .tenant(""), .enrollment("acme"),
            .kept(purpose: "tenant", owner: "acme", number: 1),
        ] {
            #expect(throws: CryptoError.authenticationFailed) { try wrapped.unwrap(under: master, label: label) }
        }
        #expect(throws: CryptoError.authenticationFailed) { try wrapped.unwrap(under: tenant, label: .tenant("acme")) }
        #expect(throws: CryptoError.authenticationFailed) {
            try WrappedKey(bytes: []).unwrap(under: master, label: .tenant("acme"))
        }
    }

    @Test func aSealedObjectThatIsNoKeyIsRefused() throws {
        let master = try SealingKey.generate()
        let label = KeyLabel.tenant("acme")
        let sealed = try master.seal([1, 2, 3], associated: label.associatedBytes)
        #expect(throws: CryptoError.invalidLength) { try WrappedKey(bytes: sealed).unwrap(under: master, label: label) }
    }
}

@Suite struct KeyRingTests {
    @Test func theNewestKeySealsAndEachOpens() throws {
        let keys = try (0..<3).map { _ in try SealingKey.generate() }
        let ring = KeyRing(current: keys[0], earlier: Array(keys[1...]))
        for key in keys {
            #expect(try ring.open(key.seal([1, 2], associated: [3]), associated: [3]) == [1, 2])
            let label = KeyLabel.enrollment("a")
            let wrapped = try WrappedKey(wrapping: keys[1], under: key, label: label)
            #expect(try ring.unwrap(wrapped, label: label).bytes == keys[1].bytes)
        }
        let sealed = try ring.seal([1, 2], associated: [3])
        #expect(try keys[0].open(sealed, associated: [3]) == [1, 2])
        let foreign = try SealingKey.generate().seal([1], associated: [])
        #expect(throws: CryptoError.authenticationFailed) { try ring.open(foreign, associated: []) }
        #expect(throws: CryptoError.authenticationFailed) { try ring.open(sealed, associated: []) }
        #expect("\(ring)" == "KeyRing(secret)")
    }
}

@Suite struct LookupKeyTests {
    @Test func equalValuesOfOneFieldAndTenantHaveOneDigest() throws {
        let tenantKey = try SealingKey.generate()
        let key = try LookupKey(tenantKey: tenantKey)
        let digest = key.digest(of: "jane@example.org", field: "username")
        #expect(digest.count == 32)
        #expect(try LookupKey(tenantKey: tenantKey).digest(of: "jane@example.org", field: "username") == digest)
        #expect(key.digest(of: "Jane@example.org", field: "username") != digest)
        #expect(key.digest(of: "jane@example.org", field: "email") != digest)
        #expect(LookupKey(key: key.key).digest(of: "jane@example.org", field: "username") == digest)
        let other = try LookupKey(tenantKey: .generate())
        #expect(other.digest(of: "jane@example.org", field: "username") != digest)
        #expect(key.digest(of: "bc", field: "a") != key.digest(of: "c", field: "ab"))
    }
}

@Suite struct MasterKeyTests {
    /// A folder of its own for each test, deleted when the test ends.
    private final class Folder {
        let path: String
        var key: String { path + "/data.key" }
        var data: String { path + "/data" }

        init() throws {
            path = NSTemporaryDirectory() + "/master-key-" + Hexadecimal.encode(try Random.bytes(8))
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test func theKeyThatWasMadeIsReadAgain() throws {
        let folder = try Folder()
        #expect(throws: MasterKeyError.missing) { try MasterKey.load(path: folder.key, outside: folder.data) }
        let made = try MasterKey.create(path: folder.key, outside: folder.data)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.key)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(
            try MasterKey.load(path: folder.key, outside: folder.data).sealingKey.bytes == made.sealingKey.bytes)
        #expect(
            try MasterKey.loadOrCreate(path: folder.key, outside: folder.data).sealingKey.bytes
                == made.sealingKey.bytes)
        // Nothing but the key is left beside the data.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["data", "data.key"])
    }

    @Test func aKeyIsNeverWrittenOver() throws {
        let folder = try Folder()
        let made = try MasterKey.create(path: folder.key, outside: folder.data)
        #expect(throws: MasterKeyError.alreadyExists) { try MasterKey.create(path: folder.key, outside: folder.data) }
        #expect(
            try MasterKey.load(path: folder.key, outside: folder.data).sealingKey.bytes == made.sealingKey.bytes)
    }

    @Test func ofManyThatStartAtOnceAllGetOneKey() async throws {
        let folder = try Folder()
        let (path, data) = (folder.key, folder.data)
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 {
                group.addTask { try MasterKey.loadOrCreate(path: path, outside: data).sealingKey.bytes }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o620, 0o644]) func aFileOpenToOthersIsRefused(mode: Int) throws {
        let folder = try Folder()
        _ = try MasterKey.create(path: folder.key, outside: folder.data)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.key)
        #expect(throws: MasterKeyError.accessibleToOthers) {
            try MasterKey.load(path: folder.key, outside: folder.data)
        }
    }

    @Test(arguments: [0, 31, 33, 64]) func aFileOfAnotherLengthIsRefused(count: Int) throws {
        let folder = try Folder()
        let bytes = Data(repeating: 7, count: count)
        #expect(
            FileManager.default.createFile(
                atPath: folder.key, contents: bytes, attributes: [.posixPermissions: 0o600]))
        #expect(throws: MasterKeyError.wrongLength) { try MasterKey.load(path: folder.key, outside: folder.data) }
    }

    @Test func aFileInsideTheDataFolderIsRefused() throws {
        let folder = try Folder()
        for path in [folder.data + "/key", folder.data + "/deep/../key", folder.path + "/./data/key"] {
            #expect(throws: MasterKeyError.insideDataFolder) {
                try MasterKey.create(path: path, outside: folder.data)
            }
            #expect(throws: MasterKeyError.insideDataFolder) { try MasterKey.load(path: path, outside: folder.data) }
        }
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.data)
        #expect(throws: MasterKeyError.insideDataFolder) {
            try MasterKey.create(path: link + "/key", outside: folder.data)
        }
    }

    @Test func aFolderIsNoKeyFile() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.key, withIntermediateDirectories: false)
        #expect(throws: MasterKeyError.notAKeyFile) { try MasterKey.load(path: folder.key, outside: folder.data) }
    }

    @Test func aNextKeyTakesThePlaceInOneStepAndTheOneBeforeIsKept() throws {
        let folder = try Folder()
        let first = try MasterKey.create(path: folder.key, outside: folder.data)
        func bytes(_ path: String) -> [UInt8]? {
            try? MasterKey.load(path: path, outside: folder.data).sealingKey.bytes
        }
        let (next, former) = (MasterKey.nextPath(of: folder.key), MasterKey.formerPath(of: folder.key))
        // Nothing is there to take its place.
        try MasterKey.replace(path: folder.key, keepsFormer: true)
        #expect(bytes(folder.key) == first.sealingKey.bytes && bytes(former) == nil)

        let second = try MasterKey.create(path: next, outside: folder.data)
        try MasterKey.checkFormer(of: folder.key)
        try MasterKey.replace(path: folder.key, keepsFormer: true)
        #expect(bytes(folder.key) == second.sealingKey.bytes)
        #expect(bytes(former) == first.sealingKey.bytes && bytes(next) == nil)
        #expect(throws: MasterKeyError.formerKeyKept) { try MasterKey.checkFormer(of: folder.key) }

        // The key of before the rotation before is not lost.
        let third = try second.write(to: next, outside: folder.data)
        #expect(throws: MasterKeyError.alreadyExists) { try first.write(to: next, outside: folder.data) }
        try MasterKey.replace(path: folder.key, keepsFormer: true)
        #expect(bytes(folder.key) == third.sealingKey.bytes && bytes(former) == first.sealingKey.bytes)
        try MasterKey.deleteFormer(of: folder.key)
        try MasterKey.deleteFormer(of: folder.key)
        #expect(bytes(former) == nil)

        _ = try MasterKey.create(path: next, outside: folder.data)
        try MasterKey.replace(path: folder.key, keepsFormer: false)
        #expect(bytes(folder.key) != third.sealingKey.bytes && bytes(former) == nil)
        #expect(MasterKey.canReplace(path: folder.key) && !MasterKey.canReplace(path: folder.path + "/none/key"))
    }
}
