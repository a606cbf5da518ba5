package import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage

extension SecretRow {
    /// A new secret of `kind` with its own key id, sealed under the newest of `keys` for `label`.
    package init(
        sealing value: [UInt8], kind: String, under keys: KeyRing, label: [UInt8], at now: Instant
    ) throws {
        self.init(
            kind: kind, keyID: Base64URL.encode(try Random.bytes(8)), createdAt: now, retiredAt: nil,
            sealed: try keys.seal(value, associated: label))
    }
}
