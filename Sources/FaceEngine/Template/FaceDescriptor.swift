internal import Vision

/// The networks of one pack, loaded.
struct FaceDescriptor: Sendable {
    let identity: ModelIdentity
    let calibration: FaceCalibration
    /// What frames of a capture are compared by: some of the networks, or all.
    let frameIdentity: ModelIdentity
    let frameCalibration: FaceCalibration

    private let parts: [Part]

    private struct Part: Sendable {
        let network: Network
        let description: FacePack.Network
        /// Whether these very files computed the known outputs, or another conversion of the network.
        let isMeasured: Bool
        /// The length of its outputs in a template, and in the template of a frame, where it has a part in one.
        let length: Float
        let lengthInFrame: Float?
    }

    init(folder: String, pack: FacePack, variant: FacePack.Variant, models: ModelFolder, workers: Int)
        throws(FaceEngineError)
    {
        identity = ModelIdentity(name: variant.name, digest: variant.digest)
        calibration = try pack.readCalibration(pack.calibration, in: folder, of: models)
        if let frames = pack.frames, let model = variant.frames {
            frameIdentity = ModelIdentity(name: model.name, digest: model.digest)
            frameCalibration = try pack.readCalibration(frames.calibration, in: folder, of: models)
        } else {
            (frameIdentity, frameCalibration) = (identity, calibration)
        }
        let looksAtFrames = { (network: FacePack.Network) in pack.frames?.networks.contains(network.file) ?? true }
        let measuredName = calibration.model
        let measured = pack.variants.first { $0.name == measuredName }
        let weight = pack.networks.reduce(0) { $0 + $1.weight }
        let frameWeight = pack.networks.filter(looksAtFrames).reduce(0) { $0 + $1.weight }
        var parts: [Part] = []
        for description in pack.networks {
            parts.append(
                Part(
                    network: try Network.loaded(folder + "/" + description.file, from: models, workers: workers),
                    description: description,
                    isMeasured: variant.files(of: [description.file]) == measured?.files(of: [description.file]),
                    length: Float((description.weight / weight).squareRoot()),
                    lengthInFrame: looksAtFrames(description)
                        ? Float((description.weight / frameWeight).squareRoot()) : nil))
        }
        self.parts = parts
    }

    /// Nil for a mesh without extent, which no image of a face gives.
    /// - Parameter byFrameNetworksAlone: the other networks are not to look.
    func aligned(_ mesh: FaceMesh, in image: Image, byFrameNetworksAlone: Bool = false) -> AlignedFace? {
        guard let detail = FaceDetail(mesh, in: image) else { return nil }
        var crops: [Image?] = []
        for part in parts {
            if byFrameNetworksAlone, part.lengthInFrame == nil {
                crops.append(nil)
            } else {
                guard let crop = part.description.crop.cut(mesh, from: image) else { return nil }
                crops.append(crop)
            }
        }
        return AlignedFace(crops: crops, detail: detail)
    }

    var partLengths: [Int] { parts.map(\.description.outputCount) }

    /// What every network says of one face. Nil where one has nothing to say, which no image of a face gives.
    func template(of face: AlignedFace) throws(FaceEngineError) -> FaceTemplate? {
        var values: [Float] = []
        for (part, crop) in zip(parts, face.crops) {
            guard let output = try output(of: part, on: crop, length: part.length) else { return nil }
            values += output
        }
        return FaceTemplate(model: identity, values: values, partLengths: partLengths)
    }

    /// What the networks that look at every frame say of one.
    func frameTemplate(of face: AlignedFace) throws(FaceEngineError) -> FaceTemplate? {
        var values: [Float] = []
        var lengths: [Int] = []
        for (part, crop) in zip(parts, face.crops) {
            guard let length = part.lengthInFrame else { continue }
            guard let output = try output(of: part, on: crop, length: length) else { return nil }
            values += output
            lengths.append(part.description.outputCount)
        }
        return FaceTemplate(model: frameIdentity, values: values, partLengths: lengths)
    }

    /// The template of a capture: the networks that look at every frame give the mean of what they said of `frames`, the
    /// others what they say of the best.
    func template(ofCapture frames: [FaceTemplate], best: AlignedFace) throws(FaceEngineError) -> FaceTemplate? {
        try template(ofCapture: frames) { (index) throws(FaceEngineError) in
            try output(of: parts[index], on: best.crops[index], length: parts[index].length)
        }
    }

    /// The same where the networks have said all before.
    /// - Parameter best: what all networks said of one image.
    func template(ofCapture frames: [FaceTemplate], best: FaceTemplate) -> FaceTemplate? {
        guard best.model == identity else { return nil }
        let starts = best.partLengths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        return try? template(ofCapture: frames) { (index) throws(FaceEngineError) in
            Array(best.values[starts[index]..<starts[index + 1]])
        }
    }

    /// - Parameter own: what the network of this number says of the best frame, at the length it has in a template.
    private func template(ofCapture frames: [FaceTemplate], own: (Int) throws(FaceEngineError) -> [Float]?)
        throws(FaceEngineError) -> FaceTemplate?
    {
        guard !frames.isEmpty, frames.allSatisfy({ $0.model == frameIdentity }) else { return nil }
        var values: [Float] = []
        var start = 0
        for (index, part) in parts.enumerated() {
            let count = part.description.outputCount
            let output: [Float]?
            if part.lengthInFrame == nil {
                output = try own(index)
            } else {
                output = Self.mean(of: frames.map { $0.values[start..<(start + count)] }, length: part.length)
                start += count
            }
            guard let output else { return nil }
            values += output
        }
        return FaceTemplate(model: identity, values: values, partLengths: partLengths)
    }

    private func output(of part: Part, on crop: Image?, length: Float) throws(FaceEngineError) -> [Float]? {
        guard let crop else { return nil }
        let outputs = try part.network.outputs(of: crop, encodedAs: part.description.encoding)
        guard outputs.count >= 1, outputs[0].values.count == part.description.outputCount else {
            throw .unexpectedOutput(file: part.description.file)
        }
        return Self.scaled(outputs[0].values, toLength: length)
    }

    /// Runs each network on the input of the self-test.
    /// - Throws: `computesOtherwise` for the first whose outputs are not the known ones.
    func selfTest() throws(FaceEngineError) {
        for part in parts {
            let crop = part.description.crop
            let size = ImageSize(width: crop.width, height: crop.height)
            try SelfTest.run(
                part.network, named: part.description.file, size: size, layout: part.description.encoding.layout,
                expected: part.description.knownOutput,
                tolerance: part.isMeasured ? SelfTest.tolerance : SelfTest.toleranceBetweenConversions)
        }
    }

    /// The direction of the mean of vectors of one length, at another length. Nil where it has none.
    static func mean(of vectors: [ArraySlice<Float>], length: Float) -> [Float]? {
        guard var sums = vectors.first.map(Array.init) else { return nil }
        for vector in vectors.dropFirst() {
            for (index, value) in vector.enumerated() { sums[index] += value }
        }
        return scaled(sums, toLength: length)
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
