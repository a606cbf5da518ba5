internal import FaceEngine
internal import LivenessScorer
package import Logging
package import Onboarding
internal import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Judges the images that tenants' clients handed in before there was a gate, from what is kept of them. Until then no match rests on
/// their templates, and none ever rests on one whose image is kept no longer (`KeptTemplate`).
package struct SampleJudging: PeriodicJob {
    /// What is stored now is judged before; so this looks for what a start has found, and seldom again.
    package static let interval = Duration.seconds(86_400)
    private static let batch = 100

    let cases: Cases
    let engines: Engines
    let pool: WorkerPool
    package let logger: Logger

    package init(cases: Cases, engines: Engines, pool: WorkerPool, logger: Logger) {
        (self.cases, self.engines, self.pool, self.logger) = (cases, engines, pool, logger)
    }

    package func round() async throws {
        var (last, judged) = (0, 0)
        while true {
            // No model is called nothing, so these are the templates of all.
            let page = try await cases.store.templates(notBy: "", after: last, limit: Self.batch)
            for template in page {
                last = template.number
                guard template.isOfUserFace else { continue }
                do {
                    if try await judge(template) { judged += 1 }
                } catch  where !StorageError.meansUnavailable(error) {
                    // It stays marked; an audit says what is damaged.
                    continue
                }
                try Task.checkCancellation()
            }
            guard page.count == Self.batch else { break }
        }
        if judged > 0 { logger.info("images judged that were handed in before", metadata: ["images": "\(judged)"]) }
    }

    /// - Returns: whether it was judged now.
    private func judge(_ old: StoredTemplate) async throws -> Bool {
        guard let row = try await cases.store.image(ofTemplate: old.number),
            let stored = try await cases.store.enrollment(old.enrollmentID),
            let dataKey = try cases.dataKeyIfKept(of: stored),
            let kept = try await cases.store.facesOfUser(stored.id, kind: TemplateKind.face.rawValue)
                .first(where: { $0.faceID == row.id })?.template.judged(of: stored.id, under: dataKey),
            kept.quality == nil, let image = try row.image(under: dataKey)
        else { return false }
        let find = engines.stillFace
        guard case .face(_, _, let quality) = try await pool.run(.template, { try find(image) }) else { return false }
        let isStored = try await cases.store.renew(
            old, by: TemplateWrite(kept.template, of: quality, kind: .face, of: stored.id, under: dataKey),
            at: Instant.now())
        if isStored { await cases.indexFaces(of: stored) }
        return isStored
    }
}
