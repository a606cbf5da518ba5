import DocVerify
import FaceEngine
import LivenessScorer
import Synchronization

@testable import Onboarding

/// Engines that say what a test told them to say.
final class StubEngines: Sendable {
    struct Unset: Error {}

    struct Answers: Sendable {
        var face: @Sendable (FaceCapture) throws -> LivenessAssessment = { _ in throw Unset() }
        var guidance: @Sendable (FaceCapture, Double) throws -> [FrameGuidance] = { _, _ in throw Unset() }
        var document: @Sendable ([DocumentImage]) throws -> DocumentReading = { _ in throw Unset() }
        var faceInImage: @Sendable ([UInt8]) throws -> FaceTemplate? = { _ in throw Unset() }
        var comparison: @Sendable () throws -> ComparisonScore = { throw Unset() }
        var shownFace: @Sendable (ShownFace) throws -> [UInt8]? = { _ in throw Unset() }
        var photographs: @Sendable (ComparedImages) throws -> PhotographComparisons = { _ in Samples.photographs() }
    }

    private let answers = Mutex(Answers())
    private let leastMatchThreshold: Double

    init(leastMatchThreshold: Double = 0) {
        self.leastMatchThreshold = leastMatchThreshold
    }

    func set(_ change: (inout Answers) -> Void) {
        answers.withLock { change(&$0) }
    }

    var engines: Engines {
        Engines(
            assessFace: { [self] capture, _ in try answers.withLock { $0.face }(capture) },
            framesOfVideo: { try VideoFrames(decoding: $0, limits: .package, atMost: $1) },
            guideCapture: { [self] preview, enlargement, _ in try answers.withLock { $0.guidance }(preview, enlargement)
            },
            readDocument: { [self] images, _ in try answers.withLock { $0.document }(images) },
            faceInImage: { [self] image in try answers.withLock { $0.faceInImage }(image) },
            compare: { [self] _, _ in try answers.withLock { $0.comparison }() },
            comparePhotographs: { [self] _, images in try answers.withLock { $0.photographs }(images) },
            showFace: { [self] face in try answers.withLock { $0.shownFace }(face) },
            regenerateFace: { _, _ in throw Unset() }, regeneratePortrait: { _, _ in throw Unset() },
            descriptor: Samples.model,
            versions: EngineVersions(runtime: "none", modelLock: "", calibration: ""), misses: "not measured",
            leastMatchThreshold: leastMatchThreshold)
    }
}
