/// Why a passkey was not taken: a word of the audit trail. Outside there is one reason.
enum PasskeyFailure: String, Error, CaseIterable, Sendable {
    /// The browser has no challenge, one of another session or purpose, or its time is over.
    case notBegun = "passkey-not-begun"
    case usedBefore = "passkey-used-before"
    /// What the browser or the authenticator says cannot be read.
    case unreadable = "passkey-unreadable"
    case wrongType = "passkey-wrong-type"
    case wrongChallenge = "passkey-wrong-challenge"
    case wrongOrigin = "passkey-wrong-origin"
    case wrongSite = "passkey-wrong-site"
    case nobodyPresent = "passkey-nobody-present"
    case nobodyVerified = "passkey-nobody-verified"
    /// Nobody has it, or somebody else.
    case unknown = "passkey-unknown"
    case wrongSignature = "passkey-wrong-signature"
    /// It has signed fewer times than it had: there are two of it.
    case counterBack = "passkey-counter-back"
    case operatorDisabled = "operator-disabled"
    case providerRequired = "provider-required"
    case tooMany = "too-many"
}
