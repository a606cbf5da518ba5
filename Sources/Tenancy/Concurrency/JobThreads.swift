internal import Dispatch
internal import Foundation
internal import OnboardingCore
internal import Synchronization

/// The threads of a pool, which take jobs from its queue.
///
/// A thread whose job has to give way to somebody else's goes on with it at the lowest priority there is, and ends with it;
/// another has taken its place. No job has to stop for that, and none is lost.
final class JobThreads: Sendable {
    struct Task: Sendable {
        /// Does the job.
        /// - Returns: the seconds that it took, and what tells its caller of the result.
        let perform: @Sendable () -> (seconds: Double, answer: @Sendable () -> Void)
        /// Tells its caller that it will not be done.
        let drop: @Sendable (Drop) -> Void
    }

    enum Drop {
        /// For so many seconds it would have to wait.
        case isFull(Double)
        /// It has waited as long as it may, and would have to for so many seconds.
        case waitedTooLong(Double)
        case isShutDown
    }

    private enum Assignment {
        case job(Int, Task)
        case help(@Sendable () -> Void)
    }

    private enum Phase {
        case notStarted, started, ended
    }

    private struct State {
        var queue: JobQueue
        var tasks: [Int: Task] = [:]
        var lastNumber = 0
        /// What threads without a job may help with.
        var help: [@Sendable () -> Void] = []
        /// The threads of the system on which jobs run.
        var threads: [Int: pid_t] = [:]
        var phase = Phase.notStarted
        var alive = 0
        var awaitingEnd: [CheckedContinuation<Void, Never>] = []
    }

    private let workers: Int
    private let yieldsToOthers: Bool
    private let state: Mutex<State>
    private let arrivals = DispatchSemaphore(value: 0)

    /// As the system gives the main thread: networks and decoders are used to it.
    private static let stackSize = 8 << 20

    init(workers: Int, yieldsToOthers: Bool) {
        self.workers = workers
        self.yieldsToOthers = yieldsToOthers
        state = Mutex(State(queue: JobQueue(workers: workers, givesWay: yieldsToOthers)))
    }

    /// Running or waiting.
    var jobs: Int { state.withLock { $0.queue.count } }

    func check(_ work: Work, of requester: Requester) throws(JobQueue.Full) {
        try state.withLock { state throws(JobQueue.Full) in try state.queue.check(work, of: requester, at: Self.now) }
    }

    /// Lets a job wait for a thread; tells its caller at once where it may not.
    /// - Returns: its number; nil where it does not wait.
    func add(_ task: Task, _ work: Work, of requester: Requester, expectedToTake seconds: Double) -> Int? {
        start()
        let (number, drops) = state.withLock { state -> (Int?, [(Task, Drop)]) in
            guard state.phase == .started else { return (nil, [(task, .isShutDown)]) }
            let isThreadFree = freeThreads(in: state) > 0
            state.lastNumber += 1
            let job = JobQueue.Job(number: state.lastNumber, work: work, requester: requester, seconds: seconds)
            let dropped: Int?
            do throws(JobQueue.Full) {
                dropped = try state.queue.add(job, at: Self.now)
            } catch {
                return (nil, [(task, .isFull(error.seconds))])
            }
            state.tasks[job.number] = task
            if !isThreadFree { makeWay(for: requester, in: &state) }
            guard let dropped, let task = state.tasks.removeValue(forKey: dropped) else { return (job.number, []) }
            return (job.number, [(task, .isFull(Double(Limit.expectedWait.value)))])
        }
        for (task, reason) in drops { task.drop(reason) }
        if number != nil { arrivals.signal() }
        return number
    }

    /// Has others give way to a job that no thread has taken yet: those that were short when it came may be long by now.
    func lookAgain(for number: Int) {
        let hasMadeWay = state.withLock { state in
            guard let job = state.queue.waiting.first(where: { $0.number == number }) else { return false }
            let before = state.alive
            makeWay(for: job.requester, in: &state)
            return state.alive > before
        }
        if hasMadeWay { arrivals.signal() }
    }

    /// Drops a job where no thread has taken it yet.
    func drop(_ number: Int) {
        let found = state.withLock { state -> (Task, Double)? in
            guard let job = state.queue.waiting.first(where: { $0.number == number }),
                let task = state.tasks.removeValue(forKey: number)
            else { return nil }
            let seconds = state.queue.expectedWait(of: job.requester, at: Self.now)
            _ = state.queue.remove(waiting: number)
            return (task, seconds)
        }
        if let (task, seconds) = found { task.drop(.waitedTooLong(seconds)) }
    }

    /// Has threads that nothing waits for do `work` as well.
    /// - Parameter work: given what tells whether its thread is wanted elsewhere.
    func help(atMost count: Int, _ work: @escaping @Sendable (_ isWantedElsewhere: () -> Bool) -> Void) {
        let isWanted: @Sendable () -> Bool = { [weak self] in
            self?.state.withLock { !$0.queue.waiting.isEmpty } ?? true
        }
        let helpers = state.withLock { state -> Int in
            let helpers = max(0, min(count, freeThreads(in: state)))
            for _ in 0..<helpers { state.help.append { work(isWanted) } }
            return helpers
        }
        for _ in 0..<helpers { arrivals.signal() }
    }

    /// Starts the threads where they are not there.
    func start() {
        state.withLock { state in
            guard state.phase == .notStarted else { return }
            state.phase = .started
            for _ in 0..<workers { startThread(in: &state) }
        }
    }

    /// Nothing that comes later is taken, and what waits is dropped. Waits for nothing.
    func dismiss() {
        let (dropped, alive) = state.withLock { state -> ([Task], Int) in
            state.phase = .ended
            let numbers = state.queue.waiting.map(\.number)
            for number in numbers { _ = state.queue.remove(waiting: number) }
            return (numbers.compactMap { state.tasks.removeValue(forKey: $0) }, state.alive)
        }
        for task in dropped { task.drop(.isShutDown) }
        for _ in 0..<alive { arrivals.signal() }
    }

    /// The same, and waits until every thread has ended.
    func shutDown() async {
        dismiss()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.alive > 0 { state.awaitingEnd.append(continuation) }
                return state.alive == 0
            }
            if isOver { continuation.resume() }
        }
    }

    private func freeThreads(in state: State) -> Int {
        workers - state.queue.threadsInUse - state.queue.waiting.count
    }

    /// Where somebody else's jobs give way, has their threads do so and others take their places.
    private func makeWay(for requester: Requester, in state: inout State) {
        for number in state.queue.givingWay(to: requester, at: Self.now) {
            guard let thread = state.threads[number] else { continue }
            ThreadPriority.yieldToEverybody(thread)
            state.queue.setAside(number)
            startThread(in: &state)
        }
    }

    /// In seconds.
    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    private func startThread(in state: inout State) {
        state.alive += 1
        let thread = Thread { [self] in
            if yieldsToOthers { ThreadPriority.yieldToOthers() }
            work()
            end()
        }
        thread.stackSize = Self.stackSize
        thread.start()
    }

    private func end() {
        let waiting = state.withLock { state in
            state.alive -= 1
            guard state.alive == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.awaitingEnd = [] }
            return state.awaitingEnd
        }
        for continuation in waiting { continuation.resume() }
    }

    /// What a thread does until it has given way, or all are dismissed.
    private func work() {
        let thread = ThreadPriority.ownThread
        while true {
            while let assignment = take(on: thread) {
                switch assignment {
                case .help(let help): help()
                case .job(let number, let task):
                    let (seconds, answer) = task.perform()
                    let hasGivenWay = state.withLock { state in
                        state.threads[number] = nil
                        return state.queue.end(number, after: seconds)
                    }
                    answer()
                    if hasGivenWay {
                        // What waited for this job alone is another thread's.
                        arrivals.signal()
                        return
                    }
                }
            }
            if state.withLock({ $0.phase == .ended }) { return }
            arrivals.wait()
        }
    }

    private func take(on thread: pid_t?) -> Assignment? {
        state.withLock { state in
            if let job = state.queue.next(at: Self.now), let task = state.tasks.removeValue(forKey: job.number) {
                state.threads[job.number] = thread
                return .job(job.number, task)
            }
            return state.help.popLast().map(Assignment.help)
        }
    }
}
