internal import FaceEngine
internal import OnboardingCore
package import OnboardingStorage

extension Cases {
    /// Has searches find a registration by all faces that it has now. For whoever has committed a change of them, which stands
    /// whatever becomes of this.
    package func indexFaces(of stored: StoredEnrollment) async {
        let turn = faceIndex.beginTurn(stored.tenantID)
        defer { faceIndex.end(turn) }
        do {
            faceIndex.set(try await faces(of: stored), of: stored.id, subject: stored.subjectID, in: turn)
        } catch {
            // Rather "not ready" than found by a face that was removed: they are all read again.
            faceIndex.forget(stored.tenantID)
        }
    }

    /// None where the person is being erased, or was. One that is damaged is left out, which an audit says, and one on which nobody may
    /// be found.
    private func faces(of stored: StoredEnrollment) async throws -> [FaceTemplate] {
        guard try await store.enrollment(stored.id)?.enrollment.status == .complete,
            let dataKey = try dataKeyIfKept(of: stored)
        else { return [] }
        return try await store.templates(of: stored.id).filter { $0.kind == TemplateKind.face.rawValue }
            .compactMap { try? $0.judged(of: stored.id, under: dataKey) }
            .filter(\.maySuffice).map(\.template)
    }
}
