internal import Casework
package import Logging
package import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Erases what is kept longer than the tenants want, if the clock can be trusted.
package struct Retention: PeriodicJob {
    package static let interval = Duration.seconds(600)

    private let run: RetentionRun
    private let clock: @Sendable () -> Instant
    private let rounds: Rounds
    package let logger: Logger

    package init(
        cases: Cases, tenants: TenantDirectory, clock: @escaping @Sendable () -> Instant, logger: Logger,
        rounds: Rounds = Rounds()
    ) {
        run = RetentionRun(cases: cases, tenants: tenants)
        self.clock = clock
        self.rounds = rounds
        self.logger = logger
    }

    package func round() async throws {
        let now = clock()
        rounds.isRetentionStopped = try await !run.trustsClock(at: now)
        guard !rounds.isRetentionStopped else {
            logger.error(
                "retention stopped: the clock is further ahead than a server is ever down; if it is right, `onboarding retention --clock-is-right` says so",
                metadata: ["clock": "\(now.iso8601WithMilliseconds)"])
            return
        }
        let done = try await run.perform(at: now)
        rounds.note(.retention, at: now)
        guard !done.isEmpty else { return }
        logger.notice(
            "kept for their time and erased",
            metadata: [
                "registrations": .stringConvertible(done.registrations), "failed": .stringConvertible(done.failed),
                "faces": .stringConvertible(done.faceEvidence),
                "documents": .stringConvertible(done.documentEvidence), "trail": .stringConvertible(done.trail),
            ])
    }
}
