internal import FaceEngine
internal import Vision

/// Measures single frames.
struct FrameMeter: Sendable {
    let engine: FaceEngine
    let networks: TextureNetworks
    let kind: CaptureKind
    let thresholds: GateThresholds
    private let makesCodes: Bool
    private let measuresColours: Bool

    /// - Parameters:
    ///   - frames: how many the capture has.
    ///   - makesCodes: whether a replay of the frames is to be seen later.
    ///   - measuresColours: whether the light on the face is to be followed.
    init(
        _ engine: FaceEngine, _ networks: TextureNetworks, frames: Int, thresholds: GateThresholds,
        makesCodes: Bool = false, measuresColours: Bool = false
    ) {
        self.engine = engine
        self.networks = networks
        self.thresholds = thresholds
        self.makesCodes = makesCodes
        self.measuresColours = measuresColours
        kind = frames < thresholds.minimumFramesOfMovement ? .stills : .movement
    }

    /// Decodes one frame of a capture, finds its faces, measures the largest and cuts it out for the descriptor.
    ///
    /// The detector looks at every frame: following the mesh alone would save a millisecond and overlook a second face
    /// that comes in later.
    /// - Parameters:
    ///   - index: names the frame in an error.
    ///   - size: as the frame's header states it, turned upright.
    func measure(
        _ frame: CapturedFrame, _ index: Int, size: ImageSize, clockwiseRotationInDegrees: Int
    ) throws(LivenessError) -> MeasuredFrame {
        let decoded: FrameImage
        do {
            decoded = try FrameImage(
                decoding: frame.bytes, size: size, clockwiseQuarterTurns: clockwiseRotationInDegrees / 90)
        } catch {
            throw .frameUnreadable(index: index, error)
        }
        do {
            return try measure(frame, size: size, decoded: decoded)
        } catch {
            throw .engine(error)
        }
    }

    private func measure(
        _ frame: CapturedFrame, size: ImageSize, decoded: FrameImage
    ) throws(FaceEngineError) -> MeasuredFrame {
        let image = decoded.image
        let faces = try engine.faces(in: image)
        let areas = faces.map(\.box.area).sorted(by: >)
        let secondShare = areas.count > 1 && areas[0] > 0 ? areas[1] / areas[0] : nil
        var measured = MeasuredFrame(
            evidence: FrameEvidence(
                timeInMilliseconds: frame.timeInMilliseconds, digest: frame.digest, widthInPixels: size.width,
                heightInPixels: size.height, reduction: decoded.reduction, faceCount: faces.count,
                detectionScore: faces.largest?.score, secondFaceShare: secondShare, failures: []))
        if let secondShare, secondShare >= thresholds.competitorAreaShare {
            measured.evidence.failures = [.severalFaces]
            return measured
        }
        guard let largest = faces.largest else {
            measured.evidence.failures = [.noFace]
            return measured
        }
        let mesh = try engine.mesh(of: largest, in: image, passes: kind.meshPasses)
        guard mesh.presence >= thresholds.minimumFacePresence else {
            measured.evidence.failures = [.noFace]
            return measured
        }
        let measurements = engine.measurements(of: mesh, in: image)
        measured.evidence.measurements = measurements
        measured.evidence.failures = qualityFailures(
            of: measurements, reduction: decoded.reduction, thresholds: thresholds)
        let (grey, isUsable) = (image.grey, measured.evidence.failures.isEmpty)
        measured.face = MeasuredFace(
            grey: grey, mesh: mesh, measurements: measurements,
            code: makesCodes && isUsable ? try engine.codedFrame(of: mesh, in: image, grey: grey) : nil,
            aligned: isUsable ? try engine.aligned(mesh, in: image, for: kind) : nil,
            crops: isUsable ? networks.crops(of: largest, mesh, from: image) : [],
            image: kind == .stills ? image : nil,
            colours: measuresColours ? FaceColours(of: mesh, in: image) : nil)
        return measured
    }
}
