internal import OnboardingCore
internal import Synchronization

/// Which phones have sessions that are in memory alone (`PageSessions`), also after they were stored: the right in the database
/// comes with the phone's next request.
final class UnstoredBindings: Sendable {
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

    /// Whether no other phone has the session.
    func mayBind(_ session: [UInt8], to lineage: [UInt8], holding former: [UInt8]?) -> Bool {
        bound.withLock { bound in
            bound.lineages[session].map { $0 == lineage || $0 == former } ?? true
        }
    }
}
