package import OnboardingCore

/// A passkey of an operator (WebAuthn): a second factor, or all that is asked for.
package struct PasskeyRow: Equatable, Sendable {
    /// What the authenticator calls it; no two operators have the same.
    package let credentialID: [UInt8]
    package let operatorID: OperatorID
    /// Its number in COSE.
    package let algorithm: Int
    /// As `PasskeyPublicKey.bytes`.
    package let publicKey: [UInt8]
    /// How often it has signed, as it said last; 0 for one that does not count.
    package var counter: Int64
    /// What its bearer calls it.
    package let name: String
    package let createdAt: Instant
    package var lastUsedAt: Instant?

    package init(
        credentialID: [UInt8], operatorID: OperatorID, algorithm: Int, publicKey: [UInt8], counter: Int64,
        name: String, createdAt: Instant, lastUsedAt: Instant? = nil
    ) {
        self.credentialID = credentialID
        self.operatorID = operatorID
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.counter = counter
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    /// Whether a passkey may say `next` that said `last` before: it counts on, or does not count (WebAuthn Level 2, 7.2, 21).
    package static func mayFollow(_ next: Int64, _ last: Int64) -> Bool {
        next > last || (next == 0 && last == 0)
    }
}
