import ChildProcess
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
        let file = FileManager.default.temporaryDirectory.path + "/digest-\(UUID().uuidString)"
        let output = Pipe()
        defer { try? FileManager.default.removeItem(atPath: file) }
        guard FileManager.default.createFile(atPath: file, contents: Data(bytes)),
            let process = try? ChildProcess(
                kind == .sha256 ? "/usr/bin/sha256sum" : "/usr/bin/sha384sum", [file],
                output: .handle(output.fileHandleForWriting))
        else { return "" }
        try? output.fileHandleForWriting.close()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        _ = process.wait()
        return String(String(decoding: text, as: UTF8.self).prefix { $0 != " " })
    }

    @Test(arguments: ["face-recognition", "dlib-resnet", "edgeface"])
    func aCommittedPackIsWhole(name: String) throws {
        let pack = try committed(name)
        func stated(_ files: [FacePack.Variant.File]) -> String {
            digest(.sha256, Array(files.map { ($0.sha256 ?? $0.sha384 ?? "") + "\n" }.joined().utf8))
        }
        for variant in pack.variants {
            #expect(stated(variant.files) == variant.digest, "\(variant.name)")
            for network in pack.networks { #expect(variant.files.contains { $0.file == network.file }) }
            #expect((variant.frames == nil) == (pack.frames == nil))
            if let frames = pack.frames, let model = variant.frames {
                #expect(stated(variant.files(of: frames.networks)) == model.digest)
                #expect(Set(frames.networks).isStrictSubset(of: pack.networks.map(\.file)))
            }
        }
        let tables = [
            (pack.calibration, pack.variants[0].name), (pack.frames?.calibration, pack.variants[0].frames?.name),
        ]
        for (file, model) in tables {
            guard let file else { continue }
            let table = try #require(FileManager.default.contents(atPath: packs + "/" + file))
            let calibration = try JSONDecoder().decode(FaceCalibration.self, from: table)
            #expect(calibration.isWellFormed)
            #expect(calibration.model == model)
            #expect(digest(.sha256, Array(calibration.canonicalText.utf8)) == calibration.digest)
        }
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
        let installed = try FacePack.installed(in: Photographs.models)
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
            #expect(throws: FaceEngineError.models(.manifestUnreadable(file: "mine/manifest.json"))) {
                try FacePack.installed(in: ModelFolder(path: path))
            }
        }
        try FileManager.default.removeItem(atPath: path + "/mine/manifest.json")
        #expect(try FacePack.installed(in: ModelFolder(path: path)).isEmpty)
    }

    /// The files of the face pack in a model folder of its own, its manifest changed.
    private func changedPack(_ change: (String) -> String) throws -> ModelFolder {
        let source = Photographs.models.path + "/face-recognition"
        let path = FileManager.default.temporaryDirectory.path + "/packs-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path + "/mine", withIntermediateDirectories: true)
        for file in try FileManager.default.contentsOfDirectory(atPath: source) where file != "manifest.json" {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/mine/\(file)", withDestinationPath: "\(source)/\(file)")
        }
        let manifest = try String(contentsOfFile: packs + "/face-recognition.json", encoding: .utf8)
        try Data(change(manifest).utf8).write(to: URL(fileURLWithPath: path + "/mine/manifest.json"))
        return ModelFolder(path: path)
    }

    @Test func frameNetworksUnderAWrongDigestOrCalibrationAreRefused() throws {
        let whole = try changedPack { $0 }
        #expect(try FacePack.verifyInstalled(in: whole, digest: digest).map(\.name) == ["r95+mfn-1"])
        let model = try #require(committed("face-recognition").variants[0].frames)
        let renamed = try changedPack {
            $0.replacing(model.digest, with: String(repeating: "0", count: 64))
        }
        #expect(throws: FaceEngineError.models(.unexpectedContent(file: "mine/manifest.json"))) {
            try FacePack.verifyInstalled(in: renamed, digest: digest)
        }
        let foreign = try changedPack {
            $0.replacing("\"face-recognition.frames.calibration.json\"", with: "\"face-recognition.calibration.json\"")
        }
        #expect(throws: FaceEngineError.models(.manifestUnreadable(file: "mine/manifest.json"))) {
            try FacePack.installed(in: foreign)
        }
        let everything = try changedPack {
            $0.replacing(
                "[\"mobilefacenet-foamliu-112.onnx\"]",
                with: "[\"mobilefacenet-foamliu-112.onnx\", \"face-reidentification-retail-0095.xml\"]")
        }
        #expect(throws: FaceEngineError.models(.manifestUnreadable(file: "mine/manifest.json"))) {
            try FacePack.installed(in: everything)
        }
        let unnamed = try changedPack { $0.replacing("\"name\": \"mfn-1\"", with: "\"name\": \"other-1\"") }
        #expect(
            throws: FaceEngineError.models(.manifestUnreadable(file: "mine/face-recognition.frames.calibration.json"))
        ) { try FacePack.verifyInstalled(in: unnamed, digest: digest) }
        for folder in [whole, renamed, foreign, everything, unnamed] {
            try FileManager.default.removeItem(atPath: folder.path)
        }
    }

    /// The first known output of each network stands in the manifest once.
    @Test(arguments: [
        ("face-reidentification-retail-0095.xml", "0.724933"), ("mobilefacenet-foamliu-112.onnx", "0.231202"),
    ])
    func aNetworkThatComputesOtherNumbersIsRefused(file: String, known: String) throws {
        let number = try #require(Double(known))
        /// What making an engine from the changed pack throws; nil where it is made.
        func refusal(off: Double, byAnotherConversion: Bool) throws -> FaceEngineError? {
            let models = try changedPack { manifest in
                let changed = manifest.replacing("[\(known)", with: "[\(number + off)")
                // The calibration's variant becomes one whose files of 0095 are others.
                return !byAnotherConversion
                    ? changed
                    : changed.replacing("\"r95+mfn-1\"", with: "\"swapped\"")
                        .replacing("\"r95v2023+mfn-1\"", with: "\"r95+mfn-1\"")
            }
            defer { try? FileManager.default.removeItem(atPath: models.path) }
            for folder in try FileManager.default.contentsOfDirectory(atPath: Photographs.models.path)
            where folder.hasPrefix("face-") && folder != "face-recognition" {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(models.path)/\(folder)", withDestinationPath: "\(Photographs.models.path)/\(folder)")
            }
            do throws(FaceEngineError) {
                _ = try FaceEngine(models: models, workers: 1)
                return nil
            } catch {
                return error
            }
        }
        func isRefused(off: Double, byAnotherConversion: Bool) throws -> Bool {
            switch try refusal(off: off, byAnotherConversion: byAnotherConversion) {
            case .computesOtherwise(file, _): true
            case nil: false
            case let other?: throw other
            }
        }
        for isOther in [false, true] {
            #expect(try !isRefused(off: 0, byAnotherConversion: isOther))
            #expect(try isRefused(off: 0.4, byAnotherConversion: isOther))
        }
        #expect(try isRefused(off: 0.05, byAnotherConversion: false))
        // Only 0095 has another conversion.
        #expect(try isRefused(off: 0.05, byAnotherConversion: true) == file.hasSuffix(".onnx"))
    }

    @Test func aNumberThatIsNoneDeviates() {
        let expected: [Float] = [0.5, -0.25, 20]
        func deviation(_ outputs: [Float]) -> Double? {
            SelfTest.firstDeviation(of: outputs, from: expected, beyond: 1e-3)
        }
        #expect(deviation([0.5005, -0.2495, 20.01]) == nil)
        #expect(deviation([0.5, -0.2, 20]) != nil)
        for place in expected.indices {
            var outputs = expected
            outputs[place] = .nan
            #expect(deviation(outputs) != nil)
        }
    }

    /// Nothing is compared with nothing, so such a pack would pass the self-test whatever it computes.
    @Test func aPackWithoutKnownOutputsIsNone() throws {
        let models = try changedPack {
            $0.replacing(#/"knownOutput": \[0\.72[^\]]*\]/#, with: "\"knownOutput\": []")
        }
        defer { try? FileManager.default.removeItem(atPath: models.path) }
        #expect(throws: FaceEngineError.models(.manifestUnreadable(file: "mine/manifest.json"))) {
            try FacePack.installed(in: models)
        }
    }
}
