import DocVerify
import FaceEngine
import Foundation
import LivenessScorer
import OnboardingAPI
import Vision

/// The engine calls of a server's steps, without a server.
struct BareEngines: Sendable {
    /// Made once, with networks for a thread on each core.
    static let loaded = Result { try BareEngines() }

    private let scorer: LivenessScorer
    private let reader: DocumentReader
    private let today: CalendarDate

    private init() throws {
        let models = ModelFolder(path: Material.models)
        let engine = try FaceEngine(models: models, workers: Machine.cores)
        scorer = LivenessScorer(engine: engine, networks: try TextureNetworks(models: models, workers: Machine.cores))
        reader = DocumentReader(
            sources: try DocumentSources.load(models: models, workers: Machine.cores), faceEngine: engine)
        let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
        guard let today = CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) else {
            throw Unexpected("no date")
        }
        self.today = today
    }

    /// What addFace measures of a capture.
    func judge(_ frames: [FaceVideo.Frame], permitsStills: Bool = false) throws {
        _ = try scorer.assess(FaceCapture(frames, permitsStills: permitsStills))
    }

    /// What addDocumentOCR measures of a page.
    func read(_ page: [UInt8]) throws {
        _ = try reader.read([DocumentImage(bytes: page, isCropped: false)], today: today)
    }

    /// The two calls of an enrollment.
    func enroll(_ material: Material) throws {
        try judge(material.turningHead)
        try read(material.document)
    }
}
