internal import OnboardingCrypto
internal import Synchronization

/// The claims of bearers that one set of keys has verified, so that the signature of a portal's token is checked once and
/// not with each request. Does not look at times. Holds digests and claims, no token.
final class VerifiedClaims: Sendable {
    private let claims = Mutex<[[UInt8]: AccessTokens.Claims]>([:])
    private let capacity: Int

    /// - Parameter capacity: how many it remembers; at one more it forgets all. A phone sends its requests within seconds,
    ///   so few bearers are verified twice.
    init(capacity: Int = 1024) {
        self.capacity = capacity
    }

    /// The remembered claims of `bearer`, or else those that `verify` returns; its nil is not remembered.
    func claims(of bearer: String, verify: () -> AccessTokens.Claims?) -> AccessTokens.Claims? {
        let digest = Digest.sha256([UInt8](bearer.utf8))
        if let known = claims.withLock({ $0[digest] }) { return known }
        guard let verified = verify() else { return nil }
        claims.withLock { claims in
            if claims.count >= capacity { claims.removeAll() }
            claims[digest] = verified
        }
        return verified
    }
}
