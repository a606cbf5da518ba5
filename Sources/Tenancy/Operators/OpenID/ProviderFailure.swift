package import OnboardingCore

/// Why somebody was not signed in at an OpenID Connect provider: a word for the log and the audit trail. Outside there are the
/// four reasons of `reason`, because what a token lacked helps whoever has forged it.
package enum ProviderFailure: String, Error, CaseIterable, Sendable {
    /// The tenant has no provider.
    case noProvider = "no-provider"

    // The provider, or the way to it.
    /// Its name leads nowhere, or to where nobody may send.
    case addressRefused = "address-refused"
    case noResponse = "no-response"
    case responseTooLong = "response-too-long"
    /// A status that is not 200, from an endpoint that has no other.
    case statusUnexpected = "status-unexpected"
    case descriptionInvalid = "description-invalid"
    /// It describes an issuer of another name.
    case issuerDiffers = "issuer-differs"
    case keysInvalid = "keys-invalid"
    /// It takes none of the ways in which this server shows who it is.
    case authenticationUnsupported = "authentication-unsupported"
    case codeRefused = "code-refused"
    /// The token endpoint does not know this server by its client id and secret.
    case clientRefused = "client-refused"
    case tokensInvalid = "tokens-invalid"
    case userInfoInvalid = "user-info-invalid"

    // The sign-in that the browser came back with.
    /// None that this browser began, or one that was begun too long ago.
    case notBegun = "not-begun"
    case stateDiffers = "state-differs"
    case usedBefore = "used-before"
    case configurationChanged = "configuration-changed"
    /// The provider said no, or the person did.
    case refusedThere = "refused-there"
    case codeMissing = "code-missing"

    // The ID token.
    case tokenMalformed = "token-malformed"
    case algorithmNotAllowed = "algorithm-not-allowed"
    case unknownKey = "unknown-key"
    case signatureInvalid = "signature-invalid"
    case wrongIssuer = "wrong-issuer"
    case wrongAudience = "wrong-audience"
    case expired = "expired"
    case issuedInFuture = "issued-in-future"
    case wrongNonce = "wrong-nonce"
    case subjectMissing = "subject-missing"

    // Who came.
    case roleMissing = "role-missing"
    case operatorDisabled = "operator-disabled"
    case tooMany = "too-many"

    package var reason: RefusalReason {
        switch self {
        case .noProvider: .providerUnknown
        case .addressRefused, .noResponse, .responseTooLong, .statusUnexpected, .descriptionInvalid, .issuerDiffers,
            .keysInvalid, .authenticationUnsupported, .clientRefused, .tokensInvalid, .userInfoInvalid:
            .providerUnavailable
        case .codeRefused, .notBegun, .stateDiffers, .usedBefore, .configurationChanged, .refusedThere, .codeMissing,
            .tokenMalformed, .algorithmNotAllowed, .unknownKey, .signatureInvalid, .wrongIssuer, .wrongAudience,
            .expired, .issuedInFuture, .wrongNonce, .subjectMissing:
            .providerSignInFailed
        case .roleMissing, .operatorDisabled: .providerNotAdmitted
        case .tooMany: .rateLimited
        }
    }
}
