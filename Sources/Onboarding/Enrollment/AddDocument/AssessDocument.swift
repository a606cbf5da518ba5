internal import DocVerify
internal import FaceEngine
internal import OnboardingCore
internal import Tenancy
internal import Vision

/// Reads a document and compares its portrait with the face that it must match, where there is one: what addDocument shares with the
/// document of somebody who comes back. Computes for a second or more: on a thread of the engines.
struct AssessDocument: Sendable {
    let tenant: Tenant
    let persona: SandboxPersona?
    /// Those of the persona, where it is one.
    let engines: Engines
    let rules: DocumentRules
    let today: CalendarDate

    /// An image that a decoder tried in vain, which counts as a capture.
    struct Undecodable: Error {
        let refusal: Refusal
    }

    /// - Parameter earlier: what earlier captures of the same person's document were read as.
    package func perform(
        _ images: [DocumentImage], against reference: ReferenceFace?, after earlier: [DocumentEvidence] = []
    ) throws -> AssessedDocument {
        let settings = tenant.settings
        let reading: DocumentReading
        let face: FaceTemplate?
        do {
            // First, so that a request is refused for its face whatever the document shows, and before that was read.
            face =
                switch reference {
                case nil: nil
                case .live(let capture): capture?.template
                case .given(let image): try givenFace(in: image)
                }
            reading = try engines.readDocument(images, today).confirmed(by: earlier)
        } catch DocumentError.image(let error, index: let index) {
            let bytes = images.indices.contains(index) ? images[index].bytes : []
            throw Self.refusal(error, "documentsInfo.documentImage[\(index)].image", bytes)
        }
        var score: ComparisonScore?
        if let face, let portrait = reading.portrait { score = try engines.compare(face, portrait.template) }
        let document = AgreedDocument(reading.sources, today: today)
        var assessed = AssessedDocument(
            images: images, reading: reading, document: document, documentDecision: rules.decision(on: document),
            portraitScore: score, threshold: max(settings.portraitMatchThreshold, engines.leastMatchThreshold),
            rules: rules, reference: reference, engine: engines.versions,
            configurationVersion: tenant.configurationVersion, persona: persona)
        if assessed.decision == .verified, let reference {
            assessed.photographs = try weigh(reading, on: images, against: reference)
        }
        return assessed
    }

    private func givenFace(in image: [UInt8]) throws -> FaceTemplate? {
        do {
            return try engines.faceInImage(image)
        } catch DocumentError.image(let error, index: _) {
            throw Self.refusal(error, "biometricsInfo.facialImage.image", image)
        }
    }

    private static func refusal(_ error: ImageError, _ member: String, _ bytes: [UInt8]) -> any Error {
        let refusal = error.refusal(of: member, bytes)
        return error == .corrupt ? Undecodable(refusal: refusal) : refusal
    }

    /// Whether the face that the portrait matches is the portrait's own photograph.
    private func weigh(
        _ reading: DocumentReading, on images: [DocumentImage], against reference: ReferenceFace
    ) throws -> WeighedPhotographs {
        guard let portrait = reading.evidence.portrait, images.indices.contains(portrait.imageIndex) else {
            throw Refusal(.internalError)
        }
        let page = PortraitPage(portrait: portrait, image: images[portrait.imageIndex].bytes)
        switch reference {
        case .live(let capture):
            guard let (evidence, frames) = try capture?.measured else { throw Refusal(.internalError) }
            let comparisons = try engines.comparePhotographs(page, .capture(evidence, frames: frames))
            return WeighedPhotographs(comparisons, of: evidence, under: tenant.settings.portraitReuse)
        case .given(let image):
            return WeighedPhotographs(noting: try engines.comparePhotographs(page, .image(image)))
        }
    }
}
