internal import OnboardingAPI
internal import OnboardingCrypto
internal import OnboardingStorage

/// getPublicKey: the keys that packages are sealed for. The one admin call that a phone's bearer may make.
enum PublicKeyRoute {
    static func all(_ deployment: Deployment) -> [Route] {
        [
            Route(.get, "/onboarding/admin/getPublicKey", for: .portalOrPhone(needsAPIKey: true)) { call in
                let keys = try deployment.tenants.keys(of: try call.authenticated.tenant).package
                guard answersJSON(accept: call.headers[.accept]) else {
                    return .text(keys.rsa.publicKeyPEM)
                }
                return try .json(
                    PublicKeysResponse(
                        rsa: .init(kid: keys.rsa.keyID, pem: keys.rsa.publicKeyPEM),
                        ec: .init(kid: keys.ec.keyID, pem: keys.ec.publicKeyPEM)))
            }
        ]
    }

    /// Only for who likes JSON better than text: existing clients take everything or both alike, and read the PEM.
    static func answersJSON(accept: String?) -> Bool {
        let accepted = AcceptedMedia(accept)
        return accepted.quality(of: "application/json") > accepted.quality(of: "text/plain")
    }
}
