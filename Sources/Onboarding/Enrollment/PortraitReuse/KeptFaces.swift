internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// The live face that an enrollment was accepted with.
struct KeptCapture: Sendable {
    /// Made by the model that runs now.
    let template: FaceTemplate
    /// Its evidence.
    let object: EvidenceObject

    /// Its frames, with what was measured in them.
    /// - Throws: `evidenceUnreadable` where they are not all there.
    var measured: (evidence: LivenessEvidence, frames: [[UInt8]]) {
        get throws {
            guard let measurements = object["measurements"] else { throw StorageError.evidenceUnreadable }
            let evidence = try JSONDecoder().decode(FaceEvidence.self, from: Data(measurements)).liveness
            let frames = evidence.frames.indices.compactMap { object[FaceEvidence.frameName($0)] }
            guard frames.count == evidence.frames.count else { throw StorageError.evidenceUnreadable }
            return (evidence, frames)
        }
    }
}

/// The portrait of a document that an enrollment was accepted with.
struct KeptPortrait: Sendable {
    /// Made by the model that runs now.
    let template: FaceTemplate
    /// The document's evidence.
    let object: EvidenceObject

    /// - Throws: `evidenceUnreadable` where the image is not there, or nothing says where the portrait is on it.
    var page: PortraitPage {
        get throws {
            guard let measurements = object["measurements"],
                let portrait = try JSONDecoder().decode(DocumentRecord.self, from: Data(measurements)).reading?
                    .portrait,
                let image = object[DocumentRecord.imageName(portrait.imageIndex)]
            else { throw StorageError.evidenceUnreadable }
            return PortraitPage(portrait: portrait, image: image)
        }
    }
}

/// Finds what the steps before this one were accepted with, so that a live face and a document are compared whichever came
/// first.
struct KeptFaces: Sendable {
    let cases: Cases
    let engines: Engines
    let pool: WorkerPool

    /// Nil where no face is accepted.
    func capture(of stored: StoredEnrollment, under dataKey: SealingKey) async throws -> KeptCapture? {
        try await kept(.face, of: stored, under: dataKey).map { KeptCapture(template: $0, object: $1) }
    }

    /// The templates that a registered person is compared with: the enrollment's own, and the samples that authentications have left.
    /// Samples of another model wait for their renewal; those on which no match may rest are left out.
    /// - Throws: `authenticationUnavailable` where none is left that can be compared.
    func registered(of stored: StoredEnrollment, under dataKey: SealingKey) async throws -> [KeptTemplate] {
        let kept = try await cases.store.templates(of: stored.id).filter { $0.kind == TemplateKind.face.rawValue }
        let templates = try kept.map { try $0.judged(of: stored.id, under: dataKey) }
        var usable = templates.filter { $0.template.model == engines.descriptor && $0.maySuffice }
        if let first = templates.first, first.template.model != engines.descriptor,
            let own = try await regenerated(.face, of: stored, under: dataKey)
        {
            usable.insert(KeptTemplate(template: own, quality: nil, isHandedIn: false), at: 0)
        }
        guard !usable.isEmpty else { throw Refusal(.authenticationUnavailable) }
        return usable
    }

    /// The template made anew of the enrollment's own images; nil where these were erased.
    private func regenerated(
        _ kind: TemplateKind, of stored: StoredEnrollment, under dataKey: SealingKey
    ) async throws -> FaceTemplate? {
        let rows = try await cases.store.evidence(of: stored.id)
        guard let row = rows.last(where: { $0.kind == kind.evidenceKind }), row.reduction == nil else { return nil }
        let object = try await cases.evidence.read(row, under: dataKey)
        let engines = engines
        return try await pool.run(.template) { try engines.template(kind, regeneratedFrom: object) }
    }

    /// Nil where no document is accepted.
    func portrait(of stored: StoredEnrollment, under dataKey: SealingKey) async throws -> KeptPortrait? {
        guard stored.enrollment.progress?.accepted.contains(.addDocument) == true else { return nil }
        // An accepted document whose portrait is gone must not count as none.
        guard let (template, object) = try await kept(.portrait, of: stored, under: dataKey) else {
            throw StorageError.evidenceUnreadable
        }
        return KeptPortrait(template: template, object: object)
    }

    /// Templates of two models are never compared: where an operator has installed another model since, the template is
    /// regenerated from the images in the evidence.
    private func kept(
        _ kind: TemplateKind, of stored: StoredEnrollment, under dataKey: SealingKey
    ) async throws -> (FaceTemplate, EvidenceObject)? {
        let kept = try await cases.store.templates(of: stored.id).last { $0.kind == kind.rawValue }
        guard let template = try kept?.open(of: stored.id, under: dataKey) else { return nil }
        let rows = try await cases.store.evidence(of: stored.id)
        guard let row = rows.last(where: { $0.kind == kind.evidenceKind }) else {
            throw StorageError.evidenceUnreadable
        }
        let object = try await cases.evidence.read(row, under: dataKey)
        if template.model == engines.descriptor { return (template, object) }
        let engines = engines
        return (try await pool.run(.template) { try engines.template(kind, regeneratedFrom: object) }, object)
    }
}
