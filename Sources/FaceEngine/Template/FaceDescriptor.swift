internal import Vision

/// The networks of one pack, loaded.
struct FaceDescriptor: Sendable {
    let identity: ModelIdentity
    let calibration: FaceCalibration
    private let parts: [(network: Network, description: FacePack.Network, scale: Float)]

    init(
        folder: String, pack: FacePack, variant: FacePack.Variant, calibration: FaceCalibration, models: ModelFolder,
        workers: Int
    ) throws(FaceEngineError) {
        identity = ModelIdentity(name: variant.name, digest: variant.digest)
        self.calibration = calibration
        let totalWeight = pack.networks.reduce(0) { $0 + $1.weight }
        var parts: [(network: Network, description: FacePack.Network, scale: Float)] = []
        for description in pack.networks {
            let network = try FaceEngine.network(folder + "/" + description.file, in: models, workers: workers)
            parts.append((network, description, Float((description.weight / totalWeight).squareRoot())))
        }
        self.parts = parts
    }

    /// Nil for a mesh without extent, which no picture of a face gives.
    func template(of mesh: FaceMesh, in picture: Picture) throws(FaceEngineError) -> FaceTemplate? {
        var values: [Float] = []
        for part in parts {
            guard let crop = part.description.crop.cut(mesh, from: picture) else { return nil }
            let outputs = try FaceEngine.run(part.network, crop, encodedAs: part.description.encoding)
            guard outputs.count >= 1, outputs[0].values.count == part.description.outputCount else {
                throw .unexpectedOutput(file: part.description.file)
            }
            guard let scaled = Self.scaled(outputs[0].values, toLength: part.scale) else { return nil }
            values += scaled
        }
        return FaceTemplate(model: identity, values: values, partLengths: parts.map(\.description.outputCount))
    }

    /// The first outputs of each network for the input of the self-test.
    func selfTestErrors() throws(FaceEngineError) -> [(file: String, greatestError: Double)] {
        var errors: [(file: String, greatestError: Double)] = []
        for part in parts {
            let crop = part.description.crop
            let size = PictureSize(width: crop.width, height: crop.height)
            let error = try SelfTest.greatestError(
                of: part.network, size: size, layout: part.description.encoding.layout, output: 0,
                expected: part.description.knownOutput)
            errors.append((part.description.file, error))
        }
        return errors
    }

    /// The vector scaled to a Euclidean length; nil for one without direction.
    static func scaled(_ values: [Float], toLength length: Float) -> [Float]? {
        var squares = 0.0
        for value in values { squares += Double(value) * Double(value) }
        guard squares > 1e-12, squares.isFinite else { return nil }
        let factor = Double(length) / squares.squareRoot()
        return values.map { Float(Double($0) * factor) }
    }
}
