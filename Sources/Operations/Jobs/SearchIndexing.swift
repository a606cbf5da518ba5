package import Logging
package import Onboarding
internal import OnboardingCore
internal import OnboardingStorage

/// Gives enrollments what they are found by that were begun before it was kept: keys, beginnings of names, and what was measured.
/// Workflows stand in evidence alone and are not looked up there. Once done, a round finds nothing.
package struct SearchIndexing: PeriodicJob {
    package static let interval = Duration.seconds(3600)
    private static let batch = 500

    let cases: Cases
    package let logger: Logger

    package init(cases: Cases, logger: Logger) {
        self.cases = cases
        self.logger = logger
    }

    package func round() async throws {
        var (last, indexed, unreadable) = (Int?.none, 0, 0)
        while true {
            let page = try await cases.store.enrollmentsToIndex(before: last, limit: Self.batch)
            for (_, id) in page {
                do {
                    try await index(id)
                    indexed += 1
                } catch  where !StorageError.meansUnavailable(error) {
                    // Damaged, which an audit says: one keeps nobody from being found.
                    unreadable += 1
                }
            }
            guard page.count == Self.batch, let end = page.last else { break }
            last = end.number
            try Task.checkCancellation()
        }
        if indexed > 0 { logger.notice("enrollments indexed for search", metadata: ["enrollments": "\(indexed)"]) }
        if unreadable > 0 {
            logger.warning("enrollments that cannot be searched", metadata: ["enrollments": "\(unreadable)"])
        }
    }

    private func index(_ id: EnrollmentID) async throws {
        // Erased since it was listed, or at this moment.
        guard let stored = try await cases.store.enrollment(id), let dataKey = try cases.dataKeyIfKept(of: stored)
        else { return }
        let person = try Person(of: stored, under: dataKey)
        var terms = person.searchTerms
        var measured = CaseMeasurements()
        for case .answered(let record) in try await cases.store.events(of: id).map(\.event) {
            if record.step == .addFace, let face: AddFace.Result = try await cases.result(of: record, in: stored) {
                measured = measured.updated(by: CaseMeasurements(livenessInPercent: face.scoreInPercent))
            }
            if record.step == .addDocument,
                let document: AddDocument.Result = try await cases.result(of: record, in: stored)
            {
                terms += document.document.searchTerms
                measured = measured.updated(
                    by: document.document.measurements(portraitScore: document.portraitScore))
            }
        }
        try await cases.store.index(
            id, by: try terms.map { try $0.key(in: stored.tenantID, keys: cases.keys) },
            try person.searchPrefixes(in: stored.tenantID, keys: cases.keys), measured: measured)
    }
}
