internal import DocVerify
public import FaceEngine
internal import Foundation
public import LivenessScorer
internal import OnboardingCrypto
public import Tenancy
package import Vision

/// The packs that lie in a model folder, by name and sorted.
public struct InstalledPacks: Equatable, Sendable {
    /// Those of which every file is the one that `models.lock` names.
    public let locked: [String]
    /// Those that `models.lock` does not know: an operator's own, which nobody here measured. They are held to what their own
    /// manifests say.
    public let foreign: [String]
}

/// Whether this machine and its models are what the server needs: asked once, before anything is opened.
public enum ModelCheck {
    /// Refuses a processor without AVX2, a model that is missing, and a model, manifest or table of a pack that is not the one
    /// `models.lock` names. A pack that the lock does not know is no reason to refuse.
    @discardableResult
    public static func verify(_ configuration: ServerConfiguration) throws -> InstalledPacks {
        try verifyProcessor()
        guard let json = FileManager.default.contents(atPath: configuration.modelLock) else {
            throw ConfigurationError.modelLockMissing(configuration.modelLock)
        }
        do {
            let lock = try ModelLock(json: [UInt8](json))
            let models = folder(configuration.modelFolder)
            // Each reads tens of megabytes, and a start waits for both.
            let proof = LoadingThread { Result { try FacePack.verifyInstalled(in: models, digest: digest) } }
            let files = Result { try models.verify(against: lock, digest: digest) }
            let proven = proof.value
            // First what the lock says: without its manifest a pack would be passed over, and a weaker one taken.
            let packs = try files.get()
            _ = try proven.get()
            try TextureNetworks.verifyInstalled(in: models) { digest(.sha256, $0) }
            return InstalledPacks(locked: packs.sorted(), foreign: models.packs(unknownTo: lock))
        } catch let error as ModelError {
            throw ConfigurationError(description: error.sentence, kind: error.kind)
        } catch let error as FaceEngineError {
            throw ConfigurationError(description: error.sentence, kind: error.kind)
        }
    }

    /// The face engine, which refuses networks that compute other numbers than where they were measured.
    /// - Parameter pack: as `FaceEngine` takes it.
    public static func faceEngine(modelFolder: String, workers: Int, pack: String? = nil) throws -> FaceEngine {
        do throws(FaceEngineError) {
            return try FaceEngine(models: folder(modelFolder), workers: workers, pack: pack)
        } catch {
            throw ConfigurationError(description: error.sentence)
        }
    }

    /// The networks that look at texture, tested as the face engine tests its own.
    /// - Parameter packs: those to take, where they are installed.
    public static func textureNetworks(
        modelFolder: String, workers: Int, packs: [TexturePackName] = TexturePackName.allCases
    ) throws -> TextureNetworks {
        do throws(FaceEngineError) {
            return try TextureNetworks(models: folder(modelFolder), workers: workers, packs: packs)
        } catch {
            throw ConfigurationError(description: error.sentence)
        }
    }

    /// What estimates attributes of a face; nil where its pack is not installed. Loads no network.
    public static func attributeEngine(modelFolder: String, workers: Int) throws -> AttributeEngine? {
        do throws(FaceEngineError) {
            return try AttributeEngine.installed(in: folder(modelFolder), workers: workers)
        } catch {
            throw ConfigurationError(description: error.sentence)
        }
    }

    /// Compiles and tests all networks, so that a start finds them compiled.
    /// - Returns: whether they are kept; else every start compiles them.
    public static func compile(modelFolder: String) throws -> Bool {
        try verifyProcessor()
        _ = try faceEngine(modelFolder: modelFolder, workers: 1)
        _ = try textureNetworks(modelFolder: modelFolder, workers: 1)
        _ = try DocumentSources.load(models: folder(modelFolder), workers: 1)
        try testAttributes(modelFolder: modelFolder)
        return folder(modelFolder).compiled?.isTrusted ?? false
    }

    /// Loads and tests the networks of attributes, which a server does not before one is asked.
    /// - Returns: whether they are installed.
    @discardableResult
    public static func testAttributes(modelFolder: String) throws -> Bool {
        guard let engine = try attributeEngine(modelFolder: modelFolder, workers: 1) else { return false }
        do throws(FaceEngineError) {
            try engine.loadAll()
        } catch {
            throw ConfigurationError(description: error.sentence)
        }
        return true
    }

    /// Refuses a processor without AVX2: asked before any network is loaded.
    public static func verifyProcessor() throws(ConfigurationError) {
        guard ProcessorSupport.hasAVX2 else {
            throw ConfigurationError(description: "This processor has no AVX2, which the networks need.")
        }
    }

    /// The models, and beside them their networks as they were compiled here before.
    package static func folder(_ path: String) -> ModelFolder {
        ModelFolder(
            path: path, compiled: CompiledNetworks(folder: path + "/.compiled", digest: { digest(.sha256, $0) }))
    }

    private static func digest(_ kind: ModelDigest, _ bytes: [UInt8]) -> String {
        switch kind {
        case .sha256: Digest.hex(bytes)
        case .sha384: Hexadecimal.encode(Digest.sha384(bytes))
        }
    }
}

extension ConfigurationError {
    static func modelLockMissing(_ path: String) -> ConfigurationError {
        ConfigurationError(description: "The list of models \(path) is missing.", kind: .notFound)
    }
}

extension FaceEngineError {
    fileprivate var kind: ConfigurationError.Kind {
        if case .models(let error) = self { error.kind } else { .other }
    }

    /// For the person who runs the program.
    fileprivate var sentence: String {
        switch self {
        case .models(let error): error.sentence
        case .network: "A network of the face engine cannot be loaded."
        case .unexpectedOutput(let file): "The network \(file) gives something else than a face engine needs."
        case .computesOtherwise(let file, let error):
            "The network \(file) computes other numbers here than where it was measured (off by "
                + String(format: "%.2g", error) + "): its scores would mean nothing."
        case .noDescriptor: "No face descriptor is installed: run `onboarding models fetch`."
        }
    }
}

extension ModelError {
    fileprivate var kind: ConfigurationError.Kind {
        switch self {
        case .missing: .notFound
        case .lockUnreadable, .unexpectedContent, .manifestUnreadable: .damaged
        }
    }

    /// For the person who runs the program.
    var sentence: String {
        switch self {
        case .lockUnreadable: "The list of models cannot be read."
        case .missing(let file): "The model \(file) is missing: run `onboarding models fetch`."
        case .unexpectedContent(let file):
            "The model \(file) is not the one that models.lock names: run `onboarding models fetch`, or `onboarding models "
                + "install` for an optional pack. A pack of your own lies in a folder of its own."
        case .manifestUnreadable(let file): "The manifest \(file) of a model pack cannot be read."
        }
    }
}
