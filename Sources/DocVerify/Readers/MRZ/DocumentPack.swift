internal import Foundation
internal import Vision

/// The pack of networks that read documents, made here by `training/`.
///
/// JSON: `{"version": 1, "networks": [{"name", "file", "sha256", …}, …]}`; other members are for people and not read.
struct DocumentPack: Decodable, Sendable {
    struct Member: Decodable, Sendable {
        let name: String
        /// Relative to the pack's folder.
        let file: String
        /// Lower-case hexadecimal.
        let sha256: String
    }

    let version: Int
    let networks: [Member]

    private static let folder = "documents"

    init(models: ModelFolder) throws(DocumentReaderError) {
        guard let bytes = try? models.contents(of: Self.folder + "/manifest.json"),
            let pack = try? JSONDecoder().decode(DocumentPack.self, from: Data(bytes)), pack.version == 1
        else { throw .modelUnavailable }
        self = pack
    }

    /// What a record names the networks by: name and digest.
    var identities: [String] { networks.map { $0.name + " " + $0.sha256 } }

    static func network(
        _ name: String, models: ModelFolder, workers: Int
    ) throws(DocumentReaderError) -> Network {
        guard let member = try DocumentPack(models: models).networks.first(where: { $0.name == name }) else {
            throw .modelUnavailable
        }
        do {
            return try Network(
                file: try models.file(folder + "/" + member.file), callers: workers, kept: models.compiled)
        } catch {
            throw .modelUnavailable
        }
    }
}
