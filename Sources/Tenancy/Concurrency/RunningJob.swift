internal import Foundation

/// The job that a thread of a pool runs, which asks now and then whether to go on.
package struct RunningJob: Sendable {
    /// Nil outside of a pool.
    @TaskLocal package static var current: RunningJob?

    private let clock: clockid_t
    private let startInSeconds: Double
    private let limitInSeconds: Double
    private let addressee: Addressee

    /// What a job may take whose caller is gone. An ordinary capture takes less, so that a phone whose connection broke finds
    /// its answer when it asks again.
    private static let secondsForNobody = 1.0

    /// Begins now, on the calling thread.
    /// - Parameter time: of this thread's processor, so that whoever has to give way does not run out of it.
    init(atMost time: Duration, for addressee: Addressee) {
        var clock = CLOCK_THREAD_CPUTIME_ID
        // The thread's own, which its helpers can read.
        pthread_getcpuclockid(pthread_self(), &clock)
        self.clock = clock
        startInSeconds = Self.seconds(of: clock)
        limitInSeconds = time / .seconds(1)
        self.addressee = addressee
    }

    /// What it has taken and what it may, where it has taken too much; nil where it may go on.
    package var excess: (takenInSeconds: Double, allowedInSeconds: Double)? {
        let taken = Self.seconds(of: clock) - startInSeconds
        if taken > limitInSeconds { return (taken, limitInSeconds) }
        if taken > Self.secondsForNobody, addressee.isGone { return (taken, Self.secondsForNobody) }
        return nil
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
