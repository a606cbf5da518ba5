package import FaceEngine
internal import DocVerify
internal import Foundation
internal import LivenessScorer
package import OnboardingStorage

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
}
