internal import OnboardingAPI
internal import OnboardingCrypto
internal import Tenancy

/// getPublicKey: the keys that packages are sealed for. The one admin route that a phone's bearer opens.
enum PublicKeyRoute {
    static func all(_ tenants: TenantDirectory) -> [Route] {
        [
            Route(.get, "/onboarding/admin/getPublicKey", for: .clientOrPhone(.enroll)) { request in
                let keys = try tenants.keys(of: try request.authenticated.tenant).package
                guard answersJSON(accept: request.headers[.accept]) else {
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
