internal import Foundation

/// Who leaves the cores to everybody else's threads, where there are not enough. The threads that a library starts from such
/// a thread do the same: the inference engine makes its own where a network is loaded.
package enum ThreadPriority {
    /// Lowers the calling thread's priority, once. On Linux the nice value belongs to a thread, not to the process.
    ///
    /// Whoever computes is interrupted at a clock tick (4 ms) as soon as a waiting thread is owed time, however little, and
    /// the tick is then that thread's. At 15 engines are owed a tick three times as seldom as at 10: signatures of 2 ms
    /// that are interrupted are then too few for the p99 of tokens. Beyond, a busy program beside this one would starve them.
    package static func yieldToOthers() {
        let niceness: Int32 = 15
        let thread = __priority_which_t(PRIO_PROCESS.rawValue)
        if getpriority(thread, 0) < niceness { _ = setpriority(thread, 0, niceness) }
    }

    /// The calling thread's number in the system; nil where that does not say.
    static var ownThread: pid_t? {
        // PID/task/TID
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return path?.split(separator: "/").last.flatMap { pid_t($0) }
    }

    /// Whether the calling thread is one of those.
    package static var yieldsToEverybody: Bool { sched_getscheduler(0) == idlePolicy }

    /// Has a thread, or a process of one thread, run where nobody else wants its core, or next to that. It stays so: the system lets nobody
    /// without a privilege raise a thread again.
    package static func yieldToEverybody(_ thread: Int32) {
        var parameter = sched_param()
        if sched_setscheduler(thread, idlePolicy, &parameter) != 0 {
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(thread), 19)
        }
    }

    /// `SCHED_IDLE` (sched(7)).
    private static let idlePolicy: Int32 = 5
}
