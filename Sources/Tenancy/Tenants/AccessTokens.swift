internal import Foundation
internal import OnboardingJSON
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingStorage

/// Signs and verifies the server's own tokens (RFC 7519; access tokens in the spirit of RFC 9068).
package struct AccessTokens: Sendable {
    package let rsa: TokenSigningKey
    let ec: TokenSigningKey
    /// Keys that no longer sign but whose tokens may still be alive.
    let previous: [RetiredKey]
    /// Bearers that `rsa` or `ec` have verified; other keys come with another value of this type. A bearer that only an
    /// earlier key verifies is not remembered: that key may expire before the next request.
    private let verified = VerifiedClaims()
    /// They sign no token, and verify none.
    package let receipts: ReceiptKeys
    private let recentIDTokens = RecentIDTokens()

    init(rsa: TokenSigningKey, ec: TokenSigningKey, previous: [RetiredKey], receipts: ReceiptKeys) {
        (self.rsa, self.ec, self.previous, self.receipts) = (rsa, ec, previous, receipts)
    }

    struct RetiredKey: Sendable {
        let key: TokenVerificationKey
        /// From when on its tokens are refused.
        let end: Instant
    }

    /// The claims of a token of ours. `typ` tells an access token from an ID token.
    struct Claims: Codable, Equatable, Sendable {
        let iss: String
        let aud: String
        let sub: String
        let azp: String
        let typ: String
        let iat: Int64
        let exp: Int64
        let jti: String
        let scope: String?
        let clientId: String?
        let preferredUsername: String?
        /// SHA-256 of the session token, base64url; only in a phone's token.
        let sid: String?
        /// The lineage of bearers that it is one of; only in a phone's token.
        var lin: String?
        /// The key that its holder has to prove (RFC 9449 §6.1).
        var cnf: Confirmation?

        struct Confirmation: Codable, Equatable, Sendable {
            /// SHA-256 thumbprint of the key, base64url.
            let jkt: String
        }

        enum CodingKeys: String, CodingKey {
            case iss, aud, sub, azp, typ, iat, exp, jti, scope, clientId, sid, lin, cnf
            case preferredUsername = "preferred_username"
        }
    }

    /// Whom a verified bearer speaks for; `Authentication` looks up the tenant and the role.
    package enum VerifiedToken: Sendable {
        /// - scopes: what it opens, where the credential opens it still; without the claim nothing.
        case client(realm: String, clientID: String, scopes: Set<Scope>)
        case phone(realm: String, bearer: PhoneBearer)
    }

    /// What a phone's bearer says of itself.
    package struct PhoneBearer: Equatable, Sendable {
        package let sessionDigest: [UInt8]
        /// What the phone has in its bearers alone; nil in those of a session that binds nobody.
        package let lineage: String?
        /// Thumbprint of the key that has to be proved; nil of one that is good for whoever has it.
        package let keyThumbprint: [UInt8]?

        package init(sessionDigest: [UInt8], lineage: String? = nil, keyThumbprint: [UInt8]? = nil) {
            (self.sessionDigest, self.lineage, self.keyThumbprint) = (sessionDigest, lineage, keyThumbprint)
        }
    }

    package static func issuer(publicURL: String, realm: String) -> String { "\(publicURL)/auth/realms/\(realm)" }

    /// An access token of a client.
    package func accessToken(
        for tenant: Tenant, clientID: String, scopes: Set<Scope>, publicURL: String, at now: Instant
    ) throws -> String {
        let scope = (["openid"] + [Scope.text(scopes)].filter { !$0.isEmpty }).joined(separator: " ")
        return try sign(
            claims(tenant, clientID, type: "Bearer", audience: publicURL, scope: scope, nil, publicURL, now),
            for: tenant)
    }

    /// An access token of a phone: it opens the enrollment of its session, and no scope. One that its session is bound to, and
    /// that no key renews, lasts as long as people take.
    package func accessToken(
        for tenant: Tenant, _ bearer: PhoneBearer, publicURL: String, at now: Instant
    ) throws -> String {
        let isRenewed = bearer.lineage == nil || bearer.keyThumbprint != nil
        return try sign(
            claims(
                tenant, tenant.firstClientID, type: "Bearer", audience: publicURL, scope: "openid", bearer, publicURL,
                now, life: isRenewed ? .accessTokenLife : .boundBearerLife), for: tenant)
    }

    /// An ID token (OpenID Connect Core §2): its audience is the client, and it grants no access.
    package func idToken(for tenant: Tenant, clientID: String, publicURL: String, at now: Instant) throws -> String {
        let token = try sign(
            claims(tenant, clientID, type: "ID", audience: clientID, scope: nil, nil, publicURL, now), for: tenant)
        recentIDTokens.remember(token, recentKey(tenant, clientID, publicURL), second: now.secondsSince1970)
        return token
    }

    /// The ID token that was signed for this client in this second; nil where none was.
    package func recentIDToken(
        for tenant: Tenant, clientID: String, publicURL: String, at now: Instant
    ) -> String? {
        recentIDTokens[recentKey(tenant, clientID, publicURL), second: now.secondsSince1970]
    }

    private func recentKey(_ tenant: Tenant, _ clientID: String, _ publicURL: String) -> RecentIDTokens.Key {
        RecentIDTokens.Key(
            issuer: Self.issuer(publicURL: publicURL, realm: tenant.realm), clientID: clientID,
            subject: tenant.subject, isES256: tenant.settings.tokenSigningAlgorithm == .es256)
    }

    /// Whom `bearer` speaks for.
    /// - Parameter mayHaveExpired: for what it renews, and opens nothing.
    /// - Throws: `tokenInvalid` unless it is an access token of this server; `tokenExpired` where its time is over.
    package func verify(
        _ bearer: String, publicURL: String, mayHaveExpired: Bool = false, at now: Instant
    ) throws(Refusal) -> VerifiedToken {
        // A body may hold a longer one, which is not worth hashing.
        guard bearer.utf8.count <= JSONWebToken.maximumCharacters else { throw Refusal(.tokenInvalid) }
        let claims =
            verified.claims(of: bearer) { Self.claims(of: bearer, by: signing) }
            ?? Self.claims(of: bearer, by: earlier(at: now))
        guard let claims, claims.typ == "Bearer", claims.aud == publicURL else { throw Refusal(.tokenInvalid) }
        let prefix = Self.issuer(publicURL: publicURL, realm: "")
        guard claims.iss.hasPrefix(prefix), claims.iat <= now.secondsSince1970 + Limit.clockSkew.seconds else {
            throw Refusal(.tokenInvalid)
        }
        guard mayHaveExpired || now.secondsSince1970 < claims.exp else { throw Refusal(.tokenExpired) }
        let realm = String(claims.iss.dropFirst(prefix.count))
        guard let sid = claims.sid else {
            return .client(realm: realm, clientID: claims.azp, scopes: Scope.all(in: claims.scope ?? ""))
        }
        let thumbprint = claims.cnf.flatMap { Base64URL.decode($0.jkt) }
        guard let digest = Base64URL.decode(sid), (thumbprint == nil) == (claims.cnf == nil) else {
            throw Refusal(.tokenInvalid)
        }
        return .phone(
            realm: realm,
            bearer: PhoneBearer(sessionDigest: digest, lineage: claims.lin, keyThumbprint: thumbprint))
    }

    /// The key set (RFC 7517): the current keys of both algorithms, the retired keys whose tokens still count, and all keys of
    /// receipts.
    package func jsonWebKeySet(at now: Instant) -> [String: [[String: String]]] {
        ["keys": (signing + earlier(at: now) + receipts.all).map(\.jsonWebKey)]
    }

    var signing: [TokenVerificationKey] { [rsa.verificationKey, ec.verificationKey] }

    func earlier(at now: Instant) -> [TokenVerificationKey] { previous.filter { $0.end > now }.map(\.key) }

    static func claims(of bearer: String, by keys: [TokenVerificationKey]) -> Claims? {
        guard !keys.isEmpty else { return nil }
        let text = try? JSONWebToken.verify(
            compact: bearer,
            keys: Dictionary(keys.map { ($0.keyID, $0) }, uniquingKeysWith: { first, _ in first }),
            allowedAlgorithms: [.rs256, .es256])
        return text.flatMap { try? JSONDecoder().decode(Claims.self, from: Data($0)) }
    }

    func sign(_ claims: Claims, for tenant: Tenant) throws -> String {
        let key = tenant.settings.tokenSigningAlgorithm == .es256 ? ec : rsa
        return try JSONWebToken.sign(claims: try sortedKeyJSON(claims), with: key)
    }

    private func claims(
        _ tenant: Tenant, _ clientID: String, type: String, audience: String, scope: String?,
        _ phone: PhoneBearer?, _ publicURL: String, _ now: Instant, life: Limit = .accessTokenLife
    ) throws -> Claims {
        Claims(
            iss: Self.issuer(publicURL: publicURL, realm: tenant.realm), aud: audience, sub: tenant.subject,
            azp: clientID, typ: type, iat: now.secondsSince1970,
            exp: now.secondsSince1970 + life.seconds, jti: try UUIDText.random(),
            scope: scope, clientId: clientID, preferredUsername: "service-account-\(clientID)",
            sid: phone.map { Base64URL.encode($0.sessionDigest) }, lin: phone?.lineage,
            cnf: phone?.keyThumbprint.map { Claims.Confirmation(jkt: Base64URL.encode($0)) })
    }
}

/// The keys of receipts: the one that signs, and those of all receipts there ever were.
package struct ReceiptKeys: Sendable {
    package let current: TokenSigningKey
    let earlier: [TokenVerificationKey]

    var all: [TokenVerificationKey] { [current.verificationKey] + earlier }
}
