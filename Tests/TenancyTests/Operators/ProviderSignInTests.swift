import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Tenancy

@Suite struct ProviderSignInTests {
    private let test: TestInstallation
    private let provider: StubProvider

    private static let address = "192.0.2.7"

    init() async throws {
        let clock = TestInstallation.Time()
        let provider = try StubProvider { clock.instant.secondsSince1970 }
        test = try await TestInstallation(time: clock, exchange: provider.exchange)
        self.provider = provider
        try await configure()
    }

    private func configure(_ change: [String: JSONValue] = [:]) async throws {
        let settings: [String: JSONValue] = [
            "issuer": .string(StubProvider.issuer), "clientId": .string(StubProvider.clientID),
            "roleMap": .array([
                .object([
                    "value": .string("auditors"), "role": .string("auditor"), "rights": .array([.string("persons")]),
                ]),
                .object(["value": .string("counter"), "role": .string("operator")]),
                .object(["value": .string("admins"), "role": .string("admin")]),
            ]),
        ]
        let document = JSONValue.object(["oidc": .object(settings.merging(change) { $1 })])
        _ = try await test.tenant(configuration: String(decoding: try sortedKeyJSON(document), as: UTF8.self))
    }

    private var signIn: ProviderSignIn { test.useCases.administration.providerSignIn }

    /// A sign-in that a browser was sent away with, and what of it the provider was told.
    private func begin(next: String? = nil) async throws -> (cookie: String, query: [String: String]) {
        let beginning = try await signIn.begin(tenantName: "acme", next: next, at: test.now)
        let parts = try #require(URLComponents(string: beginning.location)?.queryItems)
        let query = Dictionary(parts.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        provider.change { $0.nonce = query["nonce"] ?? "" }
        return (beginning.cookie, query)
    }

    private func end(
        _ begun: (cookie: String, query: [String: String]), adding query: [String: String] = [:]
    ) async throws -> ProviderSignIn.End {
        let sent = ["state": begun.query["state"] ?? "", "code": "code"].merging(query) { $1 }
        return try await signIn.end(cookie: begun.cookie, query: sent, from: Self.address, at: test.now)
    }

    /// From the beginning to the end.
    private func person() async throws -> SignedInOperator? {
        guard case .signedIn(let token) = try await end(begin()).result else { return nil }
        return try await test.useCases.administration.operators.principal(token: token, at: test.now)?.operator
    }

    private func failure(_ body: () async throws -> some Any) async -> ProviderFailure? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? ProviderSignIn.Refused)?.failure
        }
    }

    /// What the trail tells of operators.
    private func told(_ kinds: AuditEvent.Kind...) async throws -> [[String: String]] {
        try await test.data.store.auditEntries().filter { kinds.map(\.rawValue).contains($0.kind) }.map(\.detail)
    }

    @Test func whomTheProviderNamesIsSignedInWithARoleFromItsClaim() async throws {
        provider.change { $0.claims["amr"] = .array([.string("pwd"), .string("mfa"), .string("https://x/y")]) }
        let begun = try await begin(next: "/desk")
        #expect(begun.query["response_type"] == "code" && begun.query["client_id"] == StubProvider.clientID)
        #expect(begun.query["redirect_uri"] == "https://onboarding.test/sign-in/oidc/callback")
        #expect(begun.query["scope"] == "openid profile email" && begun.query["a"] == "b")
        let end = try await end(begun)
        #expect(end.next == "/desk")
        guard case .signedIn(let token) = end.result else { throw Refusal(.signInFailed) }
        let principal = try #require(
            try await test.useCases.administration.operators.principal(token: token, at: test.now))
        let person = try #require(principal.operator)
        #expect(person.name == "ada" && person.role == .auditor && person.rights == [.cases, .persons])
        #expect(person.isOfProvider && !person.hasPassword && !person.maySetPasswordAnew)
        let added = try #require(try await told(.operatorAdded).last)
        #expect(added["operator"] == "ada" && added["actor"] == "operator ada")
        #expect(try await told(.operatorSignedIn).last?["means"] == "provider+pwd+mfa")
    }

    @Test func theVerifierIsTheOneOfWhichTheProviderWasToldTheDigest() async throws {
        let begun = try await begin()
        _ = try await end(begun)
        let form = try #require(provider.requests(to: "/token").last?.form)
        let fields = URLComponents(string: "?" + form)?.queryItems ?? []
        let verifier = try #require(fields.first { $0.name == "code_verifier" }?.value)
        #expect(begun.query["code_challenge"] == Base64URL.encode(Digest.sha256([UInt8](verifier.utf8))))
        #expect(begun.query["code_challenge_method"] == "S256")
    }

    @Test func anOperatorIsFoundAgainBySubjectAndRenewedAtEachSignIn() async throws {
        let first = try #require(try await person())
        provider.change {
            $0.claims["preferred_username"] = .string("another")
            $0.claims["role"] = .string("admins")
        }
        let again = try #require(try await person())
        #expect(again.id == first.id && again.name == "ada" && again.role == .admin)
        #expect(again.rights == OperatorRole.admin.rights)
        provider.change { $0.claims["role"] = .array([.string("counter"), .string("auditors"), .string("x")]) }
        let both = try #require(try await person())
        #expect(both.role == .auditor && both.rights == [.trigger, .cases, .persons])
        provider.change { $0.claims["sub"] = .string("2") }
        let other = try #require(try await person())
        #expect(other.id != first.id && other.name == "another")
    }

    /// A name is chosen at the provider, perhaps by whoever bears it.
    @Test func aNameThatIsSomebodysIsNotTakenFromThem() async throws {
        _ = try await test.useCases.administration.operatorAdministration.create(
            "ada", role: "admin", tenant: "acme", at: test.now)
        #expect(try await person()?.name == "ada-2")
        provider.change { $0.claims["sub"] = .string("2") }
        #expect(try await person()?.name == "ada-3")
        let people = try await test.useCases.administration.operatorAdministration.list(tenant: "acme")
        #expect(people.map(\.name) == ["ada", "ada-2", "ada-3"])
        #expect(people.map(\.isOfProvider) == [false, true, true])
        #expect(people.map(\.role) == ["admin", "auditor", "auditor"])
    }

    @Test func aSecondFactorIsTheBusinessOfTheProvider() async throws {
        try await test.data.store.changeConfiguration(of: test.tenant().id, at: test.now) {
            $0.setting(.bool(true), at: ["onboardingConfig", "requireAdminSecondFactor"])
        }
        _ = try await test.tenant()
        provider.change { $0.claims["role"] = .string("admins") }
        let end = try await end(begin())
        guard case .signedIn(let token) = end.result else { throw Refusal(.signInFailed) }
        let operators = test.useCases.administration.operators
        await #expect(throws: Refusal(.providerRequired)) {
            try await operators.beginSecondFactor(token: token, at: test.now)
        }
        await #expect(throws: Refusal(.providerRequired)) {
            try await operators.setPassword(
                token: token, old: nil, new: "correct horse battery", from: Self.address, at: test.now)
        }
    }

    @Test func whoHasNoRoleIsNotAdmittedAndKeepsNoSession() async throws {
        provider.change { $0.claims["role"] = .string("strangers") }
        #expect(await failure { try await person() } == .roleMissing)
        #expect(try await test.data.store.operators(tenant: test.tenant().id).isEmpty)
        provider.change { $0.claims["role"] = .string("auditors") }
        guard case .signedIn(let token) = try await end(begin()).result else { throw Refusal(.signInFailed) }
        for role in [JSONValue.null, .string("strangers"), .number(5), .array([.string("auditors"), .number(5)])] {
            provider.change { $0.claims["role"] = role }
            #expect(await failure { try await person() } == .roleMissing)
        }
        #expect(try await test.useCases.administration.operators.principal(token: token, at: test.now) == nil)
        #expect(try await told(.operatorSignInFailed).last?["operator"] == "ada")
        #expect(ProviderFailure.roleMissing.reason == .providerNotAdmitted)
    }

    @Test func whoIsDisabledIsNotAdmitted() async throws {
        #expect(try await person() != nil)
        try await test.useCases.administration.operatorAdministration.disable("ada", tenant: "acme", at: test.now)
        provider.change { $0.claims["role"] = .string("admins") }
        #expect(await failure { try await person() } == .operatorDisabled)
        let row = try await test.data.store.operatorRow(tenant: test.tenant().id, name: "ada")
        #expect(row?.role == "auditor")
    }

    @Test func theRoleMayBeToldByTheUserInfoEndpointOfTheSamePersonAlone() async throws {
        provider.change {
            $0.claims["role"] = .null
            $0.userInfo = ["role": .string("auditors"), "email": .string("ada@example.org")]
        }
        #expect(try await person()?.role == .auditor)
        #expect(provider.requests(to: "/userinfo").map(\.authorization) == ["Bearer access"])
        provider.change { $0.userInfo["sub"] = .string("2") }
        #expect(await failure { try await person() } == .userInfoInvalid)
        provider.change {
            $0.claims["role"] = .string("auditors")
            $0.requests = []
        }
        _ = try await person()
        #expect(provider.requests(to: "/userinfo").isEmpty, "nothing was missing")
    }

    @Test func aTokenThatIsNotForThisSignInIsRefused() async throws {
        let second = Double(test.now.secondsSince1970)
        let wrong: [(String, JSONValue, ProviderFailure)] = [
            ("iss", .string("https://idp.example.org/realm/"), .wrongIssuer), ("iss", .null, .wrongIssuer),
            ("aud", .string("another"), .wrongAudience), ("aud", .null, .wrongAudience),
            ("aud", .array([.string("kyc"), .string("another")]), .wrongAudience),
            ("aud", .array([.string("kyc"), .number(5)]), .wrongAudience), ("azp", .string("another"), .wrongAudience),
            ("azp", .number(5), .wrongAudience),
            ("exp", .number(second - 60), .expired), ("exp", .null, .expired), ("exp", .string("x"), .expired),
            ("iat", .number(second + 61), .issuedInFuture), ("iat", .null, .issuedInFuture),
            ("nbf", .number(second + 61), .issuedInFuture), ("iat", .number(second - 660), .expired),
            ("nonce", .string("another"), .wrongNonce), ("nonce", .null, .wrongNonce),
            ("sub", .null, .subjectMissing), ("sub", .string(""), .subjectMissing),
            ("sub", .number(1), .subjectMissing),
            ("sub", .string(String(repeating: "x", count: 256)), .subjectMissing),
        ]
        for (name, value, expected) in wrong {
            provider.change { $0.claims = [name: value] }
            #expect(await failure { try await person() } == expected, "\(name) \(value)")
            #expect(try await told(.operatorSignInFailed).contains { $0["cause"] == expected.rawValue })
        }
        let right: [(String, JSONValue)] = [
            ("aud", .array([.string("kyc")])), ("azp", .string("kyc")), ("exp", .number(second - 59)),
            ("iat", .number(second + 60)), ("iat", .number(second - 659)), ("nbf", .number(second + 60)),
            ("sub", .string(String(repeating: "x", count: 255))),
        ]
        for (name, value) in right {
            provider.change { $0.claims = [name: value] }
            #expect(await failure { try await person() } == nil, "\(name) \(value)")
        }
        provider.change { $0.claims = ["aud": .array([.string("x"), .string("kyc")]), "azp": .string("kyc")] }
        #expect(await failure { try await person() } == nil)
        #expect(try await test.data.store.operators(tenant: test.tenant().id).count == 2)
    }

    @Test func aTokenByAnotherKeyIsRefusedAndKeysAreFetchedOnceForAnUnknownName() async throws {
        #expect(try await person() != nil)
        #expect(provider.requests(to: "/keys").count == 1)
        #expect(try await person() != nil)
        #expect(provider.requests(to: "/keys").count == 1, "known for an hour")
        // The provider signs with another key, and publishes it.
        let next = TokenSigningKey.rs256(try RSAKeyPair.generate(bits: 2048))
        provider.change {
            $0.key = next
            $0.published.append(next.verificationKey)
        }
        #expect(try await person() != nil)
        #expect(provider.requests(to: "/keys").count == 2)
        // Somebody else signs.
        let foreign = TokenSigningKey.es256(try ECKeyPair.generate())
        provider.change { $0.key = foreign }
        #expect(await failure { try await person() } == .unknownKey)
        #expect(provider.requests(to: "/keys").count == 3)
        for token in ["", "a.b.c", String(repeating: "a", count: 40_000)] {
            provider.change { $0.token = token }
            #expect(await failure { try await person() } == .tokenMalformed)
        }
        let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".e30."
        provider.change { $0.token = none }
        #expect(await failure { try await person() } == .algorithmNotAllowed)
        #expect(provider.requests(to: "/keys").count == 3)
    }

    @Test func whatWasNotBegunInThisBrowserIsRefused() async throws {
        let begun = try await begin()
        let query = ["state": begun.query["state"] ?? "", "code": "code"]
        for cookie in [nil, "", "AAAA", String(begun.cookie.dropLast()), begun.cookie + "A"] {
            let failure = await failure {
                try await signIn.end(cookie: cookie, query: query, from: Self.address, at: test.now)
            }
            #expect(failure == .notBegun, "\(cookie ?? "none")")
        }
        #expect(await failure { try await end(begun, adding: ["state": "another"]) } == .stateDiffers)
        let other = try await begin()
        #expect(await failure { try await end((begun.cookie, other.query)) } == .stateDiffers)
        #expect(provider.requests(to: "/token").isEmpty)
    }

    @Test func aSignInCountsOnceAndNoLongerThanTenMinutes() async throws {
        let begun = try await begin()
        _ = try await end(begun)
        #expect(await failure { try await end(begun) } == .usedBefore)
        let late = try await begin()
        test.advance(milliseconds: 600_000)
        #expect(await failure { try await end(late) } == .notBegun)
        let early = try await begin()
        test.advance(milliseconds: 599_999)
        #expect(await failure { try await end(early) } == nil)
    }

    @Test func whatTheProviderRefusesIsRefusedHere() async throws {
        #expect(await failure { try await end(begin(), adding: ["error": "access_denied"]) } == .refusedThere)
        #expect(await failure { try await end(begin(), adding: ["code": ""]) } == .codeMissing)
        #expect(await failure { try await end(begin(), adding: ["iss": "https://another"]) } == .wrongIssuer)
        #expect(await failure { try await end(begin(), adding: ["iss": StubProvider.issuer]) } == nil)
        let responses: [(String, Int, String, ProviderFailure)] = [
            ("/token", 400, #"{"error":"invalid_grant"}"#, .codeRefused),
            ("/token", 401, #"{"error":"invalid_client"}"#, .clientRefused), ("/token", 400, "{}", .clientRefused),
            ("/token", 500, "{}", .statusUnexpected), ("/token", 302, "", .statusUnexpected),
            ("/token", 200, "{}", .tokensInvalid), ("/token", 200, "<html>", .tokensInvalid),
            ("/token", 200, #"{"id_token":"a.b.c","access_token":"a\r\nb"}"#, .tokensInvalid),
            ("/keys", 404, "{}", .statusUnexpected), ("/keys", 200, #"{"keys":5}"#, .keysInvalid),
            ("/keys", 200, "[", .keysInvalid),
        ]
        for (end, status, body, expected) in responses {
            test.advance(milliseconds: 3_600_000)
            provider.change { $0.responses = [end: ProviderResponse(status: status, body: Array(body.utf8))] }
            #expect(await failure { try await person() } == expected, "\(end) \(status) \(body)")
        }
    }

    @Test func aProviderThatDescribesItselfWronglyIsNotGoneTo() async throws {
        let wrong: [([String: JSONValue], ProviderFailure)] = [
            (["issuer": .string("https://idp.example.org/realm/")], .issuerDiffers),
            (["issuer": .null], .issuerDiffers),
            (["token_endpoint": .null], .descriptionInvalid), (["jwks_uri": .string("file:///x")], .descriptionInvalid),
            (["token_endpoint": .string("http://idp.example.org/token")], .descriptionInvalid),
            (["authorization_endpoint": .string("javascript:alert(1)")], .descriptionInvalid),
        ]
        for (description, expected) in wrong {
            test.advance(milliseconds: 6_000)
            provider.change { $0.description = description }
            #expect(await failure { try await begin() } == expected)
        }
        // Remembered for some seconds, and then asked again.
        let asked = provider.requests(to: "openid-configuration").count
        provider.change { $0.description = [:] }
        #expect(await failure { try await begin() } == .descriptionInvalid)
        #expect(provider.requests(to: "openid-configuration").count == asked)
        test.advance(milliseconds: 6_000)
        #expect(await failure { try await begin() } == nil)
        _ = try await begin()
        #expect(provider.requests(to: "openid-configuration").count == asked + 1)
    }

    @Test func whoSignsOutIsLedToWhereTheProviderDoesThatAndNowhereElse() async throws {
        func location(_ tenant: String = "acme") async throws -> String? {
            test.advance(milliseconds: 7_200_000)
            return try await signIn.signOutLocation(tenantName: tenant, at: test.now)
        }
        #expect(try await location() == nil, "it offers none")
        provider.change { $0.description["end_session_endpoint"] = .string("https://idp.example.org/logout?a=b") }
        #expect(try await location("nobody") == nil)
        let leads = try #require(try await location())
        let parts = try #require(URLComponents(string: leads))
        #expect(parts.host == "idp.example.org" && parts.path == "/logout")
        let query = (parts.queryItems ?? []).map { "\($0.name)=\($0.value ?? "")" }
        #expect(
            query == [
                "a=b", "client_id=\(StubProvider.clientID)",
                "post_logout_redirect_uri=https://onboarding.test/sign-in",
            ])
        for wrong in ["http://idp.example.org/logout", "javascript:alert(1)", "/logout"] {
            provider.change { $0.description["end_session_endpoint"] = .string(wrong) }
            #expect(try await location() == nil, "\(wrong)")
        }
    }

    @Test func aProviderThatNamesItselfHasToDoSo() async throws {
        provider.change { $0.description["authorization_response_iss_parameter_supported"] = .bool(true) }
        #expect(await failure { try await end(begin()) } == .wrongIssuer)
        #expect(await failure { try await end(begin(), adding: ["iss": StubProvider.issuer]) } == nil)
    }

    @Test func theServerShowsWhoItIsAsTheProviderAsksFor() async throws {
        func shown() async throws -> (header: String?, form: String) {
            test.advance(milliseconds: 3_600_000)
            _ = try await end(begin())
            let request = try #require(provider.requests(to: "/token").last)
            return (request.authorization, request.form ?? "")
        }
        let alone = try await shown()
        #expect(alone.header == nil && alone.form.contains("client_id=kyc"))
        let administration = TenantAdministration(data: test.data)
        try await administration.setProviderSecret("s ü%:", tenant: "acme")
        _ = try await test.tenant()
        // RFC 6749 §2.3.1: name and secret are escaped before they are joined.
        let basic = "Basic " + Data("kyc:s%20%C3%BC%25%3A".utf8).base64EncodedString()
        let header = try await shown()
        #expect(header.header == basic && !header.form.contains("client_id"))
        provider.change {
            $0.description["token_endpoint_auth_methods_supported"] = .array([.string("client_secret_post")])
        }
        let form = try await shown()
        #expect(form.header == nil && form.form.hasSuffix("&client_id=kyc&client_secret=s%20%C3%BC%25%3A"))
        provider.change {
            $0.description["token_endpoint_auth_methods_supported"] = .array([.string("private_key_jwt")])
        }
        test.advance(milliseconds: 3_600_000)
        #expect(await failure { try await person() } == .authenticationUnsupported)
        try await administration.setProviderSecret(nil, tenant: "acme")
        _ = try await test.tenant()
        #expect(try await shown().form.contains("client_id=kyc"))
        for secret in ["", String(repeating: "x", count: 1025)] {
            await #expect(throws: ConfigurationError.self) {
                try await administration.setProviderSecret(secret, tenant: "acme")
            }
        }
    }

    @Test func theSecretStandsNowhereInTheClear() async throws {
        try await TenantAdministration(data: test.data).setProviderSecret("not to be read", tenant: "acme")
        let tenant = try await test.tenant()
        #expect(try test.tenants.keys(of: tenant).providerSecret == "not to be read")
        let rows = try await test.data.store.secrets(of: .tenant(tenant.id))
        let sealed = try #require(rows.first { $0.kind == "oidc-client-secret" }?.sealed)
        #expect(!Data(sealed).contains(Data("not to be read".utf8)))
        #expect(try await told(.keyAdded).last?["kind"] == "oidc-client-secret")
        let shown = try #require(try await test.data.store.configuration(of: tenant.id)?.document)
        #expect(shown.contains(#""clientSecret":"""#))
    }

    @Test func passwordsAreClosedWhereTheProviderIsRequired() async throws {
        let hash = try PasswordHash(of: "correct horse battery", cost: Scrypt.Cost(logN: 10, r: 8, p: 1))
        _ = try await test.useCases.administration.operatorAdministration.create(
            "eve", role: "admin", tenant: "acme", password: hash, at: test.now)
        let operators = test.useCases.administration.operators
        func byPassword() async throws -> OperatorSignIn.Result {
            try await operators.signIn(
                tenantName: "acme", name: "eve", password: "correct horse battery", from: Self.address, at: test.now)
        }
        _ = try await byPassword()
        try await configure(["required": .bool(true)])
        await #expect(throws: Refusal(.providerRequired)) { try await byPassword() }
        #expect(try await told(.operatorSignInFailed).last?["cause"] == "provider-required")
        #expect(try await signIn.tenant(called: "acme-consumers")?.isRequired == true)
        #expect(try await person() != nil)
        // For when the provider is away.
        let link = try await test.useCases.administration.operatorAdministration.link(
            "eve", tenant: "acme", at: test.now)
        guard
            case .signedIn = try await operators.redeemLink(
                token: link, settingPassword: "correct horse battery", at: test.now)
        else {
            Issue.record("a link signs nobody in")
            return
        }
    }

    @Test func aTenantWithoutAProviderSendsNobodyAway() async throws {
        _ = try await test.tenant("other")
        for name in ["other", "nobody", ""] {
            #expect(try await signIn.tenant(called: name) == nil)
            let failure = await failure { try await signIn.begin(tenantName: name, next: nil, at: test.now) }
            #expect(failure == .noProvider)
        }
        #expect(provider.requests(to: "").isEmpty)
    }

    @Test func aSignInThatOutlivesTheConfigurationIsRefused() async throws {
        let begun = try await begin()
        try await configure(["clientId": .string("another")])
        #expect(await failure { try await end(begun) } == .configurationChanged)
        #expect(provider.requests(to: "/token").isEmpty)
    }

    @Test func failuresOfOneAddressAreBounded() async throws {
        for _ in 0..<Limit.signInFailuresOfAddress.value {
            #expect(await failure { try await end(begin(), adding: ["state": "x"]) } == .stateDiffers)
        }
        #expect(await failure { try await end(begin()) } == .tooMany)
        test.advance(milliseconds: Limit.signInWindow.seconds * 1000)
        #expect(await failure { try await end(begin()) } == nil)
    }

    @Test func aProviderThatIsAwayCountsAgainstNobody() async throws {
        _ = try await begin()
        provider.change { $0.responses = ["/token": ProviderResponse(status: 503, body: [])] }
        for _ in 0...Limit.signInFailuresOfAddress.value {
            #expect(await failure { try await end(begin()) } == .statusUnexpected)
        }
        provider.change { $0.responses = [:] }
        #expect(await failure { try await end(begin()) } == nil)
    }

    @Test func everySignInHasSecretsOfItsOwnAndNoBrowserReadsThem() async throws {
        var begun: [(cookie: String, query: [String: String])] = []
        for _ in 0..<8 { begun.append(try await begin()) }
        let pending = try begun.map { try #require(PendingSignIn(sealed: $0.cookie, under: test.data.keys.serverKey)) }
        for secrets in [pending.map(\.state), pending.map(\.nonce), pending.map(\.verifier), begun.map(\.cookie)] {
            #expect(Set(secrets).count == 8)
        }
        for (pending, begun) in zip(pending, begun) {
            let plain = Base64URL.decode(begun.cookie) ?? []
            #expect(!String(decoding: plain, as: UTF8.self).contains(pending.verifier))
            #expect(begun.cookie.utf8.count < 4000)
        }
        #expect(PendingSignIn(sealed: begun[0].cookie, under: KeyRing(current: try .generate())) == nil)
    }
}
