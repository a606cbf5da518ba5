import Foundation
import OnboardingCrypto
import OnboardingJSON
import Synchronization

@testable import Tenancy

/// An OpenID Connect provider without a socket: it gives a token for every code, and says of whoever comes what a test says.
final class StubProvider: Sendable {
    struct State: Sendable {
        var key: TokenSigningKey
        /// Those that it publishes.
        var published: [TokenVerificationKey]
        /// Of the ID token; those that are null are left out.
        var claims: [String: JSONValue] = [:]
        var userInfo: [String: JSONValue] = [:]
        var description: [String: JSONValue] = [:]
        /// In place of what it would respond, by the path's end.
        var responses: [String: ProviderResponse] = [:]
        /// A whole token in the place of the one with the claims.
        var token: String?
        /// Of the request for a token.
        var nonce = ""
        var requests: [ProviderRequest] = []
    }

    static let issuer = "https://idp.example.org/realm"
    static let clientID = "kyc"

    let state: Mutex<State>
    private let now: @Sendable () -> Int64

    /// - Parameter now: in seconds since 1970.
    init(now: @escaping @Sendable () -> Int64) throws {
        let key = TokenSigningKey.es256(try ECKeyPair.generate())
        state = Mutex(State(key: key, published: [key.verificationKey]))
        self.now = now
    }

    var exchange: ProviderExchange {
        { request throws(ProviderFailure) in try self.response(to: request) }
    }

    /// The requests to a path.
    func requests(to end: String) -> [ProviderRequest] {
        state.withLock { $0.requests.filter { $0.url.text.hasSuffix(end) } }
    }

    func change(_ body: (inout sending State) -> Void) { state.withLock { body(&$0) } }

    private func response(to request: ProviderRequest) throws(ProviderFailure) -> ProviderResponse {
        let state = state.withLock { state in
            state.requests.append(request)
            return state
        }
        for (end, response) in state.responses where request.url.text.hasSuffix(end) { return response }
        let body: JSONValue
        switch request.url.text.dropFirst(Self.issuer.count) {
        case "/.well-known/openid-configuration":
            body = .object(
                [
                    "issuer": .string(Self.issuer), "authorization_endpoint": .string(Self.issuer + "/authorize?a=b"),
                    "token_endpoint": .string(Self.issuer + "/token"), "jwks_uri": .string(Self.issuer + "/keys"),
                    "userinfo_endpoint": .string(Self.issuer + "/userinfo"),
                ].merging(state.description) { $1 })
        case "/keys":
            body = .object(["keys": .array(state.published.map { .object($0.jsonWebKey.mapValues(JSONValue.string)) })])
        case "/token":
            body = .object(["id_token": .string(state.token ?? token(state)), "access_token": .string("access")])
        case "/userinfo": body = .object(["sub": .string("1")].merging(state.userInfo) { $1 })
        default: throw .noResponse
        }
        return ProviderResponse(status: 200, body: (try? sortedKeyJSON(body.withoutNullMembers)) ?? [])
    }

    /// A token as it is right, with the claims of the test laid over it.
    private func token(_ state: State) -> String {
        let second = Double(now())
        let right: [String: JSONValue] = [
            "iss": .string(Self.issuer), "aud": .string(Self.clientID), "sub": .string("1"),
            "iat": .number(second), "exp": .number(second + 300), "nonce": .string(state.nonce),
            "preferred_username": .string("ada"), "role": .array([.string("auditors")]),
        ]
        let claims = JSONValue.object(right.merging(state.claims) { $1 }).withoutNullMembers
        return (try? JSONWebToken.sign(claims: sortedKeyJSON(claims), with: state.key)) ?? ""
    }
}
