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

    /// `malloc_trim` of the C library (malloc_trim(3)), which Swift's module of it leaves out.
    private static let giveBackFreeMemory = dlsym(nil, "malloc_trim").map {
        unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
    }

    /// Resident memory that is the process's own, in bytes: without program text and mapped files, of which more is read in
    /// as more code runs (proc(5), `statm`). What the allocator holds free is given back first.
    static func ownResidentMemory() -> Int {
        _ = giveBackFreeMemory?(0)
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        guard fields.count > 2, let resident = Int(fields[1]), let shared = Int(fields[2]) else { return 0 }
        return (resident - shared) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
