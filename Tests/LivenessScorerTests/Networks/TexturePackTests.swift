import Foundation
import TestSupport
import Testing
import Vision

@testable import FaceEngine
@testable import LivenessScorer

@Suite struct TexturePackTests {
    static let models = ModelFolder(path: Material.models)
    static let isPadInstalled = models.contains("pad/manifest.json")

    private func folder(with manifest: String, in pack: String = "liveness") throws -> ModelFolder {
        let path = FileManager.default.temporaryDirectory.path + "/texture-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path + "/" + pack, withIntermediateDirectories: true)
        try Data(manifest.utf8).write(to: URL(fileURLWithPath: path + "/\(pack)/manifest.json"))
        return ModelFolder(path: path)
    }

    private func manifest(_ network: String) -> String {
        """
        {"version": 1, "name": "n", "networks": [{"name": "face", "file": "face.onnx", "sha256": "00", \
        \(network)}]}
        """
    }

    @Test func aManifestThatIsNotOneIsNamed() throws {
        let wrong = [
            "", "{}", #"{"version": 2, "name": "n", "networks": []}"#, #"{"version": 1, "name": "n", "networks": []}"#,
            manifest(#""side": 8, "cropScale": 1.3"#), manifest(#""side": 96, "cropScale": 99"#),
            manifest(#""side": 96, "cropScale": 1.3, "window": "mirrored""#),
            manifest(#""side": 96, "cropScale": 1.3, "output": {"classes": 3, "bonaFide": 3}"#),
        ]
        for text in wrong {
            let models = try folder(with: text)
            defer { try? FileManager.default.removeItem(atPath: models.path) }
            #expect(throws: FaceEngineError.models(.manifestUnreadable(file: "liveness/manifest.json")), "\(text)") {
                try TexturePack.read(.liveness, in: models)
            }
        }
    }

    @Test func aNetworkThatIsMissingOrAnotherIsNamed() throws {
        let models = try folder(with: manifest(#""side": 96, "cropScale": 1.3"#))
        defer { try? FileManager.default.removeItem(atPath: models.path) }
        #expect(throws: FaceEngineError.models(.missing(file: "liveness/face.onnx"))) {
            try TextureNetworks.verifyInstalled(in: models) { _ in "00" }
        }
        try Data("not a network".utf8).write(to: URL(fileURLWithPath: models.path + "/liveness/face.onnx"))
        #expect(throws: FaceEngineError.models(.unexpectedContent(file: "liveness/face.onnx"))) {
            try TextureNetworks.verifyInstalled(in: models) { _ in "01" }
        }
        try TextureNetworks.verifyInstalled(in: models) { _ in "00" }
        #expect(throws: FaceEngineError.self) { try TextureNetworks(models: models, workers: 1) }
    }

    @Test func whatIsNotInstalledIsLeftOutAndNoFacePack() throws {
        #expect(try TextureNetworks(models: ModelFolder(path: "/nonexistent"), workers: 1).identities.isEmpty)
        let others = TexturePackName.allCases.map(\.rawValue) + ["attributes", "documents"]
        #expect(FacePack.foldersOfOthers == Set(others))
    }

    /// The outputs for its authors' probe stand in the manifest, so that loading it proves them.
    @Test(.enabled(if: isPadInstalled, "the pack pad is not installed"))
    func theInstalledPackComputesWhatItsAuthorsNetworksCompute() throws {
        let networks = try TextureNetworks(models: Self.models, workers: 1, packs: [.pad])
        #expect(networks.identities.map(\.name) == ["pad.v2-2.7", "pad.v1se-4.0"])
        let text = try String(contentsOfFile: Material.packageRoot + "/packs/pad.json", encoding: .utf8)
        let changed = text.replacingOccurrences(of: "-0.2981", with: "-0.2881")
        let models = try folder(with: changed, in: "pad")
        defer { try? FileManager.default.removeItem(atPath: models.path) }
        for file in ["minifasnet_v2_2.7_80.onnx", "minifasnet_v1se_4.0_80.onnx"] {
            try FileManager.default.copyItem(
                atPath: Self.models.path + "/pad/" + file, toPath: models.path + "/pad/" + file)
        }
        do {
            _ = try TextureNetworks(models: models, workers: 1)
            Issue.record("a network that computes otherwise was taken")
        } catch {
            guard case .computesOtherwise(let file, _) = error else { throw error }
            #expect(file == "pad/minifasnet_v2_2.7_80.onnx")
        }
    }
}
