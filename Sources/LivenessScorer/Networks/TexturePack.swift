internal import FaceEngine
internal import Foundation
internal import Vision

/// The packs of networks that look at texture, by their folders in the model folder.
public enum TexturePackName: String, Sendable, CaseIterable {
    /// Networks of our own, trained by `training/`.
    case liveness
    /// Optional: the MiniFASNet pair, trained by others on material that they did not publish.
    case pad
}

/// Networks that look at the texture of frames, as data: which part of a frame each looks at, in which form, and what its
/// output means.
///
/// JSON: `{"version": 1, "name": text, "networks": [network, …]}`; other members are for people and not read.
struct TexturePack: Decodable, Equatable, Sendable {
    struct Network: Decodable, Equatable, Sendable {
        /// For people, and for the cue that asks the network.
        let name: String
        /// Relative to the pack's folder.
        let file: String
        /// Lower-case hexadecimal.
        let sha256: String
        /// Side of its square input in pixels.
        let side: Int
        /// How many times larger than the face its window is.
        let cropScale: Double
        /// How the window lies about the face; without it `padded`.
        let window: TextureWindow.Rule?
        /// Without it red first.
        let channelOrder: ImageEncoding.ChannelOrder?
        /// What it gives; without it a logit.
        let output: Output?
        /// What it gives for the input of the self-test; absent where nobody computed it.
        let knownOutput: [Float]?
    }

    enum Output: Decodable, Equatable, Sendable {
        /// One number; positive speaks for a bona fide presentation.
        case logit
        /// So many numbers, whose softmax gives the share of each class; that of `bonaFide` speaks for such a presentation.
        case classes(count: Int, bonaFide: Int)

        private enum CodingKeys: String, CodingKey {
            case classes, bonaFide
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            self = .classes(
                count: try members.decode(Int.self, forKey: .classes),
                bonaFide: try members.decode(Int.self, forKey: .bonaFide))
        }
    }

    let version: Int
    let name: String
    let networks: [Network]

    /// Reads the manifest of a pack; nil where it is not installed.
    static func read(_ pack: TexturePackName, in models: ModelFolder) throws(FaceEngineError) -> TexturePack? {
        let file = pack.rawValue + "/manifest.json"
        guard models.contains(file) else { return nil }
        let bytes: [UInt8]
        do { bytes = try models.contents(of: file) } catch { throw .models(error) }
        guard let pack = try? JSONDecoder().decode(TexturePack.self, from: Data(bytes)), pack.isWellFormed else {
            throw .models(.manifestUnreadable(file: file))
        }
        return pack
    }

    private var isWellFormed: Bool {
        version == 1 && (1...8).contains(networks.count) && Set(networks.map(\.name)).count == networks.count
            && networks.allSatisfy(\.isWellFormed)
    }
}

extension TexturePack.Network {
    fileprivate var isWellFormed: Bool {
        guard (32...512).contains(side), (1...8).contains(cropScale) else { return false }
        guard case .classes(let count, let bonaFide) = output ?? .logit else { return true }
        return (2...16).contains(count) && (0..<count).contains(bonaFide)
    }

    /// The form in which it wants an image: grey levels as they are.
    var encoding: ImageEncoding {
        ImageEncoding(channelOrder: channelOrder ?? .rgb, layout: .nchw, mean: [0, 0, 0], scale: [1, 1, 1])
    }
}
