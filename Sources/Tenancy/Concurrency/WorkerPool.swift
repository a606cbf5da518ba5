internal import Foundation
internal import NIOCore
internal import NIOPosix
internal import OnboardingCore
internal import Synchronization

/// Threads of their own for what costs CPU: decoding, decryption, networks, signatures. Nothing of that runs on an event
/// loop or on Swift's cooperative pool, so that light calls stay light.
///
/// Jobs wait in a bounded queue. The bound is a number of jobs and the time for which a new one would have to wait,
/// reckoned from what jobs of each kind have taken lately, and from whose jobs come before it (`JobQueue`).
///
/// The threads start with `start` or the first job, and end with the pool: when it is shut down, or when nobody has it any
/// more and its last job has ended.
package final class WorkerPool: Sendable {
    private static let untilOthersAreLong = TimeAmount.milliseconds(Int64(JobQueue.longInSeconds * 1000) + 10)

    private let threads: JobThreads
    private let longestWait: TimeAmount
    private let longestRun: Duration
    private let metrics: Metrics
    /// Of one part of a job, in seconds; follows what is measured.
    private let expected = Mutex(Dictionary(uniqueKeysWithValues: Work.allCases.map { ($0, $0.expectedSeconds) }))

    /// - Parameters:
    ///   - workers: threads, as a rule one a core.
    ///   - yieldsToOthers: whether the threads leave the cores to everybody else's first, where there are not enough.
    ///   - longestWait: a job that no thread has taken until then is dropped, because its caller has as good as given up.
    ///     Nothing of it counts.
    ///   - longestRun: of a job, by the clock of its thread's processor time (`RunningJob`).
    init(
        workers: Int, yieldsToOthers: Bool, longestWait: TimeAmount = .seconds(Limit.queueWait.seconds),
        longestRun: Duration = Limit.jobTime.duration, metrics: Metrics
    ) {
        threads = JobThreads(workers: workers, yieldsToOthers: yieldsToOthers)
        self.longestWait = longestWait
        self.longestRun = longestRun
        self.metrics = metrics
    }

    deinit {
        // Waits for nothing: the last who had the pool may have been a job on one of its own threads.
        threads.dismiss()
    }

    /// Running or waiting.
    package var jobs: Int { threads.jobs }

    /// Refuses when a job of whoever asks would have to wait longer than the queue allows. Cheap: asked before a body is
    /// parsed.
    package func checkCapacity(for work: Work) throws(Refusal) {
        do {
            try threads.check(work, of: .current)
        } catch {
            throw Self.overloaded(for: error.seconds)
        }
    }

    /// Runs a whole job on one of the threads.
    /// - Parameter parts: how many times what `work` names is done in it.
    package func run<Result: Sendable>(
        _ work: Work, parts: Int = 1, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let submitted = ContinuousClock().now
        // Answered by way of an event loop: where a yielding thread resumes a task, the threads that it makes the system
        // start for it yield as well, and they are everybody's.
        let loop = MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any()
        let result = loop.makePromise(of: Result.self)
        let addressee = Addressee.current
        let task = JobThreads.Task { [self] in
            let (value, seconds) = measured(work, parts: parts, since: submitted, for: addressee, job)
            return (seconds, { result.completeWith(value) })
        } drop: { [self] reason in
            switch reason {
            case .isFull(let seconds): result.fail(Self.overloaded(for: seconds))
            case .waitedTooLong(let seconds):
                metrics.observe(.queueWait, (ContinuousClock().now - submitted) / .seconds(1), work: work)
                result.fail(Self.overloaded(for: seconds))
            case .isShutDown: result.fail(NIOThreadPoolError.ThreadPoolInactive())
            }
        }
        let seconds = expected.withLock { $0[work] ?? work.expectedSeconds } * Double(parts)
        let number = threads.add(task, work, of: .current, expectedToTake: seconds)
        let second = number.map { number in
            loop.scheduleTask(in: Self.untilOthersAreLong) { [threads] in threads.lookAgain(for: number) }
        }
        let end = number.map { number in loop.scheduleTask(in: longestWait) { [threads] in threads.drop(number) } }
        defer {
            second?.cancel()
            end?.cancel()
        }
        return try await result.futureResult.get()
    }

    /// Runs a job that was handed over at `submitted`, on one of the pool's threads.
    private func measured<Value>(
        _ work: Work, parts: Int, since submitted: ContinuousClock.Instant, for addressee: Addressee,
        _ job: () throws -> Value
    ) -> (Swift.Result<Value, any Error>, seconds: Double) {
        let begun = ContinuousClock().now
        metrics.observe(.queueWait, (begun - submitted) / .seconds(1), work: work)
        let running = RunningJob(atMost: longestRun, for: addressee)
        let result = Swift.Result { try RunningJob.$current.withValue(running) { try job() } }
        let took = (ContinuousClock().now - begun) / .seconds(1)
        metrics.observe(.workTime, took, work: work)
        expected.withLock { expected in
            let one = took / Double(parts)
            let known = expected[work] ?? one
            expected[work] = known + (one - known) / 8
        }
        return (result, took)
    }

    /// Runs `job` for each index on the calling thread, which is one of the pool's, and on those that have nothing to do at
    /// this moment; returns when all have ended. Nobody waits for a thread: one that comes too late finds nothing left, and
    /// one that is wanted elsewhere leaves.
    package func runBesides(_ count: Int, _ job: @escaping @Sendable (Int) -> Void) {
        let indices = SharedIndices(count)
        threads.help(atMost: count - 1) { isWantedElsewhere in indices.work(job, until: isWantedElsewhere) }
        indices.work(job)
        indices.waitUntilAllHaveEnded()
    }

    /// What comes later is refused.
    func shutDown() async throws {
        await threads.shutDown()
    }

    /// Starts the threads, which takes a moment, where they are not there. For who would not have the first caller wait.
    func start() {
        threads.start()
    }

    private static func overloaded(for seconds: Double) -> Refusal {
        Refusal(shortOf: .engines, retryAfterInSeconds: max(1, Int(seconds.rounded(.up))))
    }
}
