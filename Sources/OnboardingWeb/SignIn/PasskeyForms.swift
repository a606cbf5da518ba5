internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingHTTP
internal import Tenancy

/// What `passkey.js` asks the browser for.
struct PasskeyOptions: Encodable, Equatable, Sendable {
    struct Person: Encodable, Equatable, Sendable {
        let handle: String
        let name: String
        let tenantName: String
    }

    let challenge: String
    let site: String
    let credentials: [String]
    let needsVerified: Bool
    /// By their numbers in COSE, those that are liked best first.
    let algorithms: [Int32]
    let milliseconds: Int
    /// Nil where a passkey is used.
    let person: Person?

    private init(_ beginning: OperatorPasskeys.Beginning) {
        (challenge, site) = (beginning.challenge, beginning.site)
        (credentials, needsVerified) = (beginning.credentials, beginning.needsVerified)
        algorithms = PasskeyPublicKey.Algorithm.allCases.map(\.rawValue)
        milliseconds = Int(Limit.passkeyTime.seconds) * 1000
        person = beginning.person.map { Person(handle: $0.handle, name: $0.name, tenantName: $0.tenantName) }
    }

    static func response(to beginning: OperatorPasskeys.Beginning) throws -> Response {
        try .json(
            PasskeyOptions(beginning), extraHeaders: [.setCookie: try PasskeyCookie.set(beginning.cookie).value])
    }
}

/// The challenge that a browser was given, until it comes back.
enum PasskeyCookie {
    private static let cookie = HostCookie("passkey")

    static func value(in headers: HTTPFields) -> String? {
        cookie.value(in: headers).flatMap { $0.isEmpty ? nil : $0 }
    }

    static func set(_ challenge: String) throws -> HTTPField {
        try cookie.set(challenge, lifetimeInSeconds: Int(Limit.passkeyTime.seconds))
    }
}

extension PasskeyProof {
    /// What `passkey.js` has put into a form; nil for what is none.
    init?(_ fields: FormFields) {
        self.init(
            id: fields["id"], clientData: fields["clientData"], authenticatorData: fields["authenticatorData"],
            signature: fields["signature"], userHandle: fields["userHandle"])
    }
}
