internal import CConfinement

/// What a confinement is made of. A kernel may lack some of it, and whoever started this program may keep it away.
public struct ConfinementPieces: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No program that it runs has more rights than it: without it, only root may confine itself.
    public static let noNewPrivileges = ConfinementPieces(rawValue: 1)
    /// A list of the calls of the system that it may make; any other ends it.
    public static let seccomp = ConfinementPieces(rawValue: 2)
    /// No file, no port, and no signal to others, whatever calls it may make.
    public static let landlock = ConfinementPieces(rawValue: 4)
    public static let all: ConfinementPieces = [.noNewPrivileges, .seccomp, .landlock]

    /// Asks the system each time.
    public static var ofThisSystem: ConfinementPieces { ConfinementPieces(rawValue: cconfinement_pieces()) }

    /// Of this system's Landlock; nil where there is none.
    public static var landlockVersion: Int? {
        let version = Int(cconfinement_landlock_version())
        return version > 0 ? version : nil
    }

    /// As the system's own manuals call them.
    public var names: [String] {
        [(Self.noNewPrivileges, "no_new_privs"), (.seccomp, "seccomp"), (.landlock, "Landlock")]
            .filter { contains($0.0) }.map(\.1)
    }
}
