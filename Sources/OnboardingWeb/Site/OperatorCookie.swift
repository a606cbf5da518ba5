internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP

/// The session of who is signed in, in the browser. Lax, so that a link in a colleague's message opens the page it names.
enum OperatorCookie {
    private static let cookie = HostCookie("operator", sameSite: .lax)

    static func value(in headers: HTTPFields) -> String? {
        cookie.value(in: headers).flatMap { $0.isEmpty ? nil : $0 }
    }

    static func set(_ session: String) throws -> HTTPField {
        try cookie.set(session, lifetimeInSeconds: Int(Limit.operatorSession.seconds))
    }

    static func removal() throws -> HTTPField { try cookie.set("", lifetimeInSeconds: 0) }
}
