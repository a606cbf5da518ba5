import DocVerify
import LivenessScorer
import Synchronization

@testable import FaceEngine
@testable import Onboarding

/// Engines that say what a test told them to say.
final class StubEngines: Sendable {
    struct Unset: Error {}

    struct Answers: Sendable {
        var face: @Sendable (FaceCapture) throws -> LivenessAssessment = { _ in throw Unset() }
        var guidance: @Sendable (FaceCapture, Double) throws -> [FrameGuidance] = { _, _ in throw Unset() }
        var document: @Sendable ([DocumentImage]) throws -> DocumentReading = { _ in throw Unset() }
        var age: @Sendable ([UInt8], Int) throws -> AgeEstimate? = { _, _ in throw Unset() }
        var attributes: @Sendable (AttributeQuestion) throws -> AttributeFinding = { _ in throw Unset() }
        var stillFace: @Sendable ([UInt8]) throws -> StillFaceFinding = { _ in throw Unset() }
        /// Of the images of an earlier template.
        var regeneratedFace: @Sendable ([[UInt8]]) throws -> FaceTemplate? = { _ in throw Unset() }
        var faceInImage: @Sendable ([UInt8]) throws -> FaceTemplate? = { _ in throw Unset() }
        /// In the place of `comparison`, where two templates count.
        var compare: (@Sendable (FaceTemplate, FaceTemplate) throws -> ComparisonScore)?
        var comparison: @Sendable () throws -> ComparisonScore = { throw Unset() }
        var shownFace: @Sendable (ShownFace) throws -> [UInt8]? = { _ in throw Unset() }
        /// Nobody is named unless a test says from which similarity on.
        var searchThreshold: @Sendable (Int) -> SearchThreshold? = { _ in nil }
        var similarity: @Sendable (Double) -> Double = { _ in -1 }
        var photographs: @Sendable (ComparedImages) throws -> PhotographComparisons = { _ in Samples.photographs() }
    }

    private let answers = Mutex(Answers())
    private let leastMatchThreshold: Double
    private let hasAttributes: Bool

    init(leastMatchThreshold: Double = 0, hasAttributes: Bool = true) {
        self.leastMatchThreshold = leastMatchThreshold
        self.hasAttributes = hasAttributes
    }

    func set(_ change: (inout Answers) -> Void) {
        answers.withLock { change(&$0) }
    }

    /// Every face is live, every document is verified, every portrait matches.
    func acceptEverybody() {
        set {
            $0.face = { _ in try Samples.assessment(.live) }
            $0.document = { _ in try Samples.document() }
            $0.comparison = { Samples.score(6) }
        }
    }

    var engines: Engines {
        var engines = Engines(
            assessFace: { [self] capture, _ in try answers.withLock { $0.face }(capture) },
            framesOfVideo: { try VideoFrames(decoding: $0, limits: .package, atMost: $1) },
            guideCapture: { [self] preview, enlargement, _ in try answers.withLock { $0.guidance }(preview, enlargement)
            },
            readDocument: { [self] images, _ in try answers.withLock { $0.document }(images) },
            faceInImage: { [self] image in try answers.withLock { $0.faceInImage }(image) },
            compare: { [self] first, second in
                let (compare, comparison) = answers.withLock { ($0.compare, $0.comparison) }
                return try compare?(first, second) ?? comparison()
            },
            comparePhotographs: { [self] _, images in try answers.withLock { $0.photographs }(images) },
            showFace: { [self] face in try answers.withLock { $0.shownFace }(face) },
            regenerateFace: { [self] _, images in try answers.withLock { $0.regeneratedFace }(images) },
            regeneratePortrait: { _, _ in throw Unset() },
            descriptor: Samples.model,
            versions: EngineVersions(runtime: "none", modelLock: "", calibration: ""), misses: "not measured",
            leastMatchThreshold: leastMatchThreshold,
            searchThreshold: { [self] size in answers.withLock { $0.searchThreshold }(size) },
            similarity: { [self] score in answers.withLock { $0.similarity }(score) },
            stillFace: { [self] image in try answers.withLock { $0.stillFace }(image) })
        if hasAttributes {
            engines.estimateAge = { [self] image, turns in try answers.withLock { $0.age }(image, turns) }
            engines.estimateAttributes = { [self] question in try answers.withLock { $0.attributes }(question) }
        }
        return engines
    }
}
