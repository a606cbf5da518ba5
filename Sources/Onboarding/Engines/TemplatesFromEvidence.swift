internal import FaceEngine
internal import Foundation
internal import Vision

extension Engines {
    /// A template made again from what an earlier one was made from, by the model that runs now.
    /// - Parameter object: evidence of the kind that belongs to it (`TemplateKind.evidenceKind`).
    /// - Throws: `evidenceUnreadable` where the pictures are not there, or show no face any more.
    func template(_ kind: TemplateKind, madeAgainFrom object: EvidenceObject) throws -> FaceTemplate {
        switch kind {
        case .face: try faceTemplate(madeAgainFrom: object)
        case .portrait: try portraitTemplate(madeAgainFrom: object)
        }
    }

    /// The fused template of the frames that made the first one.
    private func faceTemplate(madeAgainFrom object: EvidenceObject) throws -> FaceTemplate {
        guard let measurements = object["measurements"] else { throw StorageError.evidenceUnreadable }
        let evidence = try JSONDecoder().decode(FaceEvidence.self, from: Data(measurements)).liveness
        var templates: [FaceTemplate] = []
        for index in evidence.framesOfTemplate {
            guard let frame = object[FaceEvidence.frameName(index)] else { throw StorageError.evidenceUnreadable }
            let picture = try Picture(decoding: frame)
                .turned(clockwiseQuarterTurns: evidence.clockwiseRotationInDegrees / 90)
            guard let face = try faces.faces(in: picture).first else { continue }
            templates.append(try faces.template(of: try faces.mesh(of: face, in: picture), in: picture))
        }
        guard let fused = FaceEngine.fuse(templates) else { throw StorageError.evidenceUnreadable }
        return fused
    }

    private func portraitTemplate(madeAgainFrom object: EvidenceObject) throws -> FaceTemplate {
        guard let jpeg = object["portrait"] else { throw StorageError.evidenceUnreadable }
        let picture = try Picture(decoding: jpeg)
        guard let face = try faces.faces(in: picture, search: .thorough).first else {
            throw StorageError.evidenceUnreadable
        }
        return try faces.template(of: try faces.mesh(of: face, in: picture), in: picture)
    }
}
