import Foundation
import Testing
import TestSupport
import Vision

@testable import FaceEngine

@Suite struct PackTests {
    private let packs = Material.packageRoot + "/packs"

    private func committed(_ name: String) throws -> FacePack {
        let data = try #require(FileManager.default.contents(atPath: packs + "/\(name).json"))
        return try JSONDecoder().decode(FacePack.self, from: data)
    }

    /// SHA-2 by the system's own tool: this module has none.
    private func digest(_ kind: ModelDigest, _ bytes: [UInt8]) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: kind == .sha256 ? "/usr/bin/sha256sum" : "/usr/bin/sha384sum")
        let file = FileManager.default.temporaryDirectory.path + "/digest-\(UUID().uuidString)"
        let output = Pipe()
        process.arguments = [file]
        process.standardOutput = output
        defer { try? FileManager.default.removeItem(atPath: file) }
        guard FileManager.default.createFile(atPath: file, contents: Data(bytes)), (try? process.run()) != nil else {
            return ""
        }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(String(decoding: text, as: UTF8.self).prefix { $0 != " " })
    }

    @Test(arguments: ["face-recognition", "dlib-resnet", "edgeface"])
    func aCommittedPackIsWhole(name: String) throws {
        let pack = try committed(name)
        for variant in pack.variants {
            let stated = variant.files.map { ($0.sha256 ?? $0.sha384 ?? "") + "\n" }.joined()
            #expect(digest(.sha256, Array(stated.utf8)) == variant.digest, "\(variant.name)")
            for network in pack.networks { #expect(variant.files.contains { $0.file == network.file }) }
        }
        let table = try #require(FileManager.default.contents(atPath: packs + "/" + pack.calibration))
        let calibration = try JSONDecoder().decode(FaceCalibration.self, from: table)
        #expect(calibration.isWellFormed)
        #expect(calibration.model == pack.variants[0].name)
        #expect(digest(.sha256, Array(calibration.canonicalText.utf8)) == calibration.digest)
    }

    @Test func packsAndLockNameTheSameFiles() throws {
        let data = try #require(FileManager.default.contents(atPath: Material.packageRoot + "/models.lock"))
        let lock = try ModelLock(json: [UInt8](data))
        for name in ["face-recognition", "dlib-resnet", "edgeface"] {
            let entries = lock.entries.filter { $0.pack == name }
            let pack = try committed(name)
            #expect(!entries.isEmpty)
            for entry in entries {
                let file = String(entry.path.dropFirst(name.count + 1))
                for form in entry.forms {
                    #expect(
                        pack.variants.contains { variant in
                            variant.files.contains {
                                $0.file == file && $0.bytes == form.bytes && $0.sha256 == form.sha256
                                    && $0.sha384 == form.sha384
                            }
                        }, "\(entry.path)")
                }
            }
        }
    }

    @Test func whatIsInstalledIsProved() throws {
        let models = try FacePack.verifyInstalled(in: Photographs.models, digest: digest)
        #expect(models.first == (try Photographs.engine.get()).descriptor)
    }

    @Test func thePreferredPackIsUsedAndOthersOnRequest() throws {
        let installed = FacePack.installed(in: Photographs.models)
        #expect(installed.map(\.pack.preference) == installed.map(\.pack.preference).sorted(by: >))
        #expect(throws: FaceEngineError.noDescriptor) {
            try FaceEngine(models: Photographs.models, workers: 1, pack: "nowhere")
        }
        #expect(throws: FaceEngineError.noDescriptor) {
            try FaceEngine(models: ModelFolder(path: "/nonexistent"), workers: 1)
        }
    }

    @Test func aManifestThatIsNotOneIsNamed() throws {
        let path = FileManager.default.temporaryDirectory.path + "/packs-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path + "/mine", withIntermediateDirectories: true)
        for text in ["", "{}", "{\"version\": 9}"] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/mine/manifest.json"))
            #expect(throws: FaceEngineError.models(.manifestUnreadable(file: "mine/manifest.json"))) {
                try FacePack.read("mine", in: ModelFolder(path: path))
            }
            #expect(FacePack.installed(in: ModelFolder(path: path)).isEmpty)
        }
    }
}
