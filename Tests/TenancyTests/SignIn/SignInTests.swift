import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import Testing

@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// By what a tenant's client is known, for how long, and what the audit trail has of who was not.
@Suite struct SignInTests {
    private let test: TestInstallation
    private let administration: TenantAdministration
    private static let audience = "https://onboarding.test/auth/realms/acme-consumers"

    init() async throws {
        test = try await TestInstallation()
        administration = TenantAdministration(data: test.data)
    }

    private func signIn(
        _ proof: SignIn.Proof, at now: Instant? = nil, tenant name: String = "acme"
    ) async throws -> Credential {
        let tenant = try await test.tenant(name)
        return try await test.useCases.administration.signIn.perform(
            proof, tenant: tenant, audiences: [Self.audience], at: now ?? .now())
    }

    private func failure(
        _ proof: SignIn.Proof, at now: Instant? = nil, tenant: String = "acme"
    ) async -> SignIn.Failure? {
        do {
            _ = try await signIn(proof, at: now, tenant: tenant)
            return nil
        } catch {
            return error as? SignIn.Failure
        }
    }

    private func failures() async throws -> [[String: String]] {
        try await test.data.store.auditEntries().filter { $0.kind == "signInFailed" }.map(\.detail)
    }

    @Test func aTenantsFirstClientMayEnrollPeopleAndReadWhatCameOfIt() async throws {
        for (name, named, scopes) in [
            ("plain", [], [Scope.enroll, .readEnrollments]),
            ("wide", ["erase", "person:read", "enroll"], [.enroll, .readEnrollments, .readPersons, .erase]),
        ] as [(String, [String], Set<Scope>)] {
            let made = try await administration.create(name: name, isTest: true, scopes: named)
            try await test.tenants.reload()
            let proof = SignIn.Proof.secret(made.clientSecret, clientID: made.clientId)
            #expect(try await signIn(proof, tenant: name).scopes == scopes)
            #expect(made.scopes == Scope.text(scopes))
        }
        await #expect(throws: ConfigurationError.self) {
            _ = try await administration.create(name: "none", isTest: true, scopes: ["person"])
        }
        #expect(throws: ConfigurationError.self) {
            try TenantAdministration.check(name: "none", profile: "standard", scopes: ["everything"])
        }
    }

    @Test func aCredentialOpensWhatItWasMadeForUntilItEnds() async throws {
        _ = try await test.tenant()
        let before = Instant.now()
        let made = try await administration.addCredential(
            tenant: "acme", client: "desk", scopes: ["erase", "enroll"], days: 2, publicKeyPEM: nil)
        let after = Instant.now()
        #expect(made.clientID == "acme-desk")
        let secret = try #require(made.secret)
        let proof = SignIn.Proof.secret(secret, clientID: "acme-desk")
        #expect(try await signIn(proof).scopes == [.enroll, .erase])
        #expect(await failure(.secret(secret + "x", clientID: "acme-desk")) == .wrongSecret)
        #expect(await failure(.secret(secret, clientID: "acme-b2b")) == .wrongSecret)
        #expect(await failure(.secret(secret, clientID: "acme-nobody")) == .unknownClient)
        #expect(await failure(proof, tenant: "other") == .unknownClient, "another tenant's")
        #expect(await failure(proof, at: before.adding(seconds: 2 * 86_400 - 1)) == nil)
        #expect(await failure(proof, at: after.adding(seconds: 2 * 86_400)) == .credentialEnded)
        try await administration.endCredential(tenant: "acme", clientID: "acme-desk")
        #expect(await failure(proof) == .credentialEnded)
        #expect(await failure(.secret("wrong", clientID: "acme-desk")) == .wrongSecret)
    }

    @Test func twoSecretsAreGoodDuringARotation() async throws {
        _ = try await test.tenant()
        let first = try #require(
            try await administration.replaceKey(
                tenant: "acme", clientID: nil, publicKeyPEM: nil, overlapInHours: 0))
        let second = try #require(
            try await administration.replaceKey(
                tenant: "acme", clientID: "acme-b2b", publicKeyPEM: nil, overlapInHours: 3))
        let now = Instant.now()
        for secret in [first, second] {
            #expect(await failure(.secret(secret, clientID: "acme-b2b"), at: now.adding(seconds: 10_000)) == nil)
        }
        let end = now.adding(seconds: 3 * 3600)
        #expect(await failure(.secret(first, clientID: "acme-b2b"), at: end) == .wrongSecret)
        #expect(await failure(.secret(second, clientID: "acme-b2b"), at: end) == nil)
        _ = try await administration.replaceKey(
            tenant: "acme", clientID: nil, publicKeyPEM: nil, overlapInHours: 0)
        #expect(await failure(.secret(second, clientID: "acme-b2b")) == .wrongSecret, "no overlap")
    }

    @Test func whatMakesNoCredentialIsRefusedWithASentence() async throws {
        _ = try await test.tenant()
        func add(_ client: String, _ scopes: [String], days: Int? = nil, pem: String? = nil) async -> String? {
            do {
                _ = try await administration.addCredential(
                    tenant: "acme", client: client, scopes: scopes, days: days, publicKeyPEM: pem)
                return nil
            } catch {
                return (error as? ConfigurationError)?.description
            }
        }
        for client in ["", "-a", "A", "a b", String(repeating: "a", count: 41)] {
            #expect(await add(client, ["enroll"]) != nil, "\(client)")
        }
        #expect(await add("a", []) != nil)
        #expect(await add("a", ["everything"])?.contains("enrollments:read") == true)
        #expect(await add("a", ["enroll"], days: 0) != nil)
        #expect(await add("a", ["enroll"], pem: "no key") != nil)
        #expect(await add("b2b", ["enroll"]) != nil, "taken")
        #expect(await add("a", ["enroll"]) == nil)
        await #expect(throws: ConfigurationError.self) {
            try await administration.endCredential(tenant: "acme", clientID: "acme-nobody")
        }
        await #expect(throws: ConfigurationError.self) {
            try await administration.replaceKey(
                tenant: "acme", clientID: nil, publicKeyPEM: nil, overlapInHours: 10_000)
        }
    }

    private static func claims(_ changes: [String: JSONValue?], at now: Instant) -> JSONValue {
        var members: [String: JSONValue] = [
            "iss": .string("acme-bank"), "sub": .string("acme-bank"), "aud": .string(audience),
            "exp": .number(Double(now.secondsSince1970 + 120)), "jti": .string(UUID().uuidString),
        ]
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    private static func signed(_ claims: JSONValue, by key: TokenSigningKey) throws -> String {
        try JSONWebToken.sign(claims: try sortedKeyJSON(claims), with: key)
    }

    @Test func aClientIsKnownByItsAssertionOnce() async throws {
        _ = try await test.tenant()
        let now = Instant.now()
        let pairs: [(TokenSigningKey, String)] = [
            (.es256(try ECKeyPair.generate()), "ec"), (.rs256(try RSAKeyPair.generate(bits: 2048)), "rsa"),
        ]
        for (key, name) in pairs {
            let pem: String =
                switch key {
                case .es256(let pair): pair.publicKey.pem
                case .rs256(let pair): pair.publicKey.pem
                }
            _ = try await administration.addCredential(
                tenant: "acme", client: name, scopes: ["metrics"], days: nil, publicKeyPEM: pem)
            let own: [String: JSONValue?] = ["iss": .string("acme-\(name)"), "sub": .string("acme-\(name)")]
            let text = try Self.signed(Self.claims(own, at: now), by: key)
            #expect(try await signIn(.assertion(text, clientID: nil), at: now).clientID == "acme-\(name)")
            #expect(await failure(.assertion(text, clientID: nil), at: now) == .assertionRepeated)
            let again = try Self.signed(Self.claims(own, at: now), by: key)
            #expect(await failure(.assertion(again, clientID: "acme-b2b"), at: now) == .assertionInvalid)
            #expect(await failure(.assertion(again, clientID: "acme-\(name)"), at: now) == nil)
            #expect(await failure(.secret("", clientID: "acme-\(name)"), at: now) == .wrongSecret, "it has no secret")
        }
    }

    @Test func anAssertionHasToBeThisClientsForThisServerAndForNow() async throws {
        _ = try await test.tenant()
        let (key, other, now) = (
            TokenSigningKey.es256(try .generate()), TokenSigningKey.es256(try .generate()), Instant.now()
        )
        guard case .es256(let pair) = key else { return }
        _ = try await administration.addCredential(
            tenant: "acme", client: "bank", scopes: ["metrics"], days: nil, publicKeyPEM: pair.publicKey.pem)
        func number(_ seconds: Int64) -> JSONValue { .number(Double(now.secondsSince1970 + seconds)) }
        let refused: [(String, [String: JSONValue?])] = [
            ("issuer", ["iss": .string("acme-b2b")]), ("no issuer", ["iss": nil]),
            ("audience", ["aud": .string("https://elsewhere.test")]), ("no audience", ["aud": .array([])]),
            ("expired", ["exp": number(0)]), ("too long", ["exp": number(361)]), ("no end", ["exp": nil]),
            ("not yet", ["nbf": number(61)]), ("from the future", ["iat": number(61)]),
            ("no id", ["jti": nil]), ("empty id", ["jti": .string("")]),
            ("long id", ["jti": .string(String(repeating: "a", count: 1025))]), ("a number", ["jti": .number(1)]),
        ]
        for (name, changes) in refused {
            let text = try Self.signed(Self.claims(changes, at: now), by: key)
            // Where a claim is missing, not even the client is known.
            let failure = await failure(.assertion(text, clientID: nil), at: now)
            #expect(failure == .assertionInvalid || failure == .unknownClient, "\(name)")
        }
        for changes: [String: JSONValue?] in [
            ["aud": .array([.string("https://elsewhere.test"), .string(Self.audience)])], ["exp": number(300)],
            ["nbf": number(60), "iat": number(-1000)],
        ] {
            let text = try Self.signed(Self.claims(changes, at: now), by: key)
            #expect(await failure(.assertion(text, clientID: nil), at: now) == nil)
        }
        let foreign = try Self.signed(Self.claims([:], at: now), by: other)
        #expect(await failure(.assertion(foreign, clientID: nil), at: now) == .assertionInvalid)
        let stranger = try Self.signed(
            Self.claims(["sub": .string("acme-x"), "iss": .string("acme-x")], at: now), by: key)
        #expect(await failure(.assertion(stranger, clientID: nil), at: now) == .unknownClient)
        #expect(await failure(.assertion("no token", clientID: nil), at: now) == .unknownClient)

        // A key that is replaced without an overlap verifies nothing more.
        guard case .es256(let next) = other else { return }
        _ = try await administration.replaceKey(
            tenant: "acme", clientID: "acme-bank", publicKeyPEM: next.publicKey.pem, overlapInHours: 0)
        let later = Instant.now()
        let old = try Self.signed(Self.claims([:], at: later), by: key)
        #expect(await failure(.assertion(old, clientID: nil), at: later) == .assertionInvalid)
        let new = try Self.signed(Self.claims([:], at: later), by: other)
        #expect(await failure(.assertion(new, clientID: nil), at: later) == nil)
    }

    @Test func failedSignInsAreOnTheRecordAndFillItNot() async throws {
        let tenant = try await test.tenant()
        let signIn = test.useCases.administration.signIn
        let job = LateEntries(
            cases: test.cases, failedSignIns: test.useCases.administration.failedSignIns, clock: test.clock,
            logger: test.logger)
        func fail(_ client: String, from block: String, times: Int) async throws {
            let actor = AuditActor(.anyone, addressBlock: block, request: "r1")
            try await AuditActor.$current.withValue(actor) {
                for _ in 0..<times {
                    try await signIn.note(.wrongSecret, clientID: client, tenant: tenant, at: test.now)
                }
            }
        }
        try await fail("acme-b2b", from: "192.0.2.0/24", times: 5)
        try await fail("a made-up name", from: "192.0.2.0/24", times: 1)
        let first: [[String: String]] = [
            [
                "actor": "anyone", "address": "192.0.2.0/24", "cause": "wrong-secret", "client": "acme-b2b",
                "count": "1", "request": "r1",
            ],
            [
                "actor": "anyone", "address": "192.0.2.0/24", "cause": "wrong-secret", "client": "unknown",
                "count": "1", "request": "r1",
            ],
        ]
        #expect(try await failures() == first)
        try await job.round()
        #expect(try await failures() == first, "the minute is not over")
        test.advance(milliseconds: 60_000)
        try await job.round()
        try await job.round()
        #expect(try await failures().dropFirst(2).map { $0["count"] } == ["4"])

        for number in 0..<300 { try await fail("x", from: "10.\(number / 200).\(number % 200).0/24", times: 1) }
        #expect(try await failures().count == 3 + Limit.failedSignIns.value)
        test.advance(milliseconds: 60_000)
        try await job.round()
        let last = try #require(try await failures().last)
        #expect(last["cause"] == "further-senders" && last["count"] == "\(300 - Limit.failedSignIns.value)")
        #expect(last["address"] == nil)
    }
}
