import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// The signature of a bearer is verified once, everything else with each request.
@Suite struct VerifiedClaimsTests {
    private let url = "https://example.org"

    private func claims(_ subject: String) -> AccessTokens.Claims {
        AccessTokens.Claims(
            iss: "", aud: "", sub: subject, azp: "", typ: "Bearer", iat: 0, exp: 0, jti: "", scope: nil, clientId: nil,
            preferredUsername: nil, sid: nil)
    }

    /// A bearer that was verified a moment ago, by the keys that signed it.
    private func verified() async throws -> (AccessTokens, bearer: String, now: Instant) {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let tokens = try await test.tenants.tokens()
        let bearer = try tokens.accessToken(
            for: tenant, clientID: tenant.firstClientID, scopes: [], publicURL: url, at: test.now)
        _ = try tokens.verify(bearer, publicURL: url, at: test.now)
        return (tokens, bearer, test.now)
    }

    @Test func aValidBearerIsVerifiedOnceAndAnInvalidOneEachTime() {
        let verified = VerifiedClaims(capacity: 2)
        var asked = 0
        func found(_ bearer: String, _ claims: AccessTokens.Claims?) -> AccessTokens.Claims? {
            verified.claims(of: bearer) {
                asked += 1
                return claims
            }
        }
        #expect(found("a", claims("A")) == claims("A"))
        #expect(found("a", nil) == claims("A"))
        #expect(asked == 1)
        #expect(found("wrong", nil) == nil)
        #expect(found("wrong", nil) == nil)
        #expect(asked == 3)
        // A third bearer empties it, and every answer stays right.
        #expect(found("b", claims("B")) == claims("B"))
        #expect(found("c", claims("C")) == claims("C"))
        #expect(found("a", claims("A")) == claims("A"))
        #expect(asked == 6)
        #expect(found("c", nil) == claims("C"))
        #expect(asked == 6)
    }

    @Test func aVerifiedBearerExpiresAndIsRefusedElsewhereAndWhenAltered() async throws {
        let (tokens, bearer, now) = try await verified()
        #expect(throws: Never.self) { try tokens.verify(bearer, publicURL: url, at: now) }
        let end = now.adding(seconds: Limit.accessTokenLife.seconds)
        #expect(throws: Refusal(.tokenExpired)) { try tokens.verify(bearer, publicURL: url, at: end) }
        #expect(throws: Refusal(.tokenInvalid)) {
            try tokens.verify(bearer, publicURL: "https://example.com", at: now)
        }
        #expect(throws: Refusal(.tokenInvalid)) {
            try tokens.verify(bearer, publicURL: url, at: now.adding(seconds: -Limit.clockSkew.seconds - 1))
        }
        #expect(throws: Refusal(.tokenInvalid)) {
            try tokens.verify(bearer + String(repeating: "A", count: 1 << 20), publicURL: url, at: now)
        }
        let signature = bearer.lastIndex(of: ".").map { bearer.index(after: $0) } ?? bearer.endIndex
        var altered = bearer
        altered.replaceSubrange(signature...signature, with: altered[signature] == "A" ? "B" : "A")
        #expect(throws: Refusal(.tokenInvalid)) { try tokens.verify(altered, publicURL: url, at: now) }
    }

    /// New keys come with a new value, which remembers nothing.
    @Test func aBearerOfARemovedKeyIsRefused() async throws {
        let (before, bearer, now) = try await verified()
        let after = AccessTokens(
            rsa: .rs256(try RSAKeyPair.generate(bits: 2048)), ec: before.ec, previous: [],
            receipts: before.receipts)
        #expect(throws: Refusal(.tokenInvalid)) { try after.verify(bearer, publicURL: url, at: now) }
    }
}
