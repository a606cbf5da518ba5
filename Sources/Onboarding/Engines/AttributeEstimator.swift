package import FaceEngine
internal import LivenessScorer
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
    let gate: SampleGate

    init(faces: FaceEngine, engine: AttributeEngine) {
        (self.faces, self.engine) = (faces, engine)
        gate = SampleGate(engine: faces)
    }

    private struct Candidate {
        let index: Int
        let face: DetectedFace
        let measurements: FaceMeasurements
        let failures: [QualityFailure]
    }

    func finding(for question: AttributeQuestion) throws -> AttributeFinding {
        let isSingle = question.images.count == 1
        var (candidates, failure) = ([Candidate](), AttributeFinding.noFace)
        for index in question.images.indices {
            let judged = try gate.judge(try decoded(question, index), search: isSingle ? .thorough : .frame)
            let failures = judged.quality.failures
            if failures.contains(.severalFaces) { failure = .severalFaces }
            guard let face = judged.face, let measurements = judged.quality.measurements, !failures.contains(.noFace)
            else { continue }
            candidates.append(
                Candidate(index: index, face: face.detected, measurements: measurements, failures: failures))
        }
        // What passes the gates is looked at before what does not.
        let passing = candidates.filter(\.failures.isEmpty)
        let chosen = passing.isEmpty ? candidates : passing
        guard let best = FrameRanking.bestFirst(chosen.map(\.measurements)).first.map({ chosen[$0] }) else {
            return failure
        }
        let frame = try decoded(question, best.index)
        let parts = FaceAttributes.parts(of: question.fields, by: question.modelSet)
        guard let measured = try engine.measurements(of: best.face, in: frame.image, parts: parts, with: faces) else {
            return .noFace
        }
        return .estimated(
            FaceAttributes(
                measured, fields: question.fields, by: question.modelSet, scale: frame.reduction,
                refusal: best.failures.first.flatMap(UnjudgedReason.init)),
            image: best.index, versions: engine.versions(of: question.fields, by: question.modelSet))
    }

    /// Nil where no face can be judged.
    func age(in bytes: [UInt8], clockwiseQuarterTurns turns: Int) throws -> AgeEstimate? {
        let image = try FrameImage(decoding: bytes, size: try ImageHeader(of: bytes).size, clockwiseQuarterTurns: turns)
            .image
        guard let face = try faces.faces(in: image).largest else { return nil }
        return try engine.age(of: face, in: image, with: faces)
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

extension UnjudgedReason {
    /// Nil for what is no face that could be judged at all.
    fileprivate init?(_ failure: QualityFailure) {
        switch failure {
        case .noFace, .severalFaces: return nil
        case .faceTooSmall: self = .faceTooSmall
        case .poseTooHigh: self = .poseTooLarge
        case .badExposure: self = .badExposure
        case .tooBlurry: self = .tooBlurry
        }
    }
}
