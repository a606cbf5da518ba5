internal import Synchronization
internal import Vision

/// A network of the pack that is loaded and tested when it is first asked, because most tenants ask none.
final class AttributeNetwork: Sendable {
    let description: AttributePack.Network
    private let models: ModelFolder
    private let workers: Int
    private let loaded = Mutex<Network?>(nil)

    init(_ description: AttributePack.Network, models: ModelFolder, workers: Int) {
        self.description = description
        self.models = models
        self.workers = workers
    }

    var isLoaded: Bool { loaded.withLock { $0 != nil } }

    var identity: ModelIdentity {
        ModelIdentity(
            name: AttributePack.folder + "." + description.name.rawValue, digest: description.files.last?.sha256 ?? "")
    }

    /// Loads it where that was not done. Those who ask at the same time wait.
    /// - Throws: `computesOtherwise` where it does not compute what its manifest says.
    func load() throws(FaceEngineError) { _ = try network() }

    /// Its outputs for an image of the size that it looks at.
    func outputs(of image: Image, encodedAs encoding: ImageEncoding) throws(FaceEngineError) -> [[Double]] {
        let tensors = try network().outputs(of: image, encodedAs: encoding)
        return try checked(tensors)
    }

    /// The same for numbers in the shape of its input.
    func outputs(of values: [Float]) throws(FaceEngineError) -> [[Double]] {
        guard values.count == description.input.reduce(1, *) else { throw .unexpectedOutput(file: description.path) }
        let tensors: [Tensor]
        do {
            tensors = try network().run(Tensor(shape: description.input, values: values))
        } catch let error as NetworkError {
            throw .network(error)
        } catch let error as FaceEngineError {
            throw error
        } catch {
            throw .unexpectedOutput(file: description.path)
        }
        return try checked(tensors)
    }

    private func network() throws(FaceEngineError) -> Network {
        try loaded.withLock { (kept: inout Network?) throws(FaceEngineError) -> Network in
            if let kept { return kept }
            let network = try Network.loaded(description.path, from: models, workers: workers)
            try selfTest(network)
            kept = network
            return network
        }
    }

    private func selfTest(_ network: Network) throws(FaceEngineError) {
        let (least, greatest) = (description.inputRange[0], description.inputRange[1])
        let count = description.input.reduce(1, *)
        let values = (0..<count).map { least + Float($0 * 7919 % 255) / 255 * (greatest - least) }
        let outputs: [Tensor]
        do { outputs = try network.run(Tensor(shape: description.input, values: values)) } catch {
            throw .network(error)
        }
        guard outputs.map(\.values.count) == description.outputCounts else {
            throw .unexpectedOutput(file: description.path)
        }
        if let deviation = SelfTest.firstDeviation(
            of: outputs[0].values, from: description.knownOutput, beyond: Self.tolerance)
        {
            throw .computesOtherwise(file: description.path, by: deviation)
        }
    }

    /// Wider than `SelfTest.tolerance`: one network is of 8-bit integers, which processors add up in ways of their own. What
    /// another precision or file computes is off by far more.
    private static let tolerance = 2e-2

    private func checked(_ tensors: [Tensor]) throws(FaceEngineError) -> [[Double]] {
        guard tensors.map(\.values.count) == description.outputCounts,
            tensors.allSatisfy({ $0.values.allSatisfy(\.isFinite) })
        else { throw .unexpectedOutput(file: description.path) }
        return tensors.map { $0.values.map(Double.init) }
    }
}
