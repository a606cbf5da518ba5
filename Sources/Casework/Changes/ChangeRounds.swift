package import Logging
package import OnboardingCore
internal import ServiceLifecycle
internal import Tenancy

/// Has `EnrollmentChanges` look again and again as long as the server runs.
package struct ChangeRounds: Service {
    let changes: EnrollmentChanges
    let clock: @Sendable () -> Instant
    let errors: ThrottledLog

    /// What happens is told this much later at most, where the database is quick.
    private static let pause = Duration.milliseconds(100)
    /// So many times as long as a round took is none, however many wait while others write without a pause.
    private static let pauseByRound = 20
    private static let pauseAfterFailure = Duration.seconds(1)

    package init(changes: EnrollmentChanges, clock: @escaping @Sendable () -> Instant, logger: Logger) {
        self.changes = changes
        self.clock = clock
        errors = ThrottledLog(logger)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let begun = ContinuousClock().now
                var pause: Duration
                do {
                    try await changes.round(at: clock())
                    pause = max(Self.pause, (ContinuousClock().now - begun) * Self.pauseByRound)
                } catch {
                    errors.error("changes not looked for", error)
                    pause = Self.pauseAfterFailure
                }
                try? await Task.sleep(for: pause)
            }
        }
    }
}
