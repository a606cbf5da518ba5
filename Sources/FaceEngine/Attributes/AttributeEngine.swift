internal import Foundation
public import Vision

/// Estimates what a face in one image shows. Each network is loaded when a field is first asked that needs it.
///
/// One value serves all threads; calls compute on the thread that calls, so make them from an engine worker.
public final class AttributeEngine: Sendable {
    private let networks: [AttributePack.Name: AttributeNetwork]

    /// Nil where the pack is not installed.
    /// - Parameter workers: how many threads will call at one time.
    public static func installed(in models: ModelFolder, workers: Int) throws(FaceEngineError) -> AttributeEngine? {
        guard let pack = try AttributePack.read(in: models) else { return nil }
        return AttributeEngine(
            Dictionary(
                uniqueKeysWithValues: pack.networks.map {
                    ($0.name, AttributeNetwork($0, models: models, workers: workers))
                }))
    }

    private init(_ networks: [AttributePack.Name: AttributeNetwork]) {
        self.networks = networks
    }

    /// Which networks the pack has.
    public var identities: [ModelIdentity] { inOrder.map(\.identity) }

    /// Names of those that were asked for something.
    package var loadedNetworks: [String] { inOrder.filter(\.isLoaded).map(\.description.name.rawValue) }

    /// Which weights each network has that is asked for these fields, by name.
    package func versions(of fields: Set<FaceAttribute>, by set: AttributeModelSet) -> [String: String] {
        let names = FaceAttributes.parts(of: fields, by: set).flatMap(\.networks)
        let asked = inOrder.filter { $0.description.name == .landmarks || names.contains($0.description.name) }
        return Dictionary(
            uniqueKeysWithValues: asked.map { ($0.description.name.rawValue, $0.description.version) })
    }

    /// Loads and tests all networks.
    package func loadAll() throws(FaceEngineError) {
        for network in inOrder { try network.load() }
    }

    /// What is measured of a face that the detector found.
    /// - Returns: nil where the points' networks see no face there.
    package func measurements(
        of face: DetectedFace, in image: Image, parts: Set<AttributeMeasurements.Part>, with faces: FaceEngine
    ) throws(FaceEngineError) -> AttributeMeasurements? {
        guard let mesh = try mesh(of: face, in: image, with: faces) else { return nil }
        let crops = AttributeCrops(mesh: mesh, image: image)
        let points = mesh.mesh
        func areInside(_ numbers: [Int]) -> Bool {
            numbers.map(mesh.place).allSatisfy {
                $0.x >= 0 && $0.y >= 0 && $0.x <= Double(image.size.width - 1) && $0.y <= Double(image.size.height - 1)
            }
        }
        var measured = AttributeMeasurements(
            orientation: HeadOrientation(of: mesh),
            eyeDistanceInPixels: points.rightEyeCenter.inImage.distance(to: points.leftEyeCenter.inImage),
            eyesAreInside: areInside(FaceMesh.Landmark.rightEye + FaceMesh.Landmark.leftEye),
            mouthIsInside: areInside([
                FaceMesh.Landmark.rightMouthCorner, FaceMesh.Landmark.leftMouthCorner, 13, 14,
            ]),
            alignmentPoints: points.alignmentPoints, box: face.box, lipGap: mesh.lipGap)
        if parts.contains(.blendshapes) {
            let shapes = try Blendshapes(of: mesh, by: network(.blendshapes))
            (measured.rightBlink, measured.leftBlink) = (shapes.rightBlink, shapes.leftBlink)
            measured.smile = shapes.smile
        }
        if parts.contains(.expression), let crop = crops.square(scale: Self.expressionScale, side: 112) {
            measured.expression = try network(.expression).outputs(of: crop, encodedAs: .rgbPlanes)[0]
        }
        if parts.contains(.secondExpression), let crop = crops.square(scale: Self.expressionScale, side: 64) {
            measured.secondExpression = try secondExpression(of: crop)
        }
        if parts.contains(.ageAndGender) {
            (measured.age, measured.male) = try ageAndMale(in: crops) ?? (nil, nil)
        }
        if parts.contains(.secondAgeAndGender), let crop = crops.square(scale: 1, side: 62) {
            let outputs = try network(.ageGender0013).outputs(of: crop, encodedAs: .bgrPlanes)
            (measured.secondAge, measured.secondMale) = (outputs[0][0] * 100, outputs[1][1])
        }
        if parts.contains(.glasses) {
            measured.glasses = try glasses(in: crops)
            measured.lensDarkness = crops.lensDarkness
        }
        return measured
    }

    /// How old the face looks; nil where no face is seen, or one that is too small or turned too far.
    public func age(
        of face: DetectedFace, in image: Image, with faces: FaceEngine
    ) throws(FaceEngineError) -> AgeEstimate? {
        guard let measured = try measurements(of: face, in: image, parts: [.ageAndGender], with: faces) else {
            return nil
        }
        return try? AttributeJudge(measured: measured, set: .full).age.get()
    }

    private func mesh(of face: DetectedFace, in image: Image, with faces: FaceEngine) throws(FaceEngineError)
        -> DenseMesh?
    {
        let coarse = try faces.mesh(of: face, in: image, passes: 1)
        guard coarse.presence >= FaceEngine.leastPresence,
            let mesh = try DenseMesh.found(around: coarse, in: image, by: network(.landmarks)),
            mesh.presence >= FaceEngine.leastPresence
        else { return nil }
        return mesh
    }

    private func ageAndMale(in crops: AttributeCrops) throws(FaceEngineError) -> (Double?, Double?)? {
        guard let crop = crops.square(scale: 1, side: 112) else { return nil }
        let outputs = try network(.ageGender).outputs(of: crop, encodedAs: .rgbPlanes)
        return (outputs[0][0], outputs[1][0])
    }

    /// In the order of the first network; this one looks at grey and names them in another.
    private func secondExpression(of crop: Image) throws(FaceEngineError) -> [Double] {
        let grey = crop.grey.pixels.map { Float($0) / 127.5 - 1 }
        let shares = try network(.miniXception).outputs(of: grey)[0]
        return [6, 3, 4, 0, 2, 1, 5].map { shares[$0] }
    }

    /// Log-odds, the mean of two crops and of their mirrored selves: what one crop misses.
    private func glasses(in crops: AttributeCrops) throws(FaceEngineError) -> Double? {
        var logits: [Double] = []
        for raised in [0, 0.15] {
            guard let crop = crops.glasses(raised: raised) else { return nil }
            for image in [crop, crop.mirrored()] {
                logits.append(try network(.glasses).outputs(of: image, encodedAs: .rgbPixels)[0][0])
            }
        }
        // The network's own logit speaks against glasses.
        return -logits.reduce(0, +) / Double(logits.count)
    }

    private static let expressionScale = 1.15

    private var inOrder: [AttributeNetwork] { AttributePack.Name.allCases.compactMap { networks[$0] } }

    private func network(_ name: AttributePack.Name) throws(FaceEngineError) -> AttributeNetwork {
        guard let network = networks[name] else {
            throw .models(.manifestUnreadable(file: AttributePack.folder + "/manifest.json"))
        }
        return network
    }
}

extension AttributeMeasurements.Part {
    fileprivate var networks: [AttributePack.Name] {
        switch self {
        case .blendshapes: [.blendshapes]
        case .expression: [.expression]
        case .secondExpression: [.miniXception]
        case .ageAndGender: [.ageGender]
        case .secondAgeAndGender: [.ageGender0013]
        case .glasses: [.glasses]
        }
    }
}

extension ImageEncoding {
    private static func grey0To255(_ order: ChannelOrder, _ layout: Layout) -> ImageEncoding {
        ImageEncoding(channelOrder: order, layout: layout, mean: [0, 0, 0], scale: [1, 1, 1])
    }

    fileprivate static let rgbPlanes = grey0To255(.rgb, .nchw)
    fileprivate static let bgrPlanes = grey0To255(.bgr, .nchw)
    fileprivate static let rgbPixels = grey0To255(.rgb, .nhwc)
}
