internal import FaceEngine
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension Flow {
    /// The template of the enrollment's live face, made by the model that runs now; nil where it has none.
    ///
    /// Templates of two models are never compared: where an operator has installed another model since addFace, it is made
    /// again from the frames in the evidence.
    func liveFace(of stored: StoredEnrollment, under dataKey: SealingKey) async throws -> FaceTemplate? {
        let kept = try await deployment.store.templates(of: stored.id).last { $0.kind == TemplateKind.face.rawValue }
        guard let template = try kept?.open(of: stored.id, under: dataKey) else { return nil }
        if template.model == deployment.engines.faces.descriptor { return template }

        guard
            let row = try await deployment.store.evidence(of: stored.id).last(where: {
                $0.kind == TemplateKind.face.evidenceKind
            })
        else { throw StorageError.evidenceUnreadable }
        let object = try await deployment.evidence.read(row, under: dataKey)
        return try await deployment.enginePool.run(.template) {
            try deployment.engines.template(.face, madeAgainFrom: object)
        }
    }
}
