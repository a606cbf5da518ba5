internal import OnboardingCore
internal import Synchronization
internal import Tenancy

/// What pages have begun that show no credential, for whoever comes back (decision 0117). Nobody is looked for when one is begun, so
/// that it is the same whoever is named. What starts it looks, and where nobody is found goes on as with somebody whom no device and no
/// face matches. In memory: a session lives for minutes, and a server that starts anew knows none.
final class PageSessions: Sendable {
    struct Session: Sendable {
        let tenant: TenantID
        let usernameDigest: [UInt8]
        let begunAt: Instant
        /// Of nobody.
        fileprivate(set) var authentication: Authentication
        /// As of one that is stored: how often it was written.
        fileprivate(set) var version = 1
        fileprivate var answers: [IdempotencyRecord: any Sendable] = [:]

        init(tenant: TenantID, usernameDigest: [UInt8], begunAt: Instant, until deadline: Instant) {
            (self.tenant, self.usernameDigest, self.begunAt) = (tenant, usernameDigest, begunAt)
            authentication = .triggered(until: deadline)
        }
    }

    private struct Sessions {
        var byDigest: [[UInt8]: Session] = [:]
        /// The sessions that go on with nobody, by the digests of their tokens.
        var byToken: [[UInt8]: [UInt8]] = [:]
        /// In the order in which they came; includes those that have ended here since.
        var order: [(session: [UInt8], token: [UInt8])] = []
    }

    private let maximum: Int
    private let sessions = Mutex(Sessions())

    init(maximum: Int = Limit.pageSessions.value) {
        self.maximum = maximum
    }

    /// Remembers a session; where there is no room the oldest goes.
    /// - Parameters:
    ///   - digest: of its session token.
    ///   - token: digest of the token that it goes on with if it is nobody's.
    func begin(_ session: Session, _ digest: [UInt8], token: [UInt8]) {
        sessions.withLock { sessions in
            if sessions.order.count >= maximum {
                let oldest = sessions.order.removeFirst()
                sessions.byDigest[oldest.session] = nil
                sessions.byToken[oldest.token] = nil
            }
            sessions.order.append((digest, token))
            sessions.byDigest[digest] = session
            sessions.byToken[token] = digest
        }
    }

    func session(_ digest: [UInt8], of tenant: TenantID) -> Session? {
        sessions.withLock { sessions in
            guard let session = sessions.byDigest[digest], session.tenant == tenant else { return nil }
            return session
        }
    }

    /// What the same request had before in a session that goes on with nobody; nil where it had nothing.
    func answer<Value>(to record: IdempotencyRecord, in digest: [UInt8], of tenant: TenantID) -> Value? {
        session(digest, of: tenant)?.answers[record] as? Value
    }

    /// The session whose token this is the digest of, if it was started.
    func started(token: [UInt8], of tenant: TenantID) -> (digest: [UInt8], session: Session)? {
        sessions.withLock { sessions in
            guard let digest = sessions.byToken[token], let session = sessions.byDigest[digest],
                session.tenant == tenant, session.version > 1
            else { return nil }
            return (digest, session)
        }
    }

    /// Forgets a session for whose person an authentication is stored by now.
    func end(_ digest: [UInt8]) {
        sessions.withLock { $0.byDigest[digest] = nil }
    }

    /// Does what a command does to a stored authentication.
    /// - Parameter answer: made of the authentication as it is then; one that was given to the same request before is given again.
    /// - Throws: what the command is refused with.
    func perform<Value: Sendable>(
        _ proposal: AuthenticationProposal, on digest: [UInt8], answer: (Authentication) -> Value
    ) throws -> Value {
        try sessions.withLock { sessions in
            guard var session = sessions.byDigest[digest] else { throw Refusal.tokenOfNothing }
            if let record = proposal.record, let earlier = session.answers[record] as? Value { return earlier }
            guard case .accept(let events) = decide(proposal, on: session.authentication) else {
                throw Refusal.of(proposal, on: session.authentication)
            }
            session.authentication = events.reduce(session.authentication, evolve)
            let answer = answer(session.authentication)
            if let record = proposal.record { session.answers[record] = answer }
            if proposal.command != .validate, !events.isEmpty { session.version += 1 }
            sessions.byDigest[digest] = session
            return answer
        }
    }
}
