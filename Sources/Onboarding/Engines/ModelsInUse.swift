internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import Vision

/// Which networks decide here, what their scores mean and what was measured of them: read from the manifests and calibrations
/// that lie in the installation.
package struct ModelsInUse: Equatable, Sendable {
    package struct Model: Equatable, Sendable {
        package enum Purpose: String, CaseIterable, Sendable {
            /// Makes the templates by which faces are compared.
            case descriptor
            /// Compares the frames of one capture.
            case frames
            /// Looks at the texture of frames.
            case texture
            /// Estimates attributes of a face, and ages; decides nothing else.
            case attributes
        }

        package let purpose: Purpose
        package let name: String
        /// SHA-256 in hexadecimal, as every decision keeps it.
        package let digest: String

        package init(purpose: Purpose, name: String, digest: String) {
            self.purpose = purpose
            self.name = name
            self.digest = digest
        }
    }

    /// The table that makes a score of a similarity.
    package struct Calibration: Equatable, Sendable {
        /// SHA-256 in hexadecimal.
        package let digest: String
        /// The model that it was measured with.
        package let model: String
        package let impostorPairs: Int
        package let identities: Int
        /// The command that made it.
        package let madeBy: String
        /// The greatest score that was measured; those above are extrapolated.
        package let measuredUpTo: Double
    }

    /// How often the descriptor misses that two images show one person, at a false match rate.
    package struct Accuracy: Equatable, Sendable {
        package let falseMatchRate: Double
        package let falseNonMatchRate: Double
        /// The 95 % bounds of it.
        package let low: Double
        package let high: Double
    }

    package var models: [Model] = []
    package var calibration: Calibration?
    package var accuracy: Accuracy?
    /// A portrait matches at no lower score with this descriptor, whatever a tenant sets; 0 where none is stated.
    package var leastMatchThreshold = 0.0
    package var texture: [TextureMeasurement] = []
    /// The inference runtime, in its own words.
    package var runtime = ""
    /// SHA-256 of `models.lock`.
    package var modelLock = ""

    package init() {}
}

/// What was measured of one network of texture at one of its limits, on simulated samples, as its manifest states it.
package struct TextureMeasurement: Equatable, Sendable {
    package let network: String
    /// The level whose limit it is: 2, 4 or 6.
    package let level: String
    /// The share of bona fide samples that would be refused.
    package let bonaFideRefused: Double
    /// The share of attacks that would be taken, by kind, the most first.
    package let attacksTaken: [(kind: String, share: Double)]

    package static func == (left: Self, right: Self) -> Bool {
        left.network == right.network && left.level == right.level && left.bonaFideRefused == right.bonaFideRefused
            && left.attacksTaken.elementsEqual(right.attacksTaken) { $0 == $1 }
    }
}

extension TextureMeasurement {
    private struct Manifest: Decodable {
        struct Trained: Decodable {
            let validation: [String: Network]?
        }

        struct Network: Decodable {
            let levels: [String: Level]
        }

        struct Level: Decodable {
            let bonaFideRefused: Double
            let attacksTaken: [String: Double]

            private enum CodingKeys: String, CodingKey {
                case bonaFideRefused = "BPCER"
                case attacksTaken = "APCER"
            }
        }

        let trainedWith: Trained?
    }

    /// Those of a manifest; none where it states none.
    static func all(inManifest json: [UInt8]) -> [TextureMeasurement] {
        let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(json))
        let networks = manifest?.trainedWith?.validation ?? [:]
        return networks.sorted { $0.key < $1.key }.flatMap { name, network in
            network.levels.sorted { $0.key < $1.key }.map { level, measured in
                TextureMeasurement(
                    network: name, level: level.replacing("level", with: ""),
                    bonaFideRefused: measured.bonaFideRefused,
                    attacksTaken: measured.attacksTaken.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                        ($0.key, $0.value)
                    })
            }
        }
    }
}

extension ModelsInUse {
    init(
        faces: FaceEngine, texture networks: TextureNetworks, versions: EngineVersions, modelFolder: String,
        attributes: [ModelIdentity]
    ) {
        func model(_ purpose: Model.Purpose, _ identity: ModelIdentity) -> Model {
            Model(purpose: purpose, name: identity.name, digest: identity.digest)
        }
        models = [model(.descriptor, faces.descriptor)]
        if faces.frameDescriptor != faces.descriptor { models.append(model(.frames, faces.frameDescriptor)) }
        models += networks.identities.map { model(.texture, $0) } + attributes.map { model(.attributes, $0) }
        let table = faces.calibration
        calibration = Calibration(
            digest: table.digest, model: table.model, impostorPairs: table.impostorPairs, identities: table.identities,
            madeBy: table.madeBy, measuredUpTo: table.points.last?.score ?? 0)
        accuracy = faces.measured.map {
            Accuracy(
                falseMatchRate: $0.falseMatchRate, falseNonMatchRate: $0.falseNonMatchRate, low: $0.low, high: $0.high)
        }
        leastMatchThreshold = faces.leastMatchThreshold
        texture = TexturePackName.allCases.flatMap { pack in
            let manifest = FileManager.default.contents(atPath: "\(modelFolder)/\(pack.rawValue)/manifest.json")
            return manifest.map { TextureMeasurement.all(inManifest: [UInt8]($0)) } ?? []
        }
        runtime = versions.runtime
        modelLock = versions.modelLock
    }
}
