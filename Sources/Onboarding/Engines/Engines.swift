internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import OnboardingAPI
internal import OnboardingCore
internal import Vision

/// What measures: built once at start, called from the engine pool's threads.
struct Engines: Sendable {
    let faces: FaceEngine
    let liveness: LivenessScorer
    let documents: DocumentReader
    let versions: EngineVersions

    /// - Throws: a sentence for the operator where the models are not there or compute other numbers than they should.
    init(_ configuration: ServerConfiguration, workers: Int) throws {
        let modelFolder = configuration.modelFolder
        let faceEngine = LoadingThread {
            ThreadPriority.yieldToOthers()
            return Result { try ModelCheck.faceEngine(modelFolder: modelFolder, workers: workers) }
        }
        let mrzReader = LoadingThread {
            ThreadPriority.yieldToOthers()
            return Result { try MRZReader(models: ModelCheck.folder(modelFolder), workers: workers) }
        }
        let mrzs = mrzReader.value
        faces = try faceEngine.value.get()
        liveness = LivenessScorer(engine: faces)
        documents = DocumentReader(mrzReader: try mrzs.get(), faceEngine: faces)
        versions = try EngineVersions(of: faces, modelLock: configuration.modelLock)
    }

    /// Judges a capture under a tenant's settings. An engine that fails throws; it never says live.
    func judge(
        _ capture: FacePackageOpening.Capture, under settings: TenantSettings, frames runner: FrameRunner
    ) throws -> JudgedFace {
        do {
            let judgement = try liveness.judge(
                FaceCapture(
                    frames: capture.frames, clockwiseRotationInDegrees: capture.clockwiseRotationInDegrees,
                    level: capture.level.livenessLevel, permitsStills: settings.allowStillPackages), frames: runner)
            return JudgedFace(capture: capture, judgement: judgement, engine: versions)
        } catch {
            throw FacePackageOpening.failure(of: error, in: capture.form) ?? error
        }
    }

    /// Reads a document and compares its portrait with the face that it must match, where there is one.
    func judge(
        _ images: [DocumentImage], against reference: ReferenceFace?, threshold: Double,
        rules: DocumentRules, requested: AddDocumentRequest.ProcessingInstructions?, today: CalendarDate
    ) throws -> JudgedDocument {
        let reading: DocumentReading
        let face: FaceTemplate?
        do {
            // First, so that a request is refused for its face whatever the document shows, and before that was read.
            face = try template(of: reference)
            reading = try documents.read(images, today: today)
        } catch DocumentError.image(let error, index: _) {
            throw Refusal(error.refusalReason)
        }
        var score: ComparisonScore?
        if let face, let portrait = reading.portrait { score = try faces.compare(face, portrait.template) }
        return JudgedDocument(
            images: images, reading: reading,
            verdict: .verdict(on: reading, rules: rules, today: today), portraitScore: score, threshold: threshold,
            rules: rules, requested: requested, today: today, reference: reference, engine: versions)
    }

    /// Nil where there is no face to compare with.
    private func template(of reference: ReferenceFace?) throws -> FaceTemplate? {
        switch reference {
        case nil: nil
        case .live(let template): template
        case .given(let image): try documents.face(in: image)
        }
    }
}

extension FaceEngine {
    /// What the descriptor misses, for the operator who chose it.
    var misses: String {
        guard let measured else { return "not measured" }
        func percent(_ share: Double) -> String { String(format: "%.1f", share * 100) }
        let model = calibration.model == descriptor.name ? "" : " (measured with \(calibration.model))"
        return
            "\(percent(measured.falseNonMatchRate)) % [\(percent(measured.low)), \(percent(measured.high))] of mated "
            + "pairs at a false match rate of \(measured.falseMatchRate)\(model), see docs/accuracy.md"
    }
}
