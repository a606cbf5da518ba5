internal import OnboardingCrypto
internal import Synchronization

/// The claims of bearers whose signature was verified under one set of keys, so that a portal's token is verified once and
/// not with each of its calls. Times are not its part. Holds digests and claims, no token.
final class VerifiedClaims: Sendable {
    private let claims = Mutex<[[UInt8]: AccessTokens.Claims]>([:])
    private let capacity: Int

    /// - Parameter capacity: how many it remembers; one more, and it begins anew. A phone makes all of its calls within
    ///   seconds, so that few are verified again.
    init(capacity: Int = 1024) {
        self.capacity = capacity
    }

    /// The claims of `bearer`: as they were found before, or as `verify` finds them. nil, which is not remembered, where
    /// it finds none.
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
