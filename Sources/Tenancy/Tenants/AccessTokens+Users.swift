internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto

/// Tokens of users: for an audience of their own, so that none is taken for a client's or a phone's, nor one of those for a
/// user's.
extension AccessTokens {
    /// Whose token was shown, and which.
    package struct UserToken: Equatable, Sendable {
        package let realm: String
        package let enrollmentID: EnrollmentID
        /// The claim `jti`, by which it is ended.
        package let id: String
    }

    private static let userType = "User"

    private static func userAudience(_ publicURL: String) -> String { "\(publicURL)/hypersecure" }

    /// - Parameters:
    ///   - clientID: which asks for it.
    ///   - end: from when on it opens nothing.
    package func userToken(
        for tenant: Tenant, clientID: String, user: EnrollmentID, id: String, until end: Instant, publicURL: String,
        at now: Instant
    ) throws -> String {
        try sign(
            Claims(
                iss: Self.issuer(publicURL: publicURL, realm: tenant.realm), aud: Self.userAudience(publicURL),
                sub: user.text, azp: clientID, typ: Self.userType, iat: now.secondsSince1970,
                exp: end.secondsSince1970, jti: id, scope: nil, clientId: nil, preferredUsername: nil, sid: nil),
            for: tenant)
    }

    /// - Throws: `tokenInvalid` unless it is a user's token of this server; `tokenExpired` where its time is over.
    package func verifyUserToken(_ text: String, publicURL: String, at now: Instant) throws(Refusal) -> UserToken {
        guard text.utf8.count <= JSONWebToken.maximumCharacters,
            let claims = Self.claims(of: text, by: signing) ?? Self.claims(of: text, by: earlier(at: now)),
            claims.typ == Self.userType, claims.aud == Self.userAudience(publicURL),
            let enrollment = EnrollmentID(text: claims.sub)
        else { throw Refusal(.tokenInvalid) }
        let prefix = Self.issuer(publicURL: publicURL, realm: "")
        guard claims.iss.hasPrefix(prefix), claims.iat <= now.secondsSince1970 + Limit.clockSkew.seconds else {
            throw Refusal(.tokenInvalid)
        }
        guard now.secondsSince1970 < claims.exp else { throw Refusal(.tokenExpired) }
        return UserToken(realm: String(claims.iss.dropFirst(prefix.count)), enrollmentID: enrollment, id: claims.jti)
    }
}
