import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Tenancy

@Suite struct OperatorPasskeyTests {
    private let test: TestInstallation

    private static let quick = Scrypt.Cost(logN: 10, r: 8, p: 1)
    private static let password = "correct horse battery"

    init() async throws {
        test = try await TestInstallation()
        _ = try await test.tenant()
    }

    private var operators: OperatorSignIn { test.useCases.administration.operators }
    private var passkeys: OperatorPasskeys { test.useCases.administration.passkeys }
    private var administration: OperatorAdministration { test.useCases.administration.operatorAdministration }

    private func add(_ name: String = "ada", role: OperatorRole = .auditor) async throws {
        let hash = try PasswordHash(of: Self.password, cost: Self.quick)
        _ = try await administration.create(
            name, role: role.rawValue, tenant: "acme", password: hash, at: test.now)
    }

    private func signIn(_ name: String = "ada") async throws -> OperatorSignIn.Result {
        try await operators.signIn(
            tenantName: "acme", name: name, password: Self.password, from: "192.0.2.7", at: test.now)
    }

    private func token(_ result: OperatorSignIn.Result) throws -> String {
        guard case .signedIn(let token) = result else { throw Refusal(.signInFailed) }
        return token
    }

    /// The token of a session that needs a second factor.
    private func half(_ name: String = "ada") async throws -> String {
        guard case .needsSecondFactor(let token) = try await signIn(name) else { throw Refusal(.signInFailed) }
        return token
    }

    private func person(_ token: String) async throws -> SignedInOperator? {
        try await operators.principal(token: token, at: test.now)?.operator
    }

    private func refusal(_ body: () async throws -> some Any) async -> RefusalReason? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? Refusal)?.reason
        }
    }

    private func told(_ kind: AuditEvent.Kind) async throws -> [[String: String]] {
        try await test.data.store.auditEntries().filter { $0.kind == kind.rawValue }.map(\.detail)
    }

    /// Adds a passkey to whoever is signed in.
    private func register(_ authenticator: inout SoftwareAuthenticator, _ token: String) async throws -> String {
        let beginning = try await passkeys.beginAdding(token: token, at: test.now)
        let proof = authenticator.create(beginning.challenge, for: beginning.person)
        return try await passkeys.add(
            token: token, name: " blue\u{200B} \n key ", proof: proof, cookie: beginning.cookie, at: test.now)
    }

    private func alone(_ authenticator: inout SoftwareAuthenticator) async throws -> OperatorSignIn.Result {
        let beginning = try passkeys.beginAlone(at: test.now)
        return try await passkeys.signIn(
            proof: try authenticator.get(beginning.challenge), cookie: beginning.cookie, from: "192.0.2.7",
            at: test.now)
    }

    @Test func aPasskeyIsASecondFactorFromThenOn() async throws {
        try await add()
        var authenticator = try SoftwareAuthenticator()
        let first = try token(try await signIn())
        let renewed = try await register(&authenticator, first)
        #expect(try await person(first) == nil, "the token from before the passkey")
        #expect(try await person(renewed) != nil)
        let summary = try #require(try await passkeys.list(token: renewed, at: test.now).first)
        #expect(summary.name == "blue key" && summary.lastUsedAt == nil)
        #expect(try await administration.list(tenant: "acme").map(\.hasSecondFactor) == [true])

        let half = try await half()
        #expect(try await person(half) == nil)
        #expect(try await passkeys.secondFactors(token: half, at: test.now) == (false, true))
        let beginning = try await passkeys.beginSecondFactor(token: half, at: test.now)
        #expect(beginning.credentials == [summary.id] && !beginning.needsVerified)
        authenticator.flags = 0x01
        let shown = try await passkeys.showSecondFactor(
            token: half, proof: try authenticator.get(beginning.challenge), cookie: beginning.cookie, at: test.now)
        let open = try token(shown)
        #expect(try await person(half) == nil, "the token that the password alone had made")
        #expect(try await person(open)?.name == "ada")
        #expect(try await passkeys.list(token: open, at: test.now).first?.lastUsedAt == test.now)
        #expect(try await told(.operatorSignedIn).map { $0["means"] } == ["password", "password+passkey"])
        #expect(try await told(.operatorPasskeyAdded).map { $0["passkey"] } == ["blue key"])
    }

    @Test func aPasskeyWhoseBearerIsVerifiedSignsInAlone() async throws {
        try await add()
        var authenticator = try SoftwareAuthenticator()
        _ = try await register(&authenticator, try token(try await signIn()))
        let open = try token(try await alone(&authenticator))
        #expect(try await person(open)?.name == "ada")
        #expect(try await told(.operatorSignedIn).last?["means"] == "passkey")
        authenticator.flags = 0x01
        #expect(await refusal { try await alone(&authenticator) } == .signInFailed, "nobody was verified")
        authenticator.flags = 0x05
        authenticator.userHandle = nil
        #expect(await refusal { try await alone(&authenticator) } == .signInFailed, "it names nobody")
        authenticator.userHandle = [1]
        #expect(await refusal { try await alone(&authenticator) } == .signInFailed, "it names somebody else")
        #expect(try await told(.operatorSignInFailed).map { $0["cause"] }.contains("passkey-nobody-verified"))
    }

    @Test func nothingButWhatWasAskedForIsTaken() async throws {
        try await add()
        try await add("bob")
        var authenticator = try SoftwareAuthenticator()
        var another = try SoftwareAuthenticator(credentialID: [9, 9])
        _ = try await register(&authenticator, try token(try await signIn()))
        _ = try await register(&another, try token(try await signIn("bob")))
        let half = try await half()
        func cause(
            _ own: SoftwareAuthenticator, challenge: String? = nil, cookie: String? = nil,
            change: (PasskeyProof) -> PasskeyProof = { $0 }
        ) async throws -> String? {
            var own = own
            let beginning = try await passkeys.beginSecondFactor(token: half, at: test.now)
            let proof = change(try own.get(challenge ?? beginning.challenge))
            let reason = await refusal {
                try await passkeys.showSecondFactor(
                    token: half, proof: proof, cookie: cookie ?? beginning.cookie, at: test.now)
            }
            // Wrong ones are counted together with codes; what is looked at here is why.
            operators.attempts.forgiveCode(of: try #require(try await row("ada")).id, at: test.now)
            #expect(reason == .signInFailed)
            return try await told(.operatorSignInFailed).last?["cause"]
        }
        func changed(_ change: (inout SoftwareAuthenticator) -> Void) -> SoftwareAuthenticator {
            var own = authenticator
            change(&own)
            return own
        }
        #expect(try await cause(changed { $0.getType = "webauthn.create" }) == "passkey-wrong-type")
        #expect(
            try await cause(authenticator, challenge: Base64URL.encode([UInt8](repeating: 1, count: 32)))
                == "passkey-wrong-challenge")
        #expect(try await cause(changed { $0.origin = "https://onboarding.test:8443" }) == "passkey-wrong-origin")
        #expect(try await cause(changed { $0.site = "test" }) == "passkey-wrong-site")
        #expect(try await cause(changed { $0.flags = 0x04 }) == "passkey-nobody-present")
        #expect(try await cause(another) == "passkey-unknown")
        #expect(
            try await cause(authenticator) { proof in
                PasskeyProof(
                    credentialID: proof.credentialID, clientData: proof.clientData,
                    authenticatorData: proof.authenticatorData, signature: Array(proof.signature.dropLast()))
            } == "passkey-wrong-signature")
        #expect(try await cause(authenticator, cookie: "nonsense") == "passkey-not-begun")
        #expect(
            try await cause(authenticator) { proof in
                PasskeyProof(
                    credentialID: proof.credentialID, clientData: [], authenticatorData: proof.authenticatorData,
                    signature: proof.signature)
            } == "passkey-unreadable")
        for (beginning, why) in [
            (try passkeys.beginAlone(at: test.now), "for another purpose"),
            (
                try await passkeys.beginSecondFactor(token: try await self.half("bob"), at: test.now),
                "of another session"
            ),
        ] {
            let proof = try authenticator.get(beginning.challenge)
            let reason = await refusal {
                try await passkeys.showSecondFactor(
                    token: half, proof: proof, cookie: beginning.cookie, at: test.now)
            }
            #expect(reason == .signInFailed, "\(why)")
        }
        #expect(await refusal { try await passkeys.beginAdding(token: half, at: test.now) } == .sessionEnded)
        #expect(await refusal { try await operators.beginSecondFactor(token: half, at: test.now) } == .sessionEnded)
        #expect(
            await refusal { try await operators.confirmSecondFactor(token: half, code: "000000", at: test.now) }
                == .sessionEnded)
        #expect(
            await refusal { try await operators.showCode(token: half, code: "000000", at: test.now) } == .signInFailed)
        #expect(try await person(half) == nil)
    }

    private func row(_ name: String) async throws -> OperatorRow? {
        let tenant = try #require(try await test.data.store.tenant(name: "acme"))
        return try await test.data.store.operatorRow(tenant: tenant.id, name: name)
    }

    @Test func aChallengeCountsOnceAndForFiveMinutes() async throws {
        try await add()
        var authenticator = try SoftwareAuthenticator()
        _ = try await register(&authenticator, try token(try await signIn()))
        let beginning = try passkeys.beginAlone(at: test.now)
        let proof = try authenticator.get(beginning.challenge)
        func use(_ beginning: OperatorPasskeys.Beginning, _ proof: PasskeyProof) async -> RefusalReason? {
            await refusal {
                try await passkeys.signIn(proof: proof, cookie: beginning.cookie, from: "192.0.2.7", at: test.now)
            }
        }
        #expect(await use(beginning, proof) == nil)
        #expect(await use(beginning, proof) == .signInFailed, "once more")
        let (late, last) = (try passkeys.beginAlone(at: test.now), try passkeys.beginAlone(at: test.now))
        test.advance(milliseconds: 299_999)
        #expect(await use(last, try authenticator.get(last.challenge)) == nil)
        test.advance(milliseconds: 1)
        #expect(await use(late, try authenticator.get(late.challenge)) == .signInFailed)
    }

    @Test func aPasskeyThatCountsCountsOn() async throws {
        try await add()
        var authenticator = try SoftwareAuthenticator()
        authenticator.counter = 5
        _ = try await register(&authenticator, try token(try await signIn()))
        #expect(await refusal { try await alone(&authenticator) } == .signInFailed, "as often as it was made with")
        authenticator.counter = 6
        #expect(await refusal { try await alone(&authenticator) } == nil)
        for counter in [6, 0, 3] as [UInt32] {
            authenticator.counter = counter
            #expect(await refusal { try await alone(&authenticator) } == .signInFailed)
        }
        #expect(try await told(.operatorSignInFailed).first?["cause"] == "passkey-counter-back")
        authenticator.counter = .max
        #expect(await refusal { try await alone(&authenticator) } == nil)
    }

    @Test func whoeverIsResetOrDisabledHasNoPasskey() async throws {
        try await add()
        var authenticator = try SoftwareAuthenticator()
        _ = try await register(&authenticator, try token(try await signIn()))
        try await administration.disable("ada", tenant: "acme", at: test.now)
        #expect(await refusal { try await alone(&authenticator) } == .signInFailed)
        try await administration.enable("ada", tenant: "acme", at: test.now)
        #expect(await refusal { try await alone(&authenticator) } == nil)
        try await administration.resetSecondFactor("ada", tenant: "acme", at: test.now)
        #expect(await refusal { try await alone(&authenticator) } == .signInFailed)
        _ = try token(try await signIn())
    }

    @Test func aPasskeyIsRemovedByItsBearerAlone() async throws {
        try await add()
        try await add("bob")
        var authenticator = try SoftwareAuthenticator()
        let own = try await register(&authenticator, try token(try await signIn()))
        let others = try token(try await signIn("bob"))
        let id = Base64URL.encode(authenticator.credentialID)
        try await passkeys.remove(token: others, id: id, at: test.now)
        #expect(try await passkeys.list(token: own, at: test.now).count == 1)
        var copy = try SoftwareAuthenticator()
        #expect(await refusal { try await register(&copy, others) } == .stepAlreadyDone, "its name is taken")
        try await passkeys.remove(token: own, id: id, at: test.now)
        #expect(try await passkeys.list(token: own, at: test.now).isEmpty)
        #expect(try await told(.operatorPasskeyRemoved).map { $0["operator"] } == ["ada"])
        #expect(await refusal { try await alone(&authenticator) } == .signInFailed)
    }

    @Test func thereAreTenPasskeysAtMost() async throws {
        try await add()
        var token = try token(try await signIn())
        for number in 0..<Limit.operatorPasskeys.value {
            var authenticator = try SoftwareAuthenticator(credentialID: [UInt8(number)])
            token = try await register(&authenticator, token)
        }
        #expect(await refusal { try await passkeys.beginAdding(token: token, at: test.now) } == .stepAlreadyDone)
    }

    @Test func anAdministratorOfAStrictTenantMaySetUpAPasskey() async throws {
        _ = try await test.tenant(configuration: #"{"onboardingConfig":{"requireAdminSecondFactor":true}}"#)
        try await add(role: .admin)
        guard case .mustSetUpSecondFactor(let token) = try await signIn() else { throw Refusal(.signInFailed) }
        var authenticator = try SoftwareAuthenticator()
        let open = try await register(&authenticator, token)
        #expect(try await person(open)?.role == .admin)
        try await passkeys.remove(token: open, id: Base64URL.encode(authenticator.credentialID), at: test.now)
        #expect(try await person(open) == nil, "there is no second factor any more")
    }

    /// No bit of what is said, or of the signature, can be another one.
    @Test func whateverIsChangedIsRefused() throws {
        let site = try #require(RelyingParty(publicURL: "https://onboarding.test"))
        var authenticator = try SoftwareAuthenticator()
        authenticator.counter = 1
        let id = try OperatorID.random()
        authenticator.userHandle = [UInt8](id.text.utf8)
        let challenge = Base64URL.encode([UInt8](repeating: 3, count: 32))
        let made = try authenticator.create(challenge, for: nil).newCredential(challenge: challenge, at: site)
        authenticator.userHandle = [UInt8](id.text.utf8)
        let passkey = PasskeyRow(
            credentialID: made.credential.id, operatorID: id, algorithm: -7,
            publicKey: made.credential.publicKey.bytes, counter: 0, name: "", createdAt: test.now)
        let proof = try authenticator.get(challenge)
        #expect(try proof.counter(of: passkey, challenge: challenge, at: site, needsVerified: true) == 1)
        func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
            var bytes = bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            return bytes
        }
        let parts = [proof.credentialID, proof.clientData, proof.authenticatorData, proof.signature]
        for part in parts.indices {
            for bit in 0..<(8 * parts[part].count) {
                var changed = parts
                changed[part] = flipped(parts[part], bit)
                let other = PasskeyProof(
                    credentialID: changed[0], clientData: changed[1], authenticatorData: changed[2],
                    signature: changed[3], userHandle: proof.userHandle)
                #expect(throws: PasskeyFailure.self, "part \(part), bit \(bit)") {
                    try other.counter(of: passkey, challenge: challenge, at: site, needsVerified: true)
                }
            }
        }
    }

    @Test(arguments: [
        ("https://kyc.example.org", "kyc.example.org", "https://kyc.example.org"),
        ("https://KYC.example.org:443/kyc", "kyc.example.org", "https://kyc.example.org"),
        ("https://kyc.example.org:8443", "kyc.example.org", "https://kyc.example.org:8443"),
        ("http://localhost:8080", "localhost", "http://localhost:8080"),
    ])
    func aSiteIsTheServersHost(url: String, id: String, origin: String) {
        let site = RelyingParty(publicURL: url)
        #expect(site?.id == id && site?.origin == origin)
    }

    @Test(arguments: ["https://192.0.2.7", "https://[2001:db8::1]", "http://kyc.example.org", "kyc.example.org", ""])
    func whereBrowsersUseNoneThereIsNoSite(url: String) {
        #expect(RelyingParty(publicURL: url) == nil)
    }
}
