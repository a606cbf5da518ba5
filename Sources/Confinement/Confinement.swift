internal import CConfinement

/// What a process gives up before it reads what strangers sent. For the main thread of a process that has no other: Swift's
/// own threads start with the first task that leaves it.
public enum Confinement {
    /// It is not as it was asked for, and the process must end. With the system's number for why (errno(3)).
    public struct Failed: Error {
        public let reason: Int32
    }

    /// The first part: it ends with whoever started it, has no open file from `firstClosed` on, writes none, shows nobody its
    /// memory, and has no more memory and time than this, in bytes and seconds of the processor over its whole life. What it
    /// needs from files it loads between this part and the next.
    public static func limit(memory: Int, seconds: Int, closingFrom firstClosed: Int32) throws(Failed) {
        let limits = cconfinement_limits(
            memory: UInt64(clamping: memory), seconds: UInt64(clamping: seconds))
        try check(cconfinement_limit(limits, firstClosed))
    }

    /// The second part, for good: nothing can be opened, started, or reached. Whoever tries is ended by SIGSYS.
    /// - Parameter pieces: those that the system has, but for a test of the others.
    public static func close(_ pieces: ConfinementPieces = .ofThisSystem) throws(Failed) {
        try check(cconfinement_close(pieces.rawValue))
    }

    private static func check(_ error: Int32) throws(Failed) {
        guard error == 0 else { throw Failed(reason: error) }
    }
}
