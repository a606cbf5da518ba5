package import Logging
internal import OnboardingCore
internal import OnboardingStorage

/// Gives enrollments that were begun before there were search keys theirs, so that they are found like the others. Once done,
/// a round finds nothing.
package struct SearchIndexing: PeriodicJob {
    package static let interval = Duration.seconds(3600)
    private static let batch = 500

    let cases: Cases
    package let logger: Logger

    package init(data: DataDirectory, logger: Logger) {
        cases = data.cases
        self.logger = logger
    }

    package func round() async throws {
        var (last, indexed, unreadable) = (Int?.none, 0, 0)
        while true {
            let page = try await cases.store.enrollmentsWithoutSearchKeys(before: last, limit: Self.batch)
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
        var terms = try Person(of: stored, under: dataKey).searchTerms
        for case .answered(let record) in try await cases.store.events(of: id).map(\.event)
        where record.step == .addDocument {
            let document: AddDocument.Result? = try await cases.result(of: record, in: stored)
            terms += document?.document.searchTerms ?? []
        }
        try await cases.store.add(
            try terms.map { try $0.key(in: stored.tenantID, keys: cases.keys) }, to: id)
    }
}
