internal import Foundation
internal import Vision

/// The pack `attributes` as data: which networks there are, in which files, and what they compute of a known input.
///
/// JSON: `{"version": 1, "name": "attributes", "networks": [network, …]}`.
struct AttributePack: Decodable, Equatable, Sendable {
    /// The pack's folder in the model folder.
    static let folder = "attributes"

    enum Name: String, Decodable, CaseIterable, Sendable {
        case landmarks, blendshapes, expression, glasses
        case ageGender = "age-gender"
        /// The second opinion on age and gender, whose training images are its maker's own.
        case ageGender0013 = "age-gender-0013"
        case miniXception = "mini-xception"
    }

    struct File: Decodable, Equatable, Sendable {
        /// Relative to the pack's folder.
        let file: String
        /// Lower-case hexadecimal.
        let sha256: String
    }

    struct Network: Decodable, Equatable, Sendable {
        let name: Name
        /// What is loaded, and what lies beside it.
        let files: [File]
        /// The shape of its input.
        let input: [Int]
        /// Of the self-test's input: element i is ((7919 · i) mod 255) / 255 of the way from the first to the second.
        let inputRange: [Float]
        /// How many numbers each output has.
        let outputCounts: [Int]
        /// The beginning of its first output for the self-test's input.
        let knownOutput: [Float]

        var path: String { AttributePack.folder + "/" + (files.first?.file ?? "") }

        /// For people: which weights it has.
        var version: String { String(files.last?.sha256.prefix(12) ?? "") }
    }

    let version: Int
    let name: String
    let networks: [Network]

    /// Reads the manifest; nil where the pack is not installed.
    static func read(in models: ModelFolder) throws(FaceEngineError) -> AttributePack? {
        let file = folder + "/manifest.json"
        guard models.contains(file) else { return nil }
        let bytes: [UInt8]
        do { bytes = try models.contents(of: file) } catch { throw .models(error) }
        guard let pack = try? JSONDecoder().decode(AttributePack.self, from: Data(bytes)), pack.isWellFormed else {
            throw .models(.manifestUnreadable(file: file))
        }
        // A manifest that was left behind is no pack.
        return pack.networks.allSatisfy { $0.files.allSatisfy { models.contains(folder + "/" + $0.file) } } ? pack : nil
    }

    private var isWellFormed: Bool {
        version == 1 && networks.count == Name.allCases.count && Set(networks.map(\.name)).count == networks.count
            && networks.allSatisfy { network in
                (1...2).contains(network.files.count) && network.inputRange.count == 2
                    && network.input.allSatisfy { (1...4096).contains($0) }
                    && network.input.reduce(1, { $0.multipliedReportingOverflow(by: $1).partialValue }) <= 1 << 20
                    && (1...3).contains(network.outputCounts.count)
                    && network.outputCounts.allSatisfy { (1...4096).contains($0) }
                    && (1...network.outputCounts[0]).contains(network.knownOutput.count)
            }
    }
}
