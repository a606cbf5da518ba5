package import Logging
package import ServiceLifecycle
internal import Tenancy

/// Work that comes round: does a round, waits, does the next, until the server shuts down. A round that fails is logged
/// and does not keep the next from coming.
package protocol PeriodicJob: Service {
    static var interval: Duration { get }
    /// Until the first round.
    static var delay: Duration { get }
    var logger: Logger { get }
    func round() async throws
}

extension PeriodicJob {
    package static var delay: Duration { .zero }

    package func run() async throws { try await run { false } }

    /// - Parameter isPaused: while it says so no round is begun; asked every second then, so that none is left out.
    func run(unless isPaused: @escaping @Sendable () -> Bool) async throws {
        let errors = ThrottledLog(logger)
        try? await cancelWhenGracefulShutdown {
            try await Task.sleep(for: Self.delay)
            while !Task.isCancelled {
                guard !isPaused() else {
                    try await Task.sleep(for: .seconds(1))
                    continue
                }
                do {
                    try await awayFromTheLoops { try await round() }
                } catch is CancellationError {
                    return
                } catch {
                    errors.error("job failed", error, metadata: ["job": "\(type(of: self))"])
                }
                try await Task.sleep(for: Self.interval)
            }
        }
    }
}
