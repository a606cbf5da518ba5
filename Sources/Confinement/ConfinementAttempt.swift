internal import CConfinement

/// What somebody might try who has taken a decoder over: a stub of one, which shows what a confinement holds.
public struct ConfinementAttempt: Sendable {
    /// Such as `open-file` and `fork`.
    public let name: String
    private let index: Int

    public static var all: [ConfinementAttempt] {
        list.enumerated().map {
            ConfinementAttempt(name: $0.element.name.map { String(cString: $0) } ?? "", index: $0.offset)
        }
    }

    /// - Parameter file: what `open-file` opens.
    /// - Returns: 0 where it went through, else the system's number for why it did not. Under seccomp nothing returns.
    public func perform(opening file: String) -> Int32 {
        file.withCString { path in
            cconfinement_set_wanted_file(path)
            return max(0, -(Self.list[index].make?() ?? -1))
        }
    }

    private static var list: UnsafeBufferPointer<cconfinement_attempt> {
        var count = 0
        let first = cconfinement_attempts(&count)
        return UnsafeBufferPointer(start: first, count: count)
    }
}
