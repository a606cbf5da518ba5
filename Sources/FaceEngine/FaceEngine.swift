internal import Foundation
public import Vision

/// Finds faces, measures them, and makes and compares templates.
///
/// One value serves all threads. Every call blocks for as long as it computes (0.5 to 10 ms): call it from an engine
/// worker, never from the cooperative pool. Equal inputs give equal bits on one machine.
public final class FaceEngine: Sendable {
    /// The model that makes the templates here.
    public var descriptor: ModelIdentity { loaded.identity }

    /// How many numbers of a template belong to each network.
    public var partLengths: [Int] { loaded.partLengths }
    /// The model that frames of one capture are compared by. Where a pack names some of its networks for that it is a model
    /// of its own, with a calibration of its own, and its templates compare with no other; else it is `descriptor`.
    public var frameDescriptor: ModelIdentity { loaded.frameIdentity }
    /// SHA-256 of the calibration in force, as its file states it.
    public var calibrationDigest: String { loaded.calibration.digest }
    /// The same of the calibration of `frameDescriptor`.
    public var frameCalibrationDigest: String { loaded.frameCalibration.digest }
    /// The calibration in force.
    public var calibration: FaceCalibration { loaded.calibration }
    /// The calibration of `frameDescriptor`.
    public var frameCalibration: FaceCalibration { loaded.frameCalibration }

    /// The pairs that the calibration was fitted to; nil where nobody counted them.
    public let distributions: SimilarityDistributions?
    /// What the descriptor was measured to miss; nil where nobody measured it.
    public let measured: FacePack.Measured?
    /// The least comparison score at which faces may be taken for one person with this descriptor; 0 where none is stated.
    public let leastMatchThreshold: Double

    private let shortRange: FaceDetector
    private let fullRange: FaceDetector
    private let meshNetwork: MeshNetwork
    let loaded: FaceDescriptor

    /// The mesh network says below this that what it looks at is no face (its authors' limit).
    static let leastPresence = 0.5

    /// - Parameters:
    ///   - models: where the set-up put the models.
    ///   - workers: how many threads will call at one time.
    ///   - pack: folder of the descriptor to use; nil = the installed one with the greatest preference.
    /// - Throws: what is missing, for the operator; `computesOtherwise` where a network does not pass the self-test.
    public init(models: ModelFolder, workers: Int, pack: String? = nil) throws(FaceEngineError) {
        let candidates = try FacePack.installed(in: models)
        guard let chosen = candidates.first(where: { pack == nil || $0.folder == pack }) else { throw .noDescriptor }
        measured = chosen.pack.measured
        distributions = chosen.pack.readDistributions(in: chosen.folder, of: models)
        leastMatchThreshold = chosen.pack.leastMatchThreshold ?? 0
        let descriptor = LoadingThread {
            Result { () throws(FaceEngineError) in
                try FaceDescriptor(
                    folder: chosen.folder, pack: chosen.pack, variant: chosen.variant, models: models,
                    workers: workers)
            }
        }
        // Before anything throws: nothing is loaded behind the back of somebody who gave up.
        defer { _ = descriptor.value }
        shortRange = try FaceDetector(.shortRange, models: models, workers: workers)
        fullRange = try FaceDetector(.fullRange, models: models, workers: workers)
        meshNetwork = try MeshNetwork(models: models, workers: workers)
        loaded = try descriptor.value.get()
        try loaded.selfTest()
        try SelfTest.run(
            meshNetwork.network, named: MeshNetwork.file,
            size: ImageSize(width: MeshNetwork.side, height: MeshNetwork.side), layout: .nhwc,
            expected: [94.954269, 118.097977, -11.801351, 96.211014, 104.397369, -23.746660])
    }

    // The verbs, in the order in which an image passes through them.

    /// The faces in an image, the largest and most central first.
    public func faces(in image: Image, search: FaceSearch = .frame) throws(FaceEngineError) -> [DetectedFace] {
        let near = try shortRange.faces(in: image)
        var found = near
        if search == .thorough || found.isEmpty {
            found = FaceDetector.merged(near + (try fullRange.faces(in: image)))
        }
        if search == .thorough {
            found = try present(found, in: image)
            // What two detectors see a little differently may lie, averaged, beside a face turned aside.
            if found.isEmpty { found = try present(near, in: image) }
            if found.isEmpty { found = try present(FaceDetector.merged(try facesInParts(of: image)), in: image) }
        }
        return Self.ordered(found, in: image.size)
    }

    /// For an image that states no orientation and shows no upright face: of its four quarter turns the one in which the
    /// detector is surest of an upright face. Four searches; the detectors see sideways and upside-down faces too, but
    /// with lower scores. Nil where no turn shows one.
    public func facesTryingOrientations(in image: Image, search: FaceSearch = .frame) throws(FaceEngineError)
        -> (clockwiseQuarterTurns: Int, image: Image, faces: [DetectedFace])?
    {
        var best: (clockwiseQuarterTurns: Int, image: Image, faces: [DetectedFace])?
        for turns in 0..<4 {
            let turned = image.turned(clockwiseQuarterTurns: turns)
            let upright = try faces(in: turned, search: search).filter { abs($0.tiltInDegrees) <= 45 }
            guard let score = upright.first?.score, score > best?.faces.first?.score ?? 0 else { continue }
            best = (turns, turned, upright)
        }
        return best
    }

    /// The mesh of a detected face.
    /// - Parameter passes: 1 is enough for a template; with 2 the network looks again where the points were found, which
    ///   makes measurements comparable across frames.
    public func mesh(of face: DetectedFace, in image: Image, passes: Int = 2) throws(FaceEngineError) -> FaceMesh {
        var mesh = try mesh(in: MeshRegion(around: face), of: image)
        for _ in 1..<max(1, passes) { mesh = try self.mesh(tracking: mesh, in: image) }
        return mesh
    }

    /// The mesh of the same face in the next frame: looks where the points were, without the detector. A `presence` under
    /// 0.5 says that the face is gone.
    public func mesh(tracking previous: FaceMesh, in image: Image) throws(FaceEngineError) -> FaceMesh {
        try mesh(in: MeshRegion(around: previous), of: image)
    }

    /// What a replay of a frame is seen by; nil where a square around the face shows nothing but one brightness.
    ///
    /// The network looks once more, at the mirrored face, which it sees a little differently: without that half of the
    /// mirrored replays were missed (docs/measurements/replay-guard.md).
    /// - Parameter mesh: after two passes.
    package func codedFrame(of mesh: FaceMesh, in image: Image, grey: GreyImage) throws(FaceEngineError) -> CodedFrame?
    {
        let mirrored = try self.mesh(in: MeshRegion(around: mesh), of: image, isMirrored: true)
        guard let asShown = FrameCode(of: mesh, in: grey),
            let code = FrameCode(of: mirrored, in: grey, isNumberedMirrored: true)
        else { return nil }
        return CodedFrame(asShown: asShown, mirrored: code.mirrored)
    }

    /// What can be said of the face as a sample: pose, size, focus, light.
    public func measurements(of mesh: FaceMesh, in image: Image) -> FaceMeasurements {
        FaceMeasurements(of: mesh, in: image)
    }

    /// What can be said of the face in a single image besides: whether its focus is the face's own, and whether it is drawn.
    public func detail(of mesh: FaceMesh, in image: Image) -> SampleDetail { SampleDetail(of: mesh, in: image) }

    /// The template of a face in a single image. Gives one however bad the image is: `measurements` say whether it is
    /// usable.
    public func template(of mesh: FaceMesh, in image: Image) throws(FaceEngineError) -> FaceTemplate {
        try checked(try loaded.template(of: try checked(loaded.aligned(mesh, in: image))))
    }

    /// The comparison score of two templates, by the calibration of the model that made them.
    /// - Throws: `differentModels` where they were made by different models, or by one that is neither `descriptor` nor
    ///   `frameDescriptor`.
    public func compare(_ first: FaceTemplate, _ second: FaceTemplate) throws(FaceComparisonError) -> ComparisonScore {
        let calibration: FaceCalibration
        switch first.model {
        case descriptor: calibration = loaded.calibration
        case frameDescriptor: calibration = loaded.frameCalibration
        default: throw .differentModels(first.model, descriptor)
        }
        let similarity = try first.similarity(to: second)
        let score = calibration.score(atSimilarity: similarity)
        return ComparisonScore(
            value: score.value, isExtrapolated: score.isExtrapolated, similarity: similarity, model: first.model)
    }

    private func mesh(
        in region: MeshRegion, of image: Image, isMirrored: Bool = false
    ) throws(FaceEngineError) -> FaceMesh {
        if let mesh = try meshNetwork.mesh(in: region, of: image, isMirrored: isMirrored) { return mesh }
        // A region without extent: nothing was there to look at.
        return FaceMesh(
            points: [Point3](
                repeating: Point3(x: region.center.x, y: region.center.y, z: 0), count: FaceMesh.pointCount),
            presence: 0)
    }

    /// Those in which the mesh network sees a face too: looked at long enough, the full-range detector sees faces in noise.
    private func present(_ faces: [DetectedFace], in image: Image) throws(FaceEngineError) -> [DetectedFace] {
        var present: [DetectedFace] = []
        for face in faces where try mesh(in: MeshRegion(around: face), of: image).presence >= Self.leastPresence {
            present.append(face)
        }
        return present
    }

    /// The full-range detector on overlapping parts of half, then of a third of the image's sides.
    private func facesInParts(of image: Image) throws(FaceEngineError) -> [DetectedFace] {
        for partsAlongASide in [2, 3] {
            var found: [DetectedFace] = []
            let (width, height) = (Double(image.size.width), Double(image.size.height))
            let share = 1.25 / Double(partsAlongASide)
            for row in 0..<partsAlongASide {
                for column in 0..<partsAlongASide {
                    let step = (1 - share) / Double(partsAlongASide - 1)
                    let x = (Double(column) * step * width).rounded()
                    let y = (Double(row) * step * height).rounded()
                    let part = image.cropped(
                        to: ImageRectangle(x: x, y: y, width: width * share, height: height * share))
                    found += try fullRange.faces(in: part).map { face in
                        face.moved(by: { Point(x: $0.x + x, y: $0.y + y) }, scale: 1)
                    }
                }
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// A face counts by its area, and up to half less the farther from the middle it lies.
    static func ordered(_ faces: [DetectedFace], in size: ImageSize) -> [DetectedFace] {
        let middle = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
        let farthest = max(1, middle.distance(to: Point(x: 0, y: 0)))
        func rank(_ face: DetectedFace) -> Double {
            face.box.area * (1 - 0.5 * min(1, face.box.center.distance(to: middle) / farthest))
        }
        return faces.sorted { rank($0) > rank($1) }
    }
}
