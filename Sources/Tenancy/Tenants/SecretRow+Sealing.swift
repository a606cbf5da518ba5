package import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage

extension SecretRow {
    /// A new secret of `kind` with its own key id, sealed under `key` for `label`.
    package init(
        sealing value: [UInt8], kind: String, under key: SealingKey, label: [UInt8], at now: Instant
    ) throws {
        self.init(
            kind: kind, keyID: Base64URL.encode(try Random.bytes(8)), createdAt: now, retiredAt: nil,
            sealed: try key.seal(value, associated: label))
    }
}
