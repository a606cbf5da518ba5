import Dispatch
import Foundation
import Synchronization
import Testing
import TestSupport
import Vision

/// Networks kept as they were compiled: the same numbers, and nothing believed that somebody else may have written.
@Suite struct CompiledNetworksTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/compiled-\(UUID().uuidString)"
    private let file = Material.models + "/face-mesh/face_landmark.tflite"
    private var kept: String { folder + "/face-mesh_face_landmark.tflite.compiled" }

    private func compiled() -> CompiledNetworks { CompiledNetworks(folder: folder, digest: Self.digest) }

    /// A stand-in for SHA-256: what is tested is what is compared, not the digest.
    @Sendable private static func digest(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in bytes {
            hash ^= UInt64(byte)
            hash &*= 1_099_511_628_211
        }
        return String(hash, radix: 16)
    }

    private func outputs(of network: Network) throws -> [UInt32] {
        let values: [Float] = (0..<(192 * 192 * 3)).map { Float($0 * 7919 % 255) / 255 }
        let outputs = try network.run(Tensor(shape: [1, 192, 192, 3], values: values))
        return outputs.flatMap(\.values).map(\.bitPattern)
    }

    private func expected() throws -> [UInt32] { try outputs(of: try Network(file: file, callers: 1)) }

    private func load() throws -> [UInt32] {
        try outputs(of: try Network(file: file, callers: 1, kept: compiled()))
    }

    /// Another one wherever the file was written anew.
    private func inode() throws -> UInt64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: kept)
        return try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
    }

    private var umaskOfThisProcess: Int {
        let mask = umask(0o022)
        umask(mask)
        return Int(mask)
    }

    private func set(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func aNetworkThatWasKeptIsBroughtBackAndGivesTheSameBits() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try expected()
        #expect(try load() == expected)
        let first = try inode()
        #expect(try load() == expected)
        #expect(try inode() == first)
        // What the superuser kept serves everybody: to read, not to write.
        for (path, mode) in [(folder, 0o755), (kept, 0o644)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode & ~umaskOfThisProcess)
        }
    }

    @Test(arguments: [1, 2]) func memoryThatIsUsedAgainChangesNothing(callers: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try load()
        let size = try #require(FileManager.default.contents(atPath: kept)?.count)
        for _ in 0..<8 {
            let network = try Network(file: file, callers: callers, kept: compiled())
            // What a network would read that reads its weights where nobody holds them for it.
            let others = (0..<16).map { [UInt8](repeating: 0xff, count: size - 64 * $0) }
            let differences = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                if (try? outputs(of: network)) != expected { differences.withLock { $0 += 1 } }
            }
            #expect(differences.withLock { $0 } == 0 && others.allSatisfy { $0.last == 0xff })
        }
    }

    @Test(arguments: ["cut", "emptied", "flipped", "headless"]) func whatIsDamagedIsCompiledAgain(how: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try load()
        let whole = try #require(FileManager.default.contents(atPath: kept))
        var damaged = whole
        switch how {
        case "cut": damaged = whole.prefix(whole.count / 2)
        case "emptied": damaged = Data()
        case "flipped": damaged[whole.count - 1000] ^= 1
        default: damaged = Data([UInt8](whole).drop { $0 != UInt8(ascii: "\n") }.dropFirst())
        }
        try damaged.write(to: URL(fileURLWithPath: kept))
        let before = try inode()
        #expect(try load() == expected)
        let after = try inode()
        #expect(after != before)
        #expect(try load() == expected)
        #expect(try inode() == after)
    }

    @Test func whatWasMadeOfAnotherFileIsCompiledAgain() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try load()
        // Under this network's name, another one that was kept as well as it.
        let other = Material.models + "/face-detection/face_detection_short_range.tflite"
        _ = try Network(file: other, callers: 1, kept: compiled())
        let keptOther = folder + "/face-detection_face_detection_short_range.tflite.compiled"
        try FileManager.default.removeItem(atPath: kept)
        try FileManager.default.moveItem(atPath: keptOther, toPath: kept)
        let before = try inode()
        #expect(try load() == expected)
        #expect(try inode() != before)
    }

    @Test func whatOthersMayWriteIsNotBelieved() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try load()
        for mode in [0o620, 0o602, 0o666] {
            try set(mode, of: kept)
            let before = try inode()
            #expect(try load() == expected)
            #expect(try inode() != before, "mode \(mode)")
        }
        // In a folder that others may write in nothing is read and nothing left.
        for mode in [0o770, 0o707, 0o1777] {
            try set(mode, of: folder)
            let before = try inode()
            #expect(try load() == expected)
            #expect(try inode() == before)
            try FileManager.default.removeItem(atPath: kept)
            #expect(try load() == expected)
            #expect(!FileManager.default.fileExists(atPath: kept), "mode \(mode)")
            try set(0o700, of: folder)
            _ = try load()
        }
    }

    @Test func linksAreNotFollowed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try load()
        let elsewhere = folder + "/elsewhere"
        try FileManager.default.moveItem(atPath: kept, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: kept, withDestinationPath: elsewhere)
        let target = FileManager.default.contents(atPath: elsewhere)
        #expect(try load() == expected)
        let attributes = try FileManager.default.attributesOfItem(atPath: kept)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect(FileManager.default.contents(atPath: elsewhere) == target)
    }

    @Test func aFolderThatCannotBeMadeCostsTimeAlone() throws {
        let nowhere = CompiledNetworks(folder: "/dev/null/compiled", digest: { "\($0.count)" })
        #expect(try outputs(of: try Network(file: file, callers: 2, kept: nowhere)) == expected())
    }
}
