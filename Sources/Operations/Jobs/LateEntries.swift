package import Logging
package import Onboarding
package import OnboardingCore
package import Tenancy

/// Writes entries of the audit trail that were not written when they happened: how often sign-ins failed that have no entry
/// of their own, and reads of persons while nothing could be written.
package struct LateEntries: PeriodicJob {
    package static let interval = Duration.seconds(10)

    let cases: Cases
    let failedSignIns: FailedSignIns
    let clock: @Sendable () -> Instant
    package let logger: Logger

    package init(
        cases: Cases, failedSignIns: FailedSignIns, clock: @escaping @Sendable () -> Instant, logger: Logger
    ) {
        (self.cases, self.failedSignIns, self.clock, self.logger) = (cases, failedSignIns, clock, logger)
    }

    package func round() async throws {
        try await failedSignIns.flush(at: clock())
        try await cases.pendingReadings.flush(to: cases.store)
    }
}
