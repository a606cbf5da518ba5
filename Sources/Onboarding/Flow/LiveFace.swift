internal import EnrollmentCore
internal import FaceEngine
internal import Foundation
internal import OnboardingAPI
internal import OnboardingCrypto
internal import Vision

extension Flow {
    /// The template of the enrollment's live face, made by the model that runs now; nil where it has none.
    ///
    /// Templates of two models are never compared: where an operator has installed another model since addFace, it is made
    /// again from the frames in the evidence.
    func liveFace(of stored: StoredEnrollment, under dataKey: SealingKey) async throws -> FaceTemplate? {
        let kept = try await deployment.store.templates(of: stored.id).last { $0.kind == TemplateKind.face.rawValue }
        guard let template = try kept?.open(of: stored.id, under: dataKey) else { return nil }
        if template.model == deployment.engines.faces.descriptor { return template }

        guard let row = try await deployment.store.evidence(of: stored.id).last(where: { $0.kind == "face" }) else {
            throw StorageError.evidenceUnreadable
        }
        let object = try await deployment.evidence.read(row, under: dataKey)
        return try await deployment.pool.run { try deployment.engines.template(madeAgainFrom: object) }
    }
}

extension Engines {
    /// The fused template of the frames that made the first one.
    fileprivate func template(madeAgainFrom object: EvidenceObject) throws -> FaceTemplate {
        guard let measurements = object.sections.first(where: { $0.name == "measurements" }) else {
            throw StorageError.evidenceUnreadable
        }
        let evidence = try JSONDecoder().decode(FaceEvidence.self, from: Data(measurements.contents)).liveness
        var templates: [FaceTemplate] = []
        for index in evidence.framesOfTemplate {
            let name = FaceEvidence.frameName(index)
            guard let frame = object.sections.first(where: { $0.name == name }) else {
                throw StorageError.evidenceUnreadable
            }
            let picture = try Picture(decoding: frame.contents)
                .turned(clockwiseQuarterTurns: evidence.clockwiseRotationInDegrees / 90)
            guard let face = try faces.faces(in: picture).first else { continue }
            templates.append(try faces.template(of: try faces.mesh(of: face, in: picture), in: picture))
        }
        guard let fused = FaceEngine.fuse(templates) else { throw StorageError.evidenceUnreadable }
        return fused
    }
}
