public import OnboardingAPI

/// Seals face packages for a tenant, as `docs/package-format.md` lays down, with whatever library of cryptography.
public protocol PackageSealer: Sendable {
    /// Seals `content`.
    /// - Parameter token: the token of the enrollment exactly as issued, or `stateless` on routes without one. Form 2
    ///   opens with no other.
    /// - Parameter challenge: the id of the challenge that the capture answers, which form 2 is then bound to as well.
    func seal(_ content: FacePackageContent, token: String, challenge: String?) throws(ClientError) -> FacePackage
}

/// Makes a sealer of the keys that getPublicKey answered.
public typealias MakePackageSealer = @Sendable (PublicKeysResponse) throws(ClientError) -> any PackageSealer
