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
              "licence": "MIT"}],
             "manifests": [
             {"path": "base/manifest.json", "bytes": 2, "sha256": "sha256:7.7", "pack": "base", "committed": "x"},
             {"path": "extra/manifest.json", "bytes": 1, "sha256": "sha256:8", "pack": "extra", "committed": "x"},
             {"path": "extra/limits.json", "bytes": 1, "sha256": "sha256:0", "pack": "extra", "committed": "x"}]}
            """
        return try ModelLock(json: Array(json.utf8))
    }

    private static let base: [String: [UInt8]] = ["base/a.net": [1, 2, 3], "base/manifest.json": [7, 7]]
    private static let extra: [String: [UInt8]] = [
        "extra/b.net": [4, 5], "extra/c.net": [6], "extra/manifest.json": [8], "extra/limits.json": [0],
    ]

    private func folder(_ files: [String: [UInt8]], but changed: [String: [UInt8]?]) throws -> ModelFolder {
        var files = files
        for (name, bytes) in changed { files[name] = bytes }
        return try folder(files)
    }

    @Test func whatTheLockNamesIsAccepted() throws {
        let lock = try lock()
        #expect(try folder(Self.base).verify(against: lock, digest: digest) == ["base"])
        let both = Self.base.merging(Self.extra) { $1 }
        #expect(try folder(both).verify(against: lock, digest: digest) == ["base", "extra"])
        let alternative = try folder(both, but: ["extra/b.net": [9]])
        #expect(try alternative.verify(against: lock, digest: digest) == ["base", "extra"])
    }

    @Test(arguments: ["base/a.net", "base/manifest.json", "extra/c.net", "extra/manifest.json", "extra/limits.json"])
    func aChangedOrMissingFileIsNamed(file: String) throws {
        let lock = try lock()
        let both = Self.base.merging(Self.extra) { $1 }
        #expect(throws: ModelError.unexpectedContent(file: file)) {
            try folder(both, but: [file: [5]]).verify(against: lock, digest: digest)
        }
        #expect(throws: ModelError.missing(file: file)) {
            try folder(both, but: [file: [UInt8]?.none]).verify(against: lock, digest: digest)
        }
    }

    @Test func aManifestLeftBehindIsAcceptedAsItWasAndNotWithOtherNetworks() throws {
        let lock = try lock()
        #expect(
            try folder(Self.base, but: ["extra/manifest.json": [8]]).verify(against: lock, digest: digest) == ["base"])
        let other = try folder(Self.base, but: ["extra/manifest.json": [5], "extra/own.net": [1]])
        #expect(throws: ModelError.unexpectedContent(file: "extra/manifest.json")) {
            try other.verify(against: lock, digest: digest)
        }
    }

    @Test func aPackThatTheLockDoesNotKnowIsNoErrorAndIsNamed() throws {
        let lock = try lock()
        let own: [String: [UInt8]] = ["own/manifest.json": [1], "own/d.net": [2], "notes/readme": [3]]
        let models = try folder(Self.base.merging(own) { $1 })
        #expect(try models.verify(against: lock, digest: digest) == ["base"])
        #expect(models.packs(unknownTo: lock) == ["own"])
        #expect(try folder(Self.base.merging(Self.extra) { $1 }).packs(unknownTo: lock) == [])
    }

    @Test func aLockOfAnotherKindIsNotRead() {
        let texts = [
            "", "{}", #"{"version": 2, "files": [], "manifests": []}"#, #"{"version": 1, "files": []}"#,
            #"{"version": 1, "files": [{"path": 3}], "manifests": []}"#,
        ]
        for text in texts {
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
        let required = Set(lock.entries.filter(\.isRequired).map(\.pack))
        for manifest in lock.manifests where required.contains(manifest.pack) {
            #expect(models.byteCount(of: manifest.path) == manifest.form.bytes, "\(manifest.path)")
        }
        #expect(throws: ModelError.missing(file: "nowhere.net")) { try models.file("nowhere.net") }
    }
}
