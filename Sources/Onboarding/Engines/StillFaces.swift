package import FaceEngine
package import LivenessScorer
internal import Vision

/// What a single image shows whose sender vouches for it.
package enum StillFaceFinding: Equatable, Sendable {
    case noFace
    case severalFaces
    /// - image: the face with what is around it, as JPEG: enough to make its template again.
    /// - quality: with the gates by which it does not pass. Then it is compared with nobody.
    case face(FaceTemplate, image: [UInt8], quality: SampleQuality)
}

/// Finds the one face of a single image, and what it is worth as a sample. Whether a living person was before the camera, no single
/// image says.
struct StillFaces: Sendable {
    let faces: FaceEngine
    let gate: SampleGate

    init(faces: FaceEngine) {
        self.faces = faces
        gate = SampleGate(engine: faces)
    }

    /// Of what is kept, in lengths of the face's box.
    private static let keptSide = 2.4
    private static let largestKeptSide = 480
    private static let quality = 92

    /// - Throws: `ImageError` for what does not decode.
    func finding(in bytes: [UInt8]) throws -> StillFaceFinding {
        let judged = try gate.judge(
            FrameImage(decoding: bytes, size: try ImageHeader(of: bytes).size), triesOrientations: true)
        guard let face = judged.face else {
            return judged.quality.failures.contains(.severalFaces) ? .severalFaces : .noFace
        }
        let kept = face.image.cropped(to: Self.surroundings(of: face.detected.box))
            .reduced(toLongestSide: Self.largestKeptSide)
        return .face(
            try faces.template(of: face.mesh, in: face.image), image: try kept.jpeg(quality: Self.quality),
            quality: judged.quality)
    }

    /// The template of the one face of an image that passes the gate; nil of any other.
    func comparable(in bytes: [UInt8]) throws -> FaceTemplate? {
        guard case .face(let template, _, let quality) = try finding(in: bytes), quality.failures.isEmpty else {
            return nil
        }
        return template
    }

    private static func surroundings(of box: ImageRectangle) -> ImageRectangle {
        let side = keptSide * max(box.width, box.height)
        return ImageRectangle(
            x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side)
    }
}
