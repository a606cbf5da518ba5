internal import Foundation
internal import OnboardingCore

/// How many files this process may have open, connections among them; the library bounds those by a number that it is given.
///
/// Connections are bounded below that, so that strangers who open them and say nothing leave the server files to work
/// with: without one to spare it could neither keep evidence nor stop asking the system for the next connection.
enum OpenFiles {
    /// What the server asks the system for.
    static let wanted = Limit.connections.value + Limit.ownFiles.value

    /// The most that the system lets this process have open; nil where it does not say.
    static var limit: Int? { limits.map { Int(clamping: $0.rlim_max) } }

    /// How many connections may be open at a time; further ones wait in the system's queue.
    static func connections(within limit: Int) -> Int {
        min(Limit.connections.value, max(16, limit - Limit.ownFiles.value))
    }

    /// Asks the system for as many as are wanted, or as it gives.
    static func raiseLimit() {
        guard var limits, limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(rlim_t(wanted), limits.rlim_max)
        _ = setrlimit(kind, &limits)
    }

    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    private static var limits: rlimit? {
        var limits = rlimit()
        return getrlimit(kind, &limits) == 0 ? limits : nil
    }
}
