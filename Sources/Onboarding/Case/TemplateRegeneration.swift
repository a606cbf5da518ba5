package import FaceEngine
internal import DocVerify
internal import Foundation
internal import LivenessScorer
package import OnboardingStorage
internal import Vision

extension Engines {
    /// A template regenerated from what an earlier one was made from, by the model that runs now.
    /// - Parameter object: evidence of the kind that belongs to it (`TemplateKind.evidenceKind`).
    /// - Throws: `evidenceUnreadable` where the images are not there, or show no face any more.
    package func template(_ kind: TemplateKind, regeneratedFrom object: EvidenceObject) throws -> FaceTemplate {
        guard let measurements = object["measurements"],
            let template = try regenerated(kind, from: object, measurements: Data(measurements))
        else { throw StorageError.evidenceUnreadable }
        return template
    }

    private func regenerated(_ kind: TemplateKind, from object: EvidenceObject, measurements: Data) throws
        -> FaceTemplate?
    {
        switch kind {
        case .face:
            let head = try JSONDecoder().decode(FaceEvidence.self, from: measurements)
            if head.sandboxPersona != nil { return FaceTemplate(scriptedBy: descriptor) }
            let evidence = head.liveness
            // One that was refused made none, and is there because a human accepted it.
            guard evidence.decision == .live else { return try reviewedFace(evidence, object)?.template }
            let frames = evidence.framesOfTemplate.compactMap { object[FaceEvidence.frameName($0)] }
            guard frames.count == evidence.framesOfTemplate.count else { return nil }
            return try regenerateFace(evidence, frames)
        case .portrait:
            let record = try JSONDecoder().decode(DocumentRecord.self, from: measurements)
            if record.sandboxPersona != nil { return FaceTemplate(scriptedBy: descriptor) }
            guard let evidence = record.reading?.portrait,
                let image = object[DocumentRecord.imageName(evidence.imageIndex)]
            else {
                return nil
            }
            return try regeneratePortrait(evidence, image)
        }
    }

    /// The template of a capture that a human has accepted, whatever a machine decided on it.
    /// - Parameter object: evidence of a face.
    /// - Returns: nil where no image that is kept shows one face well enough to be registered by.
    func reviewedTemplate(from object: EvidenceObject) throws -> (template: FaceTemplate, quality: SampleQuality?)? {
        guard let measurements = object["measurements"] else { throw StorageError.evidenceUnreadable }
        let head = try JSONDecoder().decode(FaceEvidence.self, from: Data(measurements))
        if head.sandboxPersona != nil { return (FaceTemplate(scriptedBy: descriptor), nil) }
        guard head.liveness.decision == .live else { return try reviewedFace(head.liveness, object) }
        guard let template = try regenerated(.face, from: object, measurements: Data(measurements)) else { return nil }
        let quality = head.liveness.sample
        return quality?.failuresToday.isEmpty == false ? nil : (template, quality)
    }

    /// That of the first of its frames that passes the gate of a single image, beginning with the best.
    private func reviewedFace(
        _ evidence: LivenessEvidence, _ object: EvidenceObject
    ) throws -> (template: FaceTemplate, quality: SampleQuality?)? {
        let best = evidence.bestFrame.map { [$0] } ?? []
        for index in best + evidence.frames.indices.filter({ !best.contains($0) }) {
            guard let image = object[FaceEvidence.frameName(index)] else { continue }
            do {
                guard case .face(let template, _, let quality) = try stillFace(image), quality.failures.isEmpty else {
                    continue
                }
                return (template, quality)
            } catch is ImageError {
                continue
            }
        }
        return nil
    }
}
