public import FaceEngine
public import Vision

/// The one face of an image, and what the image is worth as its sample.
public struct JudgedSample: Sendable {
    public struct Face: Sendable {
        /// The image that was looked at, upright.
        public let image: Image
        public let detected: DetectedFace
        public let mesh: FaceMesh
    }

    public let quality: SampleQuality
    /// Nil where there is none, or several.
    public let face: Face?
}

/// Judges single images by the gates of a capture: one face, its size, pose, light and focus, and that it is a face and no drawing.
/// No template of an image that does not pass may be compared with another, and none is kept unmarked.
///
/// Whether a living person was before the camera no single image says.
public struct SampleGate: Sendable {
    private let engine: FaceEngine
    private let limits = SampleLimits.standard

    public init(engine: FaceEngine) {
        self.engine = engine
    }

    /// - Parameters:
    ///   - search: how long faces are looked for.
    ///   - triesOrientations: whether an image that shows none is turned, because it may not state its orientation.
    public func judge(
        _ frame: FrameImage, search: FaceSearch = .thorough, triesOrientations: Bool = false
    ) throws(FaceEngineError) -> JudgedSample {
        var image = frame.image
        var found = try engine.faces(in: image, search: search)
        if found.isEmpty, triesOrientations, let turned = try engine.facesTryingOrientations(in: image) {
            (image, found) = (turned.image, turned.faces)
        }
        let areas = found.map(\.box.area).sorted(by: >)
        let share = areas.count > 1 && areas[0] > 0 ? areas[1] / areas[0] : nil
        func none(_ failure: QualityFailure) -> JudgedSample {
            JudgedSample(
                quality: SampleQuality(
                    faceCount: found.count, secondFaceShare: share, detectionScore: found.largest?.score,
                    reduction: frame.reduction, failures: [failure]), face: nil)
        }
        guard let largest = found.largest, areas[0] > 0 else { return none(.noFace) }
        if let share, share >= limits.gates.competitorAreaShare { return none(.severalFaces) }
        let mesh = try engine.mesh(of: largest, in: image)
        guard mesh.presence >= limits.gates.minimumFacePresence else { return none(.noFace) }
        var judged = none(.noFace).quality
        judged.judge(engine.measurements(of: mesh, in: image), engine.detail(of: mesh, in: image), by: limits)
        return JudgedSample(quality: judged, face: .init(image: image, detected: largest, mesh: mesh))
    }
}
