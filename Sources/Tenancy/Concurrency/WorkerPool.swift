internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import OnboardingCore
internal import Synchronization

/// Threads of their own for what costs CPU: decoding, decryption, networks, signatures. Nothing of that runs on an event
/// loop or on Swift's cooperative pool, so that light calls stay light.
///
/// Jobs wait in a bounded queue. The bound is a number of jobs and the time for which a new one would have to wait,
/// reckoned from what jobs of each kind have taken lately.
///
/// The threads start with `start` or the first job, and end with the pool: when it is shut down, or when nobody has it any
/// more and its last job has ended.
package final class WorkerPool: Sendable {
    private struct State {
        /// Running or waiting.
        var jobs = 0
        /// What they are expected to take together, in seconds of one worker.
        var seconds = 0.0
        /// Of one part of a job; follows what is measured.
        var expected = Dictionary(uniqueKeysWithValues: Work.allCases.map { ($0, $0.expectedSeconds) })
        var threads = Threads.notStarted
    }

    private enum Threads {
        case notStarted, started, shutDown
    }

    private let threads: NIOThreadPool
    private let workers: Int
    private let yieldsToOthers: Bool
    private let longestWait: TimeAmount
    private let metrics: Metrics
    private let state = Mutex(State())

    /// - Parameters:
    ///   - workers: threads, as a rule one a core.
    ///   - yieldsToOthers: whether the threads leave the cores to everybody else's first, where there are not enough.
    ///   - longestWait: a job that no thread has taken until then is dropped, because its caller has as good as given up.
    ///     Nothing of it counts.
    init(
        workers: Int, yieldsToOthers: Bool, longestWait: TimeAmount = .seconds(Limit.queueWait.seconds),
        metrics: Metrics
    ) {
        threads = NIOThreadPool(numberOfThreads: workers)
        self.workers = workers
        self.yieldsToOthers = yieldsToOthers
        self.longestWait = longestWait
        self.metrics = metrics
    }

    deinit {
        // Waits for nothing: the last who had the pool may have been a job on one of its own threads.
        if state.withLock({ $0.threads == .started }) { threads.shutdownGracefully(queue: .global()) { _ in } }
    }

    /// Running or waiting.
    package var jobs: Int { state.withLock { $0.jobs } }

    /// Refuses when a job would have to wait longer than the queue allows. Cheap: asked before a body is parsed.
    package func checkCapacity() throws(Refusal) {
        if let refusal = state.withLock({ self.refusal(in: $0) }) { throw refusal }
    }

    /// Runs a whole job on one of the threads.
    /// - Parameter parts: how many times what `work` names is done in it.
    package func run<Result: Sendable>(
        _ work: Work, parts: Int = 1, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let (expected, refusal) = state.withLock { state -> (Double, Refusal?) in
            if let refusal = self.refusal(in: state) { return (0, refusal) }
            let expected = (state.expected[work] ?? work.expectedSeconds) * Double(parts)
            state.jobs += 1
            state.seconds += expected
            return (expected, nil)
        }
        if let refusal { throw refusal }
        start()
        defer {
            state.withLock { state in
                state.jobs -= 1
                state.seconds = state.jobs == 0 ? 0 : max(0, state.seconds - expected)
            }
        }
        let submitted = ContinuousClock().now
        // Answered by way of an event loop: where a yielding thread resumes a task, the threads that it makes the system
        // start for it yield as well, and they are everybody's.
        let loop = MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any()
        let result = loop.makePromise(of: Result.self)
        // Whoever comes first: a thread, or the end of the wait.
        let isTaken = OneTaker()
        let end = loop.scheduleTask(in: longestWait) { [self] in
            guard isTaken.take() else { return }
            metrics.observe(.queueWait, (ContinuousClock().now - submitted) / .seconds(1), work: work)
            result.fail(Self.overloaded(for: state.withLock { expectedWait(in: $0) }))
        }
        threads.submit { [self] state in
            guard isTaken.take() else { return }
            end.cancel()
            guard case .active = state else { return result.fail(NIOThreadPoolError.ThreadPoolInactive()) }
            result.completeWith(measured(work, parts: parts, since: submitted, job))
        }
        return try await result.futureResult.get()
    }

    /// Runs a job that was handed over at `submitted`, on one of the pool's threads.
    private func measured<Value>(
        _ work: Work, parts: Int, since submitted: ContinuousClock.Instant, _ job: () throws -> Value
    ) -> Swift.Result<Value, any Error> {
        let begun = ContinuousClock().now
        metrics.observe(.queueWait, (begun - submitted) / .seconds(1), work: work)
        if yieldsToOthers { ThreadPriority.yieldToOthers() }
        let result = Swift.Result { try job() }
        let took = (ContinuousClock().now - begun) / .seconds(1)
        metrics.observe(.workTime, took, work: work)
        state.withLock { state in
            let one = took / Double(parts)
            let known = state.expected[work] ?? one
            state.expected[work] = known + (one - known) / 8
        }
        return result
    }

    /// Runs `job` for each index on the calling thread, which is one of the pool's, and on those that have nothing to do at
    /// this moment; returns when all have ended. Nobody waits for a thread: one that comes too late finds nothing left.
    package func runBesides(_ count: Int, _ job: @escaping @Sendable (Int) -> Void) {
        let indices = SharedIndices(count)
        let idle = state.withLock { max(0, workers - $0.jobs) }
        for _ in 0..<min(idle, max(0, count - 1)) {
            threads.submit { [yieldsToOthers] _ in
                if yieldsToOthers { ThreadPriority.yieldToOthers() }
                indices.work(job)
            }
        }
        indices.work(job)
        indices.waitUntilAllHaveEnded()
    }

    /// What comes later is refused.
    func shutDown() async throws {
        state.withLock { $0.threads = .shutDown }
        try await threads.shutdownGracefully()
    }

    /// Starts the threads, which takes a moment, where they are not there. For who would not have the first caller wait.
    func start() {
        // Under the lock, so that nobody hands a job over to threads that are not there yet.
        state.withLock { state in
            guard state.threads == .notStarted else { return }
            threads.start()
            state.threads = .started
        }
    }

    private func refusal(in state: State) -> Refusal? {
        let wait = expectedWait(in: state)
        guard wait > Double(Limit.expectedWait.value) || state.jobs >= workers * Limit.jobsPerWorker.value else {
            return nil
        }
        return Self.overloaded(for: wait)
    }

    /// In seconds, until a thread is free for one more.
    private func expectedWait(in state: State) -> Double {
        state.jobs < workers ? 0 : state.seconds / Double(workers)
    }

    private static func overloaded(for seconds: Double) -> Refusal {
        Refusal(shortOf: .engines, retryAfterInSeconds: max(1, Int(seconds.rounded(.up))))
    }
}

/// Lets one of several that come for the same thing have it.
private final class OneTaker: Sendable {
    private let isTaken = Atomic(false)

    /// Whether the caller is the first.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
