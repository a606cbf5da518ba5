import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage
import Testing

@testable import OnboardingFixture
@testable import Tenancy

@Suite struct OperatorSignInTests {
    private let test: TestInstallation
    private let operators: OperatorSignIn

    /// A thousandth of what a password costs.
    private static let quick = Scrypt.Cost(logN: 10, r: 8, p: 1)
    private static let password = "correct horse battery"

    init() async throws {
        test = try await TestInstallation()
        var operators = test.useCases.administration.operators
        operators.cost = Self.quick
        self.operators = operators
    }

    private var administration: OperatorAdministration { test.useCases.administration.operatorAdministration }

    /// Makes an operator with the password of these tests.
    private func add(_ name: String, role: OperatorRole = .auditor, rights: [String] = []) async throws {
        let hash = try PasswordHash(of: Self.password, cost: Self.quick)
        let token = try await administration.create(
            name, role: role.rawValue, rights: rights, tenant: "acme", password: hash, at: test.now)
        #expect(token == nil)
    }

    private func signIn(
        _ name: String = "ada", password: String = password, tenant: String = "acme", from address: String = "192.0.2.7"
    ) async throws -> OperatorSignIn.Result {
        try await operators.signIn(
            tenantName: tenant, name: name, password: password, from: address, at: test.now)
    }

    private func refusal(_ body: () async throws -> some Any) async -> Refusal? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? Refusal
        }
    }

    private func token(_ result: OperatorSignIn.Result) throws -> String {
        guard case .signedIn(let token) = result else { throw Refusal(.signInFailed) }
        return token
    }

    private func redeem(_ link: String, _ password: String = password) async throws -> OperatorSignIn.Result {
        try await operators.redeemLink(token: link, settingPassword: password, at: test.now)
    }

    private func signedIn(_ token: String) async throws -> SignedInOperator? {
        try await operators.principal(token: token, at: test.now)?.operator
    }

    /// What the trail tells of operators.
    private func told(_ kinds: AuditEvent.Kind...) async throws -> [[String: String]] {
        try await test.data.store.auditEntries().filter { kinds.map(\.rawValue).contains($0.kind) }.map(\.detail)
    }

    private func passwordsTried() -> Int {
        let line = test.metrics.text(gauges: []).split(separator: "\n")
            .first { $0.hasPrefix(#"onboarding_work_seconds_count{work="password"}"#) }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
    }

    private func code(_ made: OperatorSignIn.NewSecondFactor, after steps: Int64 = 0) throws -> String {
        let secret = try #require(Base32.decode(made.secret))
        return try TimeBasedCode(secret: secret)
            .code(ofStep: TimeBasedCode.step(at: test.now.secondsSince1970) + steps)
    }

    @Test func aPasswordSignsInWithTheRightsOfTheOperator() async throws {
        let tenant = try await test.tenant()
        try await add("ada", rights: ["persons"])
        for (name, asked) in [("ada", "acme"), (" Ada ", "acme-consumers")] {
            let token = try token(try await signIn(name, tenant: asked))
            let principal = try #require(try await operators.principal(token: token, at: test.now))
            let person = try #require(principal.operator)
            #expect(principal.tenant.id == tenant.id)
            #expect(person.name == "ada" && person.role == .auditor && person.rights == [.cases, .persons])
            #expect(person.hasPassword && !person.maySetPasswordAnew && !person.hasSecondFactor)
            #expect(person.endsAt == test.now.adding(seconds: 1800))
            #expect(principal.identity == .operator(name: "ada"))
        }
        let entries = try await told(.operatorSignedIn)
        #expect(entries.map { $0["means"] } == ["password", "password"])
        #expect(entries.allSatisfy { $0["actor"] == "operator ada" })
    }

    @Test func whateverIsWrongIsOneRefusalAfterTheSameWork() async throws {
        _ = try await test.tenant()
        _ = try await test.tenant("other")
        try await add("ada")
        try await add("bob")
        try await administration.disable("bob", tenant: "acme", at: test.now)
        _ = try await administration.create("eve", role: "operator", tenant: "acme", at: test.now)
        let long = String(repeating: "a", count: 129)
        let wrong: [(name: String, password: String, tenant: String)] = [
            ("ada", Self.password + "x", "acme"), ("ada", "", "acme"), ("ada", long, "acme"),
            ("ada", Self.password, "other"), ("ada", Self.password, "nobody"), ("nobody", Self.password, "acme"),
            ("bob", Self.password, "acme"), ("bob", "wrong", "acme"), ("eve", Self.password, "acme"),
            ("eve", "", "acme"),
            ("", Self.password, ""), (String(repeating: "a", count: 10_000), Self.password, "acme"),
        ]
        for (number, (name, password, tenant)) in wrong.enumerated() {
            let refusal = await refusal { try await signIn(name, password: password, tenant: tenant) }
            #expect(refusal == Refusal(.signInFailed), "\(number)")
            #expect(passwordsTried() == number + 1)
        }
        let entries = try await told(.operatorSignInFailed)
        let causes = entries.map { "\($0["operator"] ?? "") \($0["cause"] ?? "")" }
        let expected = [
            "ada wrong-password", "unknown unknown-operator", "bob operator-disabled", "bob wrong-password",
            "eve wrong-password",
        ]
        #expect(Set(causes) == Set(expected), "the name only of one that the tenant has")
        #expect(try await told(.operatorSignedIn).isEmpty)
    }

    @Test func tooManyFailuresOfANameFromAnAddressAreRefusedBeforeTheWork() async throws {
        _ = try await test.tenant()
        try await add("ada")
        for name in ["ada", "nobody"] {
            for _ in 0..<Limit.signInFailures.value {
                #expect(await refusal { try await signIn(name, password: "wrong") }?.reason == .signInFailed)
            }
            let tried = passwordsTried()
            let refusal = await refusal { try await signIn(name) }
            #expect(refusal?.reason == .rateLimited && refusal?.retryAfterInSeconds == Limit.signInWindow.value)
            #expect(passwordsTried() == tried)
        }
        // Whoever has another address is not kept out, and after a while nobody is.
        _ = try token(try await signIn(from: "192.0.2.8"))
        test.advance(milliseconds: Int64(Limit.signInWindow.value) * 1000)
        _ = try token(try await signIn())
        #expect(try await told(.operatorSignInFailed).contains { $0["cause"] == "too-many" })
    }

    @Test func whoIsRightIsNotCounted() async throws {
        _ = try await test.tenant()
        try await add("ada")
        for _ in 0..<Limit.signInFailuresOfAddress.value + 5 { _ = try token(try await signIn()) }
    }

    @Test func failuresOfManyNamesAreBoundedByAddressAndOfOneNameSlowedDown() {
        let (attempts, now) = (SignInAttempts(), test.now)
        func key(_ name: Int, _ address: Int) -> SignInAttempts.Key { .init(name: "\(name)", address: "\(address)") }
        for number in 0..<Limit.signInFailuresOfAddress.value {
            #expect(attempts.begin(key(number, 0), at: now) == nil)
        }
        #expect(attempts.begin(key(1000, 0), at: now) != nil)
        #expect(attempts.begin(key(1000, 1), at: now) == nil)
        for number in 0..<Limit.signInFailuresOfName.value {
            #expect(attempts.begin(key(2000, 1000 + number), at: now) == nil)
        }
        // One try is left to every other address.
        for address in 1...2 {
            #expect(attempts.begin(key(2000, address), at: now) == nil)
            #expect(attempts.begin(key(2000, address), at: now) != nil)
        }
        // What was refused has not counted for the address.
        for _ in 0..<100 { #expect(attempts.begin(key(2000, 2), at: now) != nil) }
        #expect(attempts.begin(key(3000, 2), at: now) == nil)
    }

    @Test func strangersKeepNobodyFromWhereTheyHaveSignedIn() async throws {
        _ = try await test.tenant()
        try await add("ada")
        _ = try token(try await signIn(from: "192.0.2.7"))
        for block in 0..<2 * Limit.signInFailuresOfName.value {
            _ = await refusal { try await signIn(password: "wrong", from: "block \(block)") }
        }
        // Who mistypes where they are known has as many tries as ever, and elsewhere one.
        for address in ["192.0.2.7", "198.51.100.7"] {
            #expect(await refusal { try await signIn(password: "wrong", from: address) }?.reason == .signInFailed)
        }
        #expect(await refusal { try await signIn(from: "198.51.100.7") }?.reason == .rateLimited)
        _ = try token(try await signIn(from: "192.0.2.7"))
        _ = try token(try await signIn(from: "203.0.113.7"))
    }

    @Test func aSessionEndsAfterHalfAnHourWithoutARequest() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let token = try token(try await signIn())
        for _ in 0..<3 {
            test.advance(milliseconds: 1_799_000)
            #expect(try await signedIn(token) != nil)
        }
        test.advance(milliseconds: 1_800_000)
        #expect(try await signedIn(token) == nil)
        #expect(
            await refusal { try await operators.beginSecondFactor(token: token, at: test.now) }?.reason == .sessionEnded
        )
    }

    @Test func aSessionEndsAfterTwelveHoursHoweverMuchItIsUsed() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let token = try token(try await signIn())
        let end = test.now.adding(seconds: 12 * 3600)
        while test.now.adding(seconds: 1500) < end {
            test.advance(milliseconds: 1_500_000)
            #expect(try await signedIn(token) != nil)
        }
        #expect(try await signedIn(token)?.endsAt == end)
        test.advance(milliseconds: end.millisecondsSince1970 - test.now.millisecondsSince1970)
        #expect(try await signedIn(token) == nil)
    }

    @Test func aRequestIsNotedOnceAMinuteAtMost() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let (token, begun) = (try token(try await signIn()), test.now)
        let digest = try #require(SessionToken.digest(of: token))
        func seen() async throws -> Instant? { try await test.data.store.operatorSession(digest)?.session.lastSeenAt }
        test.advance(milliseconds: 59_999)
        _ = try await signedIn(token)
        #expect(try await seen() == begun)
        test.advance(milliseconds: 1)
        let person = try #require(try await signedIn(token))
        #expect(try await seen() == test.now)
        // What goes on longer than a request keeps no session from ending.
        test.advance(milliseconds: 120_000)
        #expect(try await operators.isSignedIn(person, at: test.now))
        #expect(try await seen() == test.now.adding(seconds: -120))
        test.advance(milliseconds: 1_800_000)
        #expect(try await !operators.isSignedIn(person, at: test.now))
    }

    @Test(arguments: ["", "x", String(repeating: "A", count: 43), String(repeating: "é", count: 43)])
    func whatIsNoTokenIsNoSession(token: String) async throws {
        #expect(try await operators.principal(token: token, at: test.now) == nil)
        try await operators.signOut(token: token, at: test.now)
        #expect(await refusal { try await redeem(token) } == Refusal(.signInFailed))
        #expect(try await operators.linkStanding(token: token, at: test.now) == .unknown)
        #expect(
            await refusal { try await operators.showCode(token: token, code: "123456", at: test.now) }
                == Refusal(.sessionEnded))
    }

    @Test func aSecondFactorIsAskedForOnceItWasSetUpAndEachCodeCountsOnce() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let first = try token(try await signIn())
        #expect(
            await refusal { try await operators.confirmSecondFactor(token: first, code: "123456", at: test.now) }?
                .reason
                == .stepOutOfOrder)
        let made = try await operators.beginSecondFactor(token: first, at: test.now)
        #expect(try await operators.beginSecondFactor(token: first, at: test.now) == made, "a page may be shown again")
        #expect(made.uri.hasPrefix("otpauth://totp/acme:ada?secret=\(made.secret)&issuer=acme"))
        #expect(try await signedIn(first)?.hasSecondFactor == false)
        #expect(
            await refusal {
                try await operators.confirmSecondFactor(token: first, code: try code(made, after: 5), at: test.now)
            }?.reason == .signInFailed)
        let renewed = try await operators.confirmSecondFactor(token: first, code: try code(made), at: test.now)
        #expect(renewed != first)
        #expect(try await signedIn(first) == nil, "the token from before the second factor")
        #expect(try await signedIn(renewed)?.hasSecondFactor == true)
        #expect(
            await refusal { try await operators.beginSecondFactor(token: renewed, at: test.now) }?.reason
                == .stepAlreadyDone)

        guard case .needsSecondFactor(let second) = try await signIn() else { throw Refusal(.signInFailed) }
        #expect(try await signedIn(second) == nil)
        guard case .needsSecondFactor(_, let name)? = try await operators.standing(token: second, at: test.now) else {
            throw Refusal(.signInFailed)
        }
        #expect(name == "ada")
        func show(_ code: String) async -> RefusalReason? {
            await refusal { try await operators.showCode(token: second, code: code, at: test.now) }?.reason
        }
        #expect(await show(try code(made)) == .signInFailed, "it confirmed the set-up")
        #expect(await show(try code(made, after: -1)) == .signInFailed)
        test.advance(milliseconds: 30_000)
        let next = try code(made)
        let shown = try await operators.showCode(
            token: second, code: next.prefix(3) + " " + next.suffix(3), at: test.now)
        let fourth = try token(shown)
        #expect(fourth != second)
        #expect(try await signedIn(second) == nil, "the token that the password alone had made")
        #expect(await show(next) == .sessionEnded)
        #expect(try await signedIn(fourth)?.hasSecondFactor == true)
        #expect(
            try await operators.showCode(token: fourth, code: "nonsense", at: test.now) == .signedIn(token: fourth),
            "it is shown already")
        guard case .needsSecondFactor(let third) = try await signIn() else { throw Refusal(.signInFailed) }
        #expect(
            await refusal { try await operators.showCode(token: third, code: next, at: test.now) }?.reason
                == .signInFailed, "in another session")
        let means = try await told(.operatorSignedIn).map { $0["means"] }
        #expect(means == ["password", "password+code"])
    }

    @Test func wrongCodesAreBoundedByOperatorWhateverTheSession() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let first = try token(try await signIn())
        let made = try await operators.beginSecondFactor(token: first, at: test.now)
        let open = try await operators.confirmSecondFactor(token: first, code: try code(made), at: test.now)
        test.advance(milliseconds: 60_000)
        let right = try code(made)
        let wrong = right == "000000" ? "000001" : "000000"
        for _ in 0..<Limit.wrongCodes.value {
            guard case .needsSecondFactor(let token) = try await signIn() else { throw Refusal(.signInFailed) }
            let refusal = await refusal { try await operators.showCode(token: token, code: wrong, at: test.now) }
            #expect(refusal?.reason == .signInFailed)
        }
        guard case .needsSecondFactor(let token) = try await signIn() else { throw Refusal(.signInFailed) }
        let refusal = await refusal { try await operators.showCode(token: token, code: right, at: test.now) }
        #expect(refusal?.reason == .rateLimited && refusal?.retryAfterInSeconds == Limit.wrongCodeWindow.value)
        #expect(try await signedIn(open) != nil, "who was signed in stays so")

        // Whoever has lost the factor gets another one, which nobody has tried codes at.
        try await administration.resetSecondFactor("ada", tenant: "acme", at: test.now)
        let anew = try self.token(try await signIn())
        let other = try await operators.beginSecondFactor(token: anew, at: test.now)
        _ = try await operators.confirmSecondFactor(token: anew, code: try code(other), at: test.now)
    }

    @Test func theSecondFactorHasToBeShownWithinTenMinutes() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let first = try token(try await signIn())
        let made = try await operators.beginSecondFactor(token: first, at: test.now)
        _ = try await operators.confirmSecondFactor(token: first, code: try code(made), at: test.now)
        guard case .needsSecondFactor(let late) = try await signIn() else { throw Refusal(.signInFailed) }
        let (code, begun) = (try code(made, after: 20), test.now)
        test.advance(milliseconds: 600_000)
        #expect(
            await refusal { try await operators.showCode(token: late, code: code, at: test.now) }?.reason
                == .sessionEnded)
        guard case .needsSecondFactor(let token) = try await signIn() else { throw Refusal(.signInFailed) }
        let shown = try self.token(try await operators.showCode(token: token, code: code, at: test.now))
        #expect(try await signedIn(shown)?.endsAt == test.now.adding(seconds: 1800))
        #expect(test.now == begun.adding(seconds: 600))
    }

    @Test func anAdministratorOfAStrictTenantCanOnlySetUpTheSecondFactor() async throws {
        _ = try await test.tenant(configuration: #"{"onboardingConfig":{"requireAdminSecondFactor":true}}"#)
        try await add("ada", role: .admin)
        try await add("bob")
        _ = try token(try await signIn("bob"))
        guard case .mustSetUpSecondFactor(let token) = try await signIn() else { throw Refusal(.signInFailed) }
        #expect(try await signedIn(token) == nil)
        guard case .mustSetUpSecondFactor? = try await operators.standing(token: token, at: test.now) else {
            throw Refusal(.signInFailed)
        }
        #expect(
            await refusal {
                try await operators.setPassword(
                    token: token, old: Self.password, new: "another long password", from: "", at: test.now)
            }?.reason == .sessionEnded)
        let made = try await operators.beginSecondFactor(token: token, at: test.now)
        let open = try await operators.confirmSecondFactor(token: token, code: try code(made), at: test.now)
        #expect(try await signedIn(open)?.role == .admin)

        // Who was signed in before the tenant asked for it is not spared.
        try await administration.resetSecondFactor("ada", tenant: "acme", at: test.now)
        #expect(try await signedIn(open) == nil)
        guard case .mustSetUpSecondFactor = try await signIn() else { throw Refusal(.signInFailed) }
    }

    @Test func aLinkSetsAPasswordWithoutTheOneBeforeOnceAndSignsIn() async throws {
        _ = try await test.tenant()
        let link = try #require(
            try await administration.create("ada", role: "auditor", tenant: "acme", at: test.now))
        let token = try token(try await redeem(link))
        #expect(await refusal { try await redeem(link) } == Refusal(.signInFailed))
        let person = try #require(try await signedIn(token))
        #expect(person.hasPassword && !person.maySetPasswordAnew, "from here on the old one has to be known")

        // Who has forgotten it.
        let other = try self.token(try await signIn())
        let next = try await administration.link("ada", tenant: "acme", at: test.now)
        let byLink = try self.token(try await redeem(next, "another long password"))
        #expect(try await signedIn(byLink)?.maySetPasswordAnew == false)
        #expect(try await signedIn(other) == nil, "other sessions end")
        #expect(await refusal { try await signIn() }?.reason == .signInFailed)
        _ = try self.token(try await signIn(password: "another long password"))
        #expect(try await told(.operatorSignedIn).map { $0["means"] } == ["link", "password", "link", "password"])
        #expect(try await told(.operatorPasswordSet).map { $0["actor"] } == ["operator ada", "operator ada"])
    }

    /// A tab that is closed, a scanner of mails that opens what it finds, a password that is refused.
    @Test func whoeverSetsNoPasswordUsesNoLinkUp() async throws {
        _ = try await test.tenant()
        let link = try #require(
            try await administration.create("ada", role: "auditor", tenant: "acme", at: test.now))
        for _ in 0..<3 {
            #expect(
                try await operators.linkStanding(token: link, at: test.now) == .good(tenantName: "acme", name: "ada"))
        }
        #expect(await refusal { try await redeem(link, "") }?.reason == .passwordLength)
        #expect(await refusal { try await redeem(link, "eleven char") }?.reason == .passwordLength)
        #expect(await refusal { try await redeem(link, "qwertyqwerty") }?.reason == .passwordGuessable)
        #expect(await refusal { try await redeem(link, "nobody at acme knows") }?.reason == .passwordGuessable)
        #expect(try await told(.operatorSignedIn, .operatorPasswordSet).isEmpty)
        _ = try token(try await redeem(link))
        #expect(try await operators.linkStanding(token: link, at: test.now) == .unknown)
        #expect(try await told(.operatorSignedIn, .operatorPasswordSet).count == 2)
    }

    @Test func aLinkWhoseTimeIsOverIsToldFromOneThatWasUsed() async throws {
        _ = try await test.tenant()
        let link = try #require(
            try await administration.create("ada", role: "auditor", tenant: "acme", at: test.now))
        let end = test.now.adding(seconds: Limit.signInLinkLife.seconds)
        test.advance(milliseconds: Limit.signInLinkLife.seconds * 1000)
        #expect(try await operators.linkStanding(token: link, at: test.now) == .expired(at: end))
        #expect(await refusal { try await redeem(link) } == Refusal(.signInFailed))
        let newer = try await administration.link("ada", tenant: "acme", at: test.now)
        #expect(try await operators.linkStanding(token: link, at: test.now) == .unknown, "another took its place")
        try await administration.disable("ada", tenant: "acme", at: test.now)
        #expect(try await operators.linkStanding(token: newer, at: test.now) == .unknown)
    }

    @Test func aLinkIsGoodForADayAndTheNewestAlone() async throws {
        _ = try await test.tenant()
        var links: [String] = []
        for name in ["ada", "bob", "eve"] {
            links.append(
                try #require(try await administration.create(name, role: "auditor", tenant: "acme", at: test.now)))
        }
        func redeem(_ link: String) async -> RefusalReason? {
            await refusal { try await self.redeem(link) }?.reason
        }
        test.advance(milliseconds: 86_399_999)
        let newest = try await administration.link("eve", tenant: "acme", at: test.now)
        #expect(await redeem(links[0]) == nil)
        #expect(await redeem(links[2]) == .signInFailed, "there is a newer one")
        test.advance(milliseconds: 1)
        #expect(await redeem(links[1]) == .signInFailed, "its day is over")
        #expect(await redeem(newest) == nil)
    }

    @Test func aLinkStandsForThePasswordAndNotForTheSecondFactor() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let first = try token(try await signIn())
        let made = try await operators.beginSecondFactor(token: first, at: test.now)
        _ = try await operators.confirmSecondFactor(token: first, code: try code(made), at: test.now)
        let link = try await administration.link("ada", tenant: "acme", at: test.now)
        guard case .needsSecondFactor(let token) = try await redeem(link, "another long password") else {
            throw Refusal(.signInFailed)
        }
        #expect(try await signedIn(token) == nil, "the password alone opens nothing")
        let shown = try self.token(
            try await operators.showCode(token: token, code: try code(made, after: 1), at: test.now))
        #expect(try await signedIn(shown)?.maySetPasswordAnew == false)
        #expect(try await told(.operatorSignedIn).last?["means"] == "link+code")
    }

    @Test func aPasswordHasTwelveToAHundredAndTwentyEightCharactersAndNeedsTheOneBefore() async throws {
        _ = try await test.tenant()
        try await add("ada")
        var token = try token(try await signIn())
        func set(_ new: String, old: String? = Self.password) async -> RefusalReason? {
            await refusal {
                token = try await operators.setPassword(
                    token: token, old: old, new: new, from: "192.0.2.7", at: test.now)
            }?.reason
        }
        #expect(await set(String(repeating: "a", count: 11)) == .passwordLength)
        #expect(await set(String(repeating: "é", count: 129)) == .passwordLength)
        #expect(await set("another long password", old: "wrong") == .signInFailed)
        #expect(await set("another long password", old: nil) == .signInFailed)
        #expect(await set("another long password", old: String(repeating: "a", count: 1000)) == .signInFailed)
        #expect(await set(String(repeating: "é", count: 128)) == nil)
        #expect(await set("twelve signs", old: String(repeating: "é", count: 128)) == nil)
        _ = try self.token(try await signIn(password: "twelve signs"))
        for _ in 0..<Limit.signInFailures.value { _ = await set("another long password", old: "wrong") }
        #expect(await set("another long password", old: "twelve signs") == .rateLimited)
    }

    /// Common ones, and what everybody knows of whoever signs in here; in whatever letters.
    @Test(arguments: [
        "qwertyqwerty", "QwertyQwerty", "ｑｗｅｒｔｙｑｗｅｒｔｙ", "aaaaaaaaaaaa", "Lovelace-1815-12-10",
        "my ＡＣＭＥ and nobody else's", "OnBoarding in autumn",
    ])
    func aPasswordThatIsTriedFirstIsRefused(password: String) async throws {
        _ = try await test.tenant()
        try await add("ada.lovelace@example.org")
        let token = try token(try await signIn("ada.lovelace@example.org"))
        let refusal = await refusal {
            try await operators.setPassword(
                token: token, old: Self.password, new: password, from: "192.0.2.7", at: test.now)
        }
        #expect(refusal?.reason == .passwordGuessable)
        #expect(try await signedIn(token) != nil)
        #expect(throws: OperatorAdministrationError.passwordGuessable) {
            try OperatorAdministration.hash(ofPassword: password, of: "Ada.Lovelace@example.org", tenant: "acme")
        }
    }

    /// Short names are in many words by chance.
    @Test func aNameOfThreeLettersMayStandInAPassword() throws {
        try PasswordRule.check("a parade of twelve", of: "ada", tenant: "par")
    }

    @Test func aPasswordFromBeforeTheRuleSignsIn() async throws {
        _ = try await test.tenant()
        let hash = try PasswordHash(of: "qwertyqwerty", cost: Self.quick)
        _ = try await administration.create(
            "ada", role: "auditor", tenant: "acme", password: hash, at: test.now)
        _ = try token(try await signIn(password: "qwertyqwerty"))
    }

    @Test func whoIsDisabledIsSignedOutAtOnceAndRightsChangeAtTheNextRequest() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let token = try token(try await signIn())
        let person = try #require(try await signedIn(token))
        try await administration.change("ada", role: "operator", rights: ["export"], tenant: "acme", at: test.now)
        #expect(try await signedIn(token)?.rights == [.trigger, .export])
        try await administration.disable("ada", tenant: "acme", at: test.now)
        #expect(try await signedIn(token) == nil)
        #expect(try await !operators.isSignedIn(person, at: test.now))
        try await administration.enable("ada", tenant: "acme", at: test.now)
        #expect(try await signedIn(token) == nil)
        _ = try self.token(try await signIn())
    }

    @Test func whoSignsOutIsSignedOutHereOrEverywhere() async throws {
        _ = try await test.tenant()
        try await add("ada")
        let tokens = [try token(try await signIn()), try token(try await signIn()), try token(try await signIn())]
        try await operators.signOut(token: tokens[0], at: test.now)
        try await operators.signOut(token: tokens[0], at: test.now)
        #expect(try await signedIn(tokens[0]) == nil)
        let person = try #require(try await signedIn(tokens[1]))
        try await operators.signOutEverywhere(person, at: test.now)
        for token in tokens { #expect(try await signedIn(token) == nil) }
        let entries = try await told(.operatorSignedOut)
        #expect(entries.map { $0["count"] } == ["1", "2"])
    }

    @Test func nothingThatOpensAnythingStandsInTheDatabase() async throws {
        _ = try await test.tenant()
        let link = try #require(
            try await administration.create("eve", role: "auditor", tenant: "acme", at: test.now))
        try await add("ada")
        let token = try token(try await signIn())
        let made = try await operators.beginSecondFactor(token: token, at: test.now)
        _ = try await operators.confirmSecondFactor(token: token, code: try code(made), at: test.now)
        let path = test.data.folder.databasePath
        var stored = Data()
        for suffix in ["", "-wal"] { stored += FileManager.default.contents(atPath: path + suffix) ?? Data() }
        for secret in [link, token, Self.password, made.secret] {
            #expect(stored.range(of: Data(secret.utf8)) == nil)
        }
        #expect(stored.range(of: Data(try #require(Base32.decode(made.secret)))) == nil)
    }
}
