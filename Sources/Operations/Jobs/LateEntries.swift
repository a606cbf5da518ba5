package import Logging
internal import OnboardingCore

/// Writes entries of the audit trail that were not written when they happened: how often sign-ins failed that have no entry
/// of their own, and reads of persons while nothing could be written.
package struct LateEntries: PeriodicJob {
    package static let interval = Duration.seconds(10)

    let useCases: UseCases
    package let logger: Logger

    package init(useCases: UseCases, logger: Logger) {
        self.useCases = useCases
        self.logger = logger
    }

    package func round() async throws {
        try await useCases.failedSignIns.flush(at: useCases.clock())
        let cases = useCases.enrollments.cases
        try await cases.pendingReadings.flush(to: cases.store)
    }
}
