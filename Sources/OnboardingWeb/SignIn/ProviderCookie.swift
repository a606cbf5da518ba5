internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP

/// A sign-in that was sent to an outside provider, in the browser until it comes back. Lax, because it comes back from there.
enum ProviderCookie {
    private static let cookie = HostCookie("oidc", sameSite: .lax)

    static func value(in headers: HTTPFields) -> String? {
        cookie.value(in: headers).flatMap { $0.isEmpty ? nil : $0 }
    }

    static func set(_ pending: String) throws -> HTTPField {
        try cookie.set(pending, lifetimeInSeconds: Int(Limit.providerSignIn.seconds))
    }

    static func removal() throws -> HTTPField { try cookie.set("", lifetimeInSeconds: 0) }
}
