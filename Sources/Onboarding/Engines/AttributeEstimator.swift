package import FaceEngine
internal import Vision

/// Images of one face, and what is asked of it.
package struct AttributeQuestion: Sendable {
    /// The one that shows the face best is looked at.
    let images: [[UInt8]]
    /// To turn them upright, after their EXIF orientation.
    let clockwiseQuarterTurns: Int
    let fields: Set<FaceAttribute>
    let modelSet: AttributeModelSet
}

/// What came of it.
package enum AttributeFinding: Equatable, Sendable {
    case noFace
    case severalFaces
    /// - image: the number of the one that was looked at.
    /// - versions: which weights the networks have that were asked, by their names.
    case estimated(FaceAttributes, image: Int, versions: [String: String])
}

/// An image that does not decode.
struct UnreadableImage: Error {
    let index: Int
    let error: ImageError
}

/// Finds the face that the networks of the pack `attributes` look at.
struct AttributeEstimator: Sendable {
    let faces: FaceEngine
    let engine: AttributeEngine

    /// A face of less than this share of the largest one's area stands in the background.
    private static let competitorAreaShare = 0.25

    func finding(for question: AttributeQuestion) throws -> AttributeFinding {
        let isSingle = question.images.count == 1
        var (candidates, failure) = ([(index: Int, face: DetectedFace)](), AttributeFinding.noFace)
        var measurements: [FaceMeasurements] = []
        for index in question.images.indices {
            let image = try decoded(question, index).image
            switch try face(in: image, search: isSingle ? .thorough : .frame) {
            case .success(let face):
                guard !isSingle else {
                    candidates.append((index, face))
                    continue
                }
                let mesh = try faces.mesh(of: face, in: image, passes: 1)
                guard mesh.presence >= Self.leastPresence else { continue }
                candidates.append((index, face))
                measurements.append(faces.measurements(of: mesh, in: image))
            case .failure(let reason): if reason == .several { failure = .severalFaces }
            }
        }
        let best = isSingle ? candidates.first : FrameRanking.bestFirst(measurements).first.map { candidates[$0] }
        guard let best else { return failure }
        let frame = try decoded(question, best.index)
        let parts = FaceAttributes.parts(of: question.fields, by: question.modelSet)
        guard let measured = try engine.measurements(of: best.face, in: frame.image, parts: parts, with: faces) else {
            return .noFace
        }
        return .estimated(
            FaceAttributes(measured, fields: question.fields, by: question.modelSet, scale: frame.reduction),
            image: best.index, versions: engine.versions(of: question.fields, by: question.modelSet))
    }

    /// Nil where no face can be judged.
    func age(in bytes: [UInt8], clockwiseQuarterTurns turns: Int) throws -> AgeEstimate? {
        let image = try FrameImage(decoding: bytes, size: try ImageHeader(of: bytes).size, clockwiseQuarterTurns: turns)
            .image
        guard let face = try faces.faces(in: image).largest else { return nil }
        return try engine.age(of: face, in: image, with: faces)
    }

    private static let leastPresence = 0.5

    private enum NoSingleFace: Error {
        case none, several
    }

    private func face(in image: Image, search: FaceSearch) throws -> Result<DetectedFace, NoSingleFace> {
        let found = try faces.faces(in: image, search: search)
        let areas = found.map(\.box.area).sorted(by: >)
        guard let largest = found.largest, areas[0] > 0 else { return .failure(.none) }
        if areas.count > 1, areas[1] / areas[0] >= Self.competitorAreaShare { return .failure(.several) }
        return .success(largest)
    }

    private func decoded(_ question: AttributeQuestion, _ index: Int) throws(UnreadableImage) -> FrameImage {
        let bytes = question.images[index]
        do {
            return try FrameImage(
                decoding: bytes, size: try ImageHeader(of: bytes).size,
                clockwiseQuarterTurns: question.clockwiseQuarterTurns)
        } catch {
            throw UnreadableImage(index: index, error: error)
        }
    }
}
