import Foundation
import Testing
import TestSupport
import Vision

@Suite struct ModelFolderTests {
    /// A stand-in for SHA-2: what is tested is what is compared, not the digest.
    private func digest(_ kind: ModelDigest, _ bytes: [UInt8]) -> String {
        "\(kind):" + bytes.map(String.init).joined(separator: ".")
    }

    private func folder(_ files: [String: [UInt8]]) throws -> ModelFolder {
        let path = FileManager.default.temporaryDirectory.path + "/models-\(UUID().uuidString)"
        for (name, bytes) in files {
            let url = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        return ModelFolder(path: path)
    }

    private func lock() throws -> ModelLock {
        let json = """
            {"version": 1, "packs": {}, "files": [
             {"path": "base/a.net", "bytes": 3, "sha256": "sha256:1.2.3", "required": true, "pack": "base",
              "licence": "Apache-2.0", "origin": "x"},
             {"path": "extra/b.net", "bytes": 2, "sha256": "sha256:4.5", "required": false, "pack": "extra",
              "licence": "MIT", "alternatives": [{"bytes": 1, "sha384": "sha384:9", "variant": "new"}]},
             {"path": "extra/c.net", "bytes": 1, "sha256": "sha256:6", "required": false, "pack": "extra",
              "licence": "MIT"}]}
            """
        return try ModelLock(json: Array(json.utf8))
    }

    @Test func whatTheLockNamesIsAccepted() throws {
        let lock = try lock()
        let base = try folder(["base/a.net": [1, 2, 3]])
        #expect(try base.verify(against: lock, digest: digest) == ["base"])
        let usual = try folder(["base/a.net": [1, 2, 3], "extra/b.net": [4, 5], "extra/c.net": [6]])
        #expect(try usual.verify(against: lock, digest: digest) == ["base", "extra"])
        let alternative = try folder(["base/a.net": [1, 2, 3], "extra/b.net": [9], "extra/c.net": [6]])
        #expect(try alternative.verify(against: lock, digest: digest) == ["base", "extra"])
    }

    @Test func aWrongFileIsNamed() throws {
        let lock = try lock()
        let changed = try folder(["base/a.net": [1, 2, 4]])
        #expect(throws: ModelError.unexpectedContent(file: "base/a.net")) {
            try changed.verify(against: lock, digest: digest)
        }
        let missing = try folder(["other": [1]])
        #expect(throws: ModelError.missing(file: "base/a.net")) { try missing.verify(against: lock, digest: digest) }
        let partial = try folder(["base/a.net": [1, 2, 3], "extra/c.net": [6]])
        #expect(throws: ModelError.missing(file: "extra/b.net")) { try partial.verify(against: lock, digest: digest) }
    }

    @Test func aLockOfAnotherKindIsNotRead() {
        for text in ["", "{}", "{\"version\": 2, \"files\": []}", "{\"version\": 1, \"files\": [{\"path\": 3}]}"] {
            #expect(throws: ModelError.lockUnreadable) { try ModelLock(json: Array(text.utf8)) }
        }
    }

    @Test func theCommittedLockNamesTheFilesThatAreHere() throws {
        let bytes = try #require(FileManager.default.contents(atPath: Material.packageRoot + "/models.lock"))
        let lock = try ModelLock(json: [UInt8](bytes))
        let models = ModelFolder(path: Material.models)
        for entry in lock.entries where entry.isRequired {
            let present = try #require(models.byteCount(of: entry.path), "\(entry.path)")
            #expect(entry.forms.contains { $0.bytes == present }, "\(entry.path)")
        }
        #expect(throws: ModelError.missing(file: "nowhere.net")) { try models.file("nowhere.net") }
    }
}
