internal import Foundation
internal import Synchronization

/// The job that a thread of a pool runs, which asks now and then whether to go on.
package final class RunningJob: Sendable {
    /// Nil outside of a pool.
    @TaskLocal package static var current: RunningJob?

    /// What a job has taken and what it may, where that is too much.
    package struct Excess: Sendable {
        package let takenInSeconds: Double
        package let allowedInSeconds: Double
    }

    private let thread: UInt
    private let startInSeconds: Double
    private let limitInSeconds: Double
    private let addressee: Addressee
    private let found = Mutex<Excess?>(nil)
    /// Seconds of a processor that other processes took for the job's own thread.
    private let charged = Mutex(0.0)

    /// What a job may take whose addressee is gone. An ordinary capture takes less, so that a phone whose connection broke finds
    /// its answer when it asks again.
    private static let secondsForNobody = 1.0

    /// Begins now, on the calling thread.
    /// - Parameter time: of this thread's processor, so that whoever has to give way does not run out of it.
    init(atMost time: Duration, for addressee: Addressee) {
        thread = UInt(pthread_self())
        startInSeconds = Self.secondsOfThread
        limitInSeconds = time / .seconds(1)
        self.addressee = addressee
    }

    /// Nil where it may go on. Once it may not, it stays so. The job's own thread finds out, and tells those that help it.
    package var excess: Excess? {
        found.withLock { found in
            if found == nil, thread == UInt(pthread_self()) { found = excessNow }
            return found
        }
    }

    /// Counts what another process took while the job waited for it. Of threads that help the job nothing is counted.
    package func charge(_ seconds: Double) {
        guard thread == UInt(pthread_self()) else { return }
        charged.withLock { $0 += seconds }
    }

    private var excessNow: Excess? {
        let taken = Self.secondsOfThread - startInSeconds + charged.withLock { $0 }
        if taken > limitInSeconds { return Excess(takenInSeconds: taken, allowedInSeconds: limitInSeconds) }
        guard taken > Self.secondsForNobody, addressee.isGone else { return nil }
        return Excess(takenInSeconds: taken, allowedInSeconds: Self.secondsForNobody)
    }

    /// Of the processor, for the calling thread.
    private static var secondsOfThread: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(1), &usage)  // RUSAGE_THREAD (getrusage(2))
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
