internal import FaceEngine
internal import Foundation
internal import Vision

/// One network that looks at texture, loaded and tested.
struct TextureNetwork: Sendable {
    let pack: TexturePackName
    let identity: ModelIdentity
    var name: String { description.name }

    private let description: TexturePack.Network
    private let network: Network
    private var path: String { pack.rawValue + "/" + description.file }

    /// - Throws: `computesOtherwise` where it does not compute what its manifest says.
    init(
        _ description: TexturePack.Network, of pack: TexturePackName, models: ModelFolder, workers: Int
    ) throws(FaceEngineError) {
        self.pack = pack
        self.description = description
        identity = ModelIdentity(name: pack.rawValue + "." + description.name, digest: description.sha256)
        network = try Network.loaded(pack.rawValue + "/" + description.file, from: models, workers: workers)
        try selfTest()
    }

    /// What it is to look at in a frame.
    /// - Parameters:
    ///   - face: of the detector.
    ///   - mesh: of the same face.
    /// - Returns: nil for a face without extent.
    func crop(_ face: DetectedFace, _ mesh: FaceMesh, from image: Image) -> Image? {
        let input = ImageSize(width: description.side, height: description.side)
        let rule = description.window ?? .padded
        let window =
            switch rule {
            case .padded: TextureWindow(paddedAround: mesh.bounds, scale: description.cropScale)
            case .shifted: TextureWindow(shiftedAround: face.box, scale: description.cropScale, in: image.size)
            }
        return window.map {
            image.part(x: $0.x, y: $0.y, size: $0.size, resizedTo: input, isBilinear: rule == .shifted)
        }
    }

    /// The log-odds of a bona fide presentation, by the network's own reckoning.
    /// - Parameter crop: by `crop`.
    /// - Throws: `unexpectedOutput` also for what is no number.
    func logit(of crop: Image) throws(FaceEngineError) -> Double {
        let outputs: [Tensor]
        do { outputs = try network.run([crop], encodedAs: description.encoding) } catch { throw .network(error) }
        guard let values = outputs.first?.values.map(Double.init), let logit = logit(of: values), logit.isFinite else {
            throw .unexpectedOutput(file: path)
        }
        return logit
    }

    private func logit(of values: [Double]) -> Double? {
        switch description.output ?? .logit {
        case .logit:
            return values.count == 1 ? values[0] : nil
        case .classes(let count, let bonaFide):
            guard values.count == count, let largest = values.max() else { return nil }
            let others = values.indices.filter { $0 != bonaFide }.map { exp(values[$0] - largest) }.reduce(0, +)
            return values[bonaFide] - largest - log(others)
        }
    }

    /// Input element (plane c, row y, column x) is (40 c + 2 y + 3 x) mod 256; its outputs are compared.
    private func selfTest() throws(FaceEngineError) {
        guard let expected = description.knownOutput else { return }
        let side = description.side
        var values: [Float] = []
        for plane in 0..<3 {
            for row in 0..<side {
                for column in 0..<side { values.append(Float((40 * plane + 2 * row + 3 * column) % 256)) }
            }
        }
        let input = Tensor(shape: [1, 3, side, side], values: values)
        let outputs: [Tensor]
        do { outputs = try network.run(input) } catch { throw .network(error) }
        guard let output = outputs.first, output.values.count == expected.count else {
            throw .unexpectedOutput(file: path)
        }
        if let deviation = SelfTest.firstDeviation(of: output.values, from: expected, beyond: SelfTest.tolerance) {
            throw .computesOtherwise(file: path, by: deviation)
        }
    }
}
