public import FaceEngine
public import Vision

/// The networks that look at the texture of frames: those of our own, and those of the pack `pad` where it is installed.
///
/// One value serves all threads; calls compute on the thread that calls, so make them from an engine worker.
public struct TextureNetworks: Sendable {
    /// In the order of the packs and their manifests.
    let all: [TextureNetwork]

    /// Which networks they are.
    public var identities: [ModelIdentity] { all.map(\.identity) }

    /// Whether the pack `pad` is among them.
    var hasPadPack: Bool { all.contains { $0.pack == .pad } }

    /// None: every cue that asks one abstains.
    public static let none = TextureNetworks(all: [])

    private init(all: [TextureNetwork]) {
        self.all = all
    }

    /// Those of the packs that are installed. That a pack which has to be there is there is `ModelFolder.verify`'s business.
    /// - Parameters:
    ///   - workers: how many threads will call at one time.
    ///   - packs: others are left out, though they are installed.
    /// - Throws: what is missing or wrong, for the operator.
    public init(
        models: ModelFolder, workers: Int, packs: [TexturePackName] = TexturePackName.allCases
    ) throws(FaceEngineError) {
        var all: [TextureNetwork] = []
        for name in packs {
            guard let pack = try TexturePack.read(name, in: models) else { continue }
            for network in pack.networks {
                all.append(try TextureNetwork(network, of: name, models: models, workers: workers))
            }
        }
        self.init(all: all)
    }

    /// Proves that the files of the installed packs are those that their manifests name. Once at start.
    /// - Parameter digest: SHA-256 of the bytes in lower-case hexadecimal.
    /// - Throws: `models` with the first file that is wrong.
    public static func verifyInstalled(
        in models: ModelFolder, digest: ([UInt8]) -> String
    ) throws(FaceEngineError) {
        for name in TexturePackName.allCases {
            for network in try TexturePack.read(name, in: models)?.networks ?? [] {
                let file = name.rawValue + "/" + network.file
                let bytes: [UInt8]
                do { bytes = try models.contents(of: file) } catch { throw .models(error) }
                guard digest(bytes) == network.sha256 else { throw .models(.unexpectedContent(file: file)) }
            }
        }
    }

    /// What each network is to look at in a frame, in the order of the networks; nil for a face without extent.
    func crops(of face: DetectedFace, _ mesh: FaceMesh, from image: Image) -> [Image?] {
        all.map { $0.crop(face, mesh, from: image) }
    }
}
