internal import OnboardingCore
internal import Synchronization

/// Which phones have the sessions that pages without a credential began for who comes back (`PageSessions`). In memory, as those
/// sessions are: of a name that nobody has there is nothing that a right could be stored for.
final class PageBindings: Sendable {
    private struct Bound {
        /// Digests of lineages, by session.
        var lineages: [[UInt8]: [UInt8]] = [:]
        /// The oldest first.
        var sessions: [[UInt8]] = []
    }

    private let bound = Mutex(Bound())

    /// Binds a session to the first lineage.
    /// - Parameter former: of the lineage that the phone has already.
    /// - Returns: whether the phone goes on under `former` or this one; nil where another has the session.
    func bind(_ session: [UInt8], to lineage: [UInt8], holding former: [UInt8]?) -> Bool? {
        bound.withLock { bound in
            if let present = bound.lineages[session] {
                return present == former || present == lineage ? true : nil
            }
            if bound.sessions.count >= Limit.pageSessions.value {
                bound.lineages[bound.sessions.removeFirst()] = nil
            }
            bound.lineages[session] = lineage
            bound.sessions.append(session)
            return false
        }
    }
}
