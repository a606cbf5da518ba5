import Foundation

/// What one input may cost, and what the process has.
enum ProcessLimits {
    /// More processor time than this for one input ends the process with SIGPROF. Processor time, because a busy machine
    /// must not look like a slow parser.
    static let secondsPerInput = 2

    static func startTimeOfInput() {
        var timer = itimerval()
        timer.it_value.tv_sec = secondsPerInput
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }

    static func stopTime() {
        var timer = itimerval()
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }

    /// Resident memory that is the process's own, in bytes: without program text and mapped files, of which more is read in
    /// as more code runs (proc(5), `statm`). What the allocator holds free is given back first.
    static func ownResidentMemory() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        guard fields.count > 2, let resident = Int(fields[1]), let shared = Int(fields[2]) else { return 0 }
        return (resident - shared) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
