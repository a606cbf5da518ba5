import FaceEngine
import OnboardingCore

@testable import Onboarding
@testable import OnboardingStorage
@testable import StorageFixture

extension StoreFixture {
    /// A registration with this face.
    /// - Parameter sealing: what is stored in the place of the sealed template.
    func registered(
        _ template: FaceTemplate, sealedBy sealing: (@Sendable ([UInt8]) -> [UInt8])? = nil
    ) async throws -> EnrollmentID {
        let id = try await begun()
        let dataKey = try keys.dataKey(of: id, tenant: tenant)
        var write = try TemplateWrite(template, kind: .face, of: id, under: dataKey)
        if let sealing { write.sealed = sealing(write.sealed) }
        let kept = write
        let result = try await store.commit(
            id, Self.proposal(.addFace(.live), .addFace, body: id.text, code: id.text)
        ) { _ in StepWrites(templates: [kept]) }
        guard case .accepted = result else { throw StorageError.unknownSubject }
        return id
    }

    func erasure(_ index: FaceIndex) -> ErasePerson {
        ErasePerson(
            store: store, keys: keys, evidence: evidence, replayIndex: ReplayIndex(), faceIndex: index,
            journal: ErasureJournal(path: folder.path + ".key.erasures", auditKey: keys.auditKey))
    }
}
