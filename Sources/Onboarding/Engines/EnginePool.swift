internal import NIOPosix
internal import OnboardingAPI
internal import Synchronization

/// Threads of their own for what costs CPU: decoding, decryption, networks. Nothing of that runs on an event loop or on
/// Swift's cooperative pool, so that light calls stay light.
final class EnginePool: Sendable {
    private let threads: NIOThreadPool
    /// Jobs that may be inside, running or waiting.
    private let capacity: Int
    private let inside = Atomic<Int>(0)

    /// - Parameters:
    ///   - workers: threads, as a rule one a core.
    ///   - waiting: jobs that may wait for a thread.
    init(workers: Int, waiting: Int) {
        threads = NIOThreadPool(numberOfThreads: workers)
        capacity = workers + waiting
        threads.start()
    }

    /// Running or waiting.
    var jobs: Int { inside.load(ordering: .relaxed) }

    /// Refuses when a job would have to wait longer than the queue allows. Cheap: asked before a body is parsed.
    func checkCapacity() throws(Refusal) {
        if inside.load(ordering: .relaxed) >= capacity { throw Refusal(.overloaded, retryAfterInSeconds: 1) }
    }

    /// Runs a whole job on one of the threads.
    func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        let now = inside.add(1, ordering: .relaxed).newValue
        defer { inside.subtract(1, ordering: .relaxed) }
        guard now <= capacity else { throw Refusal(.overloaded, retryAfterInSeconds: 1) }
        return try await threads.runIfActive(job)
    }

    func shutDown() async throws {
        try await threads.shutdownGracefully()
    }
}
