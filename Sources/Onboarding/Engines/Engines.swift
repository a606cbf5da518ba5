internal import DocVerify
package import FaceEngine
internal import LivenessScorer

/// What measures, as a value of functions: use cases, jobs and their tests know nothing else of the networks behind it.
/// Every function computes for milliseconds to seconds: call it on a thread of the engine pool.
package struct Engines: Sendable {
    /// Assesses the frames of a capture. One that fails throws `LivenessError`; it never says live.
    var assessFace: @Sendable (FaceCapture, FrameRunner) throws -> LivenessAssessment
    /// The frames that a package's video is judged by, decoded in another process. Throws `VideoError`.
    let framesOfVideo: @Sendable ([UInt8], _ atMost: Int) throws -> VideoFrames
    /// What is wrong with each image of a page's preview, whose capture will be larger by a factor. Throws `LivenessError`.
    let guideCapture: @Sendable (FaceCapture, _ enlargement: Double, FrameRunner) throws -> [FrameGuidance]
    /// Reads the images of one document. Throws `DocumentError` for images that cannot be read at all.
    var readDocument: @Sendable ([DocumentImage], CalendarDate) throws -> DocumentReading
    /// The template of the one face of an image that passes the gates of a capture; nil of any other. Throws `DocumentError`.
    var faceInImage: @Sendable ([UInt8]) throws -> FaceTemplate?
    var compare: @Sendable (FaceTemplate, FaceTemplate) throws -> ComparisonScore
    /// Whether images show the photograph that a document bears. Throws `LivenessError` or `DocumentError`, and
    /// `evidenceUnreadable` for a record that does not say where the portrait is.
    var comparePhotographs: @Sendable (PortraitPage, ComparedImages) throws -> PhotographComparisons
    /// A face cut out so that all have one size and place, as JPEG; nil where none is found any more. Throws `LivenessError` or
    /// `DocumentError`.
    package let showFace: @Sendable (ShownFace) throws -> [UInt8]?
    /// How old the face in an image looks, after its EXIF orientation and so many clockwise quarter turns; nil where that cannot
    /// be told. The function is nil where the networks are not installed.
    package var estimateAge: (@Sendable ([UInt8], _ clockwiseQuarterTurns: Int) throws -> AgeEstimate?)?
    /// What a face shows in one of these images. Nil where the networks are not installed. Throws `UnreadableImage`.
    package var estimateAttributes: (@Sendable (AttributeQuestion) throws -> AttributeFinding)?
    /// The template of a live face from the frames that it was once made of.
    let regenerateFace: @Sendable (LivenessEvidence, [[UInt8]]) throws -> FaceTemplate?
    /// The template of a portrait from the image that it was once found on.
    let regeneratePortrait: @Sendable (PortraitEvidence, [UInt8]) throws -> FaceTemplate?
    /// The model that makes templates now. Templates of two models are never compared.
    package let descriptor: ModelIdentity
    /// How many numbers of a template belong to each of its networks.
    package var templatePartLengths = [1]
    let versions: EngineVersions
    /// What the descriptor misses, for the operator who chose it.
    package let misses: String
    /// The least threshold of a match that this descriptor may be asked for, whatever a tenant sets.
    var leastMatchThreshold = 0.0
    /// What turns similarities into comparison scores, and the pairs that it was fitted to.
    package var fit = ComparisonFit()
    /// For who wants to know what decides here.
    package var inUse = ModelsInUse()
    /// From which similarity on somebody counts as found among so many; nil where that are too many to decide.
    var searchThreshold: @Sendable (_ gallery: Int) -> SearchThreshold? = { _ in nil }
    /// The similarity at which a comparison has a score.
    var similarity: @Sendable (_ score: Double) -> Double = { _ in 1 }
    /// The one face of an image whose sender vouches for it. Throws `ImageError`.
    package var stillFace: @Sendable ([UInt8]) throws -> StillFaceFinding = { _ in .noFace }
}
