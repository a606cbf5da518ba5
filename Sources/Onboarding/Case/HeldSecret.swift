internal import OnboardingCrypto

/// What a device holds and nobody else: the cookie of a browser, the lineage of a phone's bearers.
enum HeldSecret {
    /// What stands in the database for it.
    static func digest(of secret: String) -> [UInt8] { Digest.sha256([UInt8](secret.utf8)) }
}
