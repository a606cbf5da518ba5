import OnboardingCore
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// An ID token is signed once a second for each client and key.
@Suite struct RecentIDTokensTests {
    private let url = "https://example.org"

    private func later(_ now: Instant, bySeconds seconds: Int64) -> Instant {
        Instant(millisecondsSince1970: (now.secondsSince1970 + seconds) * 1000 + 1)
    }

    @Test func aClientGetsTheSameTokenWithinASecond() async throws {
        let test = try await TestInstallation()
        let (acme, other) = (try await test.tenant(), try await test.tenant("other"))
        let tokens = try await test.tenants.tokens()
        let now = later(test.now, bySeconds: 0)
        #expect(tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: now) == nil)

        let token = try tokens.idToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: now)
        let sameSecond = Instant(millisecondsSince1970: now.millisecondsSince1970 + 998)
        #expect(tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: sameSecond) == token)
        #expect(tokens.recentIDToken(for: other, clientID: other.firstClientID, publicURL: url, at: now) == nil)
        #expect(
            tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: "https://example.com", at: now)
                == nil)
        #expect(
            tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: later(now, bySeconds: 1))
                == nil)
        #expect(
            tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: later(now, bySeconds: -1))
                == nil)

        // Another token of the same second is remembered beside it; the first of a later second replaces both.
        let otherToken = try tokens.idToken(for: other, clientID: other.firstClientID, publicURL: url, at: now)
        #expect(otherToken != token)
        #expect(tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: now) == token)
        _ = try tokens.idToken(for: other, clientID: other.firstClientID, publicURL: url, at: later(now, bySeconds: 1))
        #expect(tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: now) == nil)
    }

    @Test func anotherAlgorithmOrAnotherKeySignsAnotherToken() async throws {
        let test = try await TestInstallation()
        let acme = try await test.tenant()
        let tokens = try await test.tenants.tokens()
        _ = try tokens.idToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: test.now)
        #expect(tokens.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: test.now) != nil)
        let rotated = AccessTokens(rsa: tokens.rsa, ec: tokens.ec, previous: [], receipts: tokens.receipts)
        #expect(rotated.recentIDToken(for: acme, clientID: acme.firstClientID, publicURL: url, at: test.now) == nil)
        var settings = acme.settings
        settings.tokenSigningAlgorithm = .es256
        let configured = Tenant(
            id: acme.id, name: acme.name, realm: acme.realm, isTest: acme.isTest,
            credentials: acme.credentials, apiKeyDigest: acme.apiKeyDigest, settings: settings,
            configurationVersion: 2)
        #expect(
            tokens.recentIDToken(for: configured, clientID: configured.firstClientID, publicURL: url, at: test.now)
                == nil)
    }
}
