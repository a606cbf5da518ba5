package import Logging
package import OnboardingCore

/// Writes down how often sign-ins failed that have no entry of their own.
package struct FailedSignInCounts: PeriodicJob {
    package static let interval = Duration.seconds(10)

    let failures: FailedSignIns
    let clock: @Sendable () -> Instant
    package let logger: Logger

    package init(failures: FailedSignIns, clock: @escaping @Sendable () -> Instant, logger: Logger) {
        self.failures = failures
        self.clock = clock
        self.logger = logger
    }

    package func round() async throws { try await failures.flush(at: clock()) }
}
