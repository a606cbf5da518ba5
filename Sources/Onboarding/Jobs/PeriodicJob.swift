internal import Logging
internal import ServiceLifecycle

/// Work that comes round: does a round, waits, does the next, until the server shuts down. A round that fails is logged
/// and does not keep the next from coming.
protocol PeriodicJob: Service {
    static var interval: Duration { get }
    var deployment: Deployment { get }
    func round() async throws
}

extension PeriodicJob {
    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await awayFromTheLoops { try await round() }
                } catch is CancellationError {
                    return
                } catch {
                    deployment.logger.error(
                        "job failed", metadata: ["job": "\(type(of: self))", "type": "\(type(of: error))"])
                }
                try await Task.sleep(for: Self.interval)
            }
        }
    }
}
