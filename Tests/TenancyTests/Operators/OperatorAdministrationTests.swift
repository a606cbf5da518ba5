import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingFixture
@testable import Tenancy

@Suite struct OperatorAdministrationTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
        _ = try await test.tenant()
    }

    private var administration: OperatorAdministration { test.useCases.administration.operatorAdministration }

    private func create(
        _ name: String, role: String = "operator", rights: [String] = [], tenant: String = "acme",
        by administration: OperatorAdministration? = nil
    ) async throws {
        _ = try await (administration ?? self.administration)
            .create(name, role: role, rights: rights, tenant: tenant, at: test.now)
    }

    private func administrator(_ rights: Set<OperatorRight>, of tenant: String = "acme") async throws -> Principal {
        let person = SignedInOperator(
            id: try .random(), name: "root", role: .admin, rights: rights, sessionDigest: [], endsAt: test.now)
        return Principal(tenant: try await test.tenant(tenant), role: .operator(person))
    }

    @Test func aRoleComesWithItsRightsAndFurtherOnesAreGivenByName() async throws {
        try await create("a", role: "operator")
        try await create("b", role: "auditor", rights: ["persons", "export"])
        try await create("c", role: "admin")
        let people = try await administration.list(tenant: "acme")
        #expect(people.map(\.name) == ["a", "b", "c"])
        #expect(people.map(\.role) == ["operator", "auditor", "admin"])
        #expect(
            people.map(\.rights) == [
                ["trigger"], ["cases", "persons", "export"],
                ["trigger", "cases", "configuration", "people", "credentials", "retention"],
            ])
        for role in OperatorRole.allCases {
            #expect(role.rights.isDisjoint(with: [.persons, .export, .review, .erase]), "no role has them but by name")
        }
    }

    @Test func whatMakesNoOperatorIsRefusedWithASentence() async throws {
        func error(_ body: () async throws -> Void) async -> OperatorAdministrationError? {
            do {
                try await body()
                return nil
            } catch {
                return error as? OperatorAdministrationError
            }
        }
        for name in ["", "a b", "ada\n", "äda", String(repeating: "a", count: 65), "a/b"] {
            #expect(await error { try await create(name) } == .nameMalformed, "\(name)")
        }
        #expect(await error { try await create("Ada@Example.org") } == nil)
        #expect(await error { try await create("ada@example.org") } == .nameTaken)
        #expect(await error { try await create("b", role: "root") } == .unknownRole)
        #expect(await error { try await create("b", rights: ["persons", "all"]) } == .unknownRight)
        #expect(await error { try await create("b", tenant: "nobody") } == .unknownTenant)
        #expect(await error { try await administration.disable("b", tenant: "acme", at: test.now) } == .unknownOperator)
        try await administration.disable("ada@example.org", tenant: "acme", at: test.now)
        #expect(
            await error { _ = try await administration.link("ada@example.org", tenant: "acme", at: test.now) }
                == .operatorDisabled)
        for password in ["eleven char", String(repeating: "a", count: 129)] {
            #expect(throws: OperatorAdministrationError.passwordLength) {
                try OperatorAdministration.hash(ofPassword: password, of: "b", tenant: "acme")
            }
        }
    }

    @Test func anAdministratorGivesNoRightThatTheyLackAndTouchesNobodyWhoHasOne() async throws {
        try await create("auditor", role: "auditor", rights: ["persons"])
        try await create("clerk")
        let bounded = try administration.by(try await administrator([.people, .trigger, .cases]))
        let store = test.data.store

        func refused(_ allowed: [String], _ body: () async throws -> Void) async {
            do {
                try await body()
                Issue.record("it was done")
            } catch {
                let refusal = error as? Refusal
                #expect(refusal?.reason == .scopeMissing)
                #expect(refusal?.details.allowed == allowed)
            }
        }
        let now = test.now
        await refused(["persons"]) { try await create("x", role: "auditor", rights: ["persons"], by: bounded) }
        await refused(["configuration", "credentials", "retention"]) {
            try await create("x", role: "admin", by: bounded)
        }
        await refused(["export"]) {
            try await bounded.change("clerk", role: "operator", rights: ["export"], tenant: "acme", at: now)
        }
        await refused(["review", "erase"]) {
            try await create("x", role: "auditor", rights: ["erase", "review"], by: bounded)
        }
        await refused(["persons"]) { _ = try await bounded.link("auditor", tenant: "acme", at: now) }
        await refused(["persons"]) { _ = try await bounded.signOut("auditor", tenant: "acme", at: now) }
        await refused(["persons"]) { try await bounded.resetSecondFactor("auditor", tenant: "acme", at: now) }
        await refused(["persons"]) { try await bounded.disable("auditor", tenant: "acme", at: now) }
        await refused(["persons"]) { try await bounded.enable("auditor", tenant: "acme", at: now) }
        await refused(["persons"]) { try await bounded.change("auditor", role: "operator", tenant: "acme", at: now) }
        #expect(
            try await store.auditEntries().filter { $0.kind.hasPrefix("operator") }.count == 4, "two made, with links")

        try await bounded.change("clerk", role: "auditor", tenant: "acme", at: now)
        _ = try await bounded.link("clerk", tenant: "acme", at: now)
        #expect(try await bounded.list(tenant: "acme").map(\.rights) == [["cases", "persons"], ["cases"]])
    }

    @Test func anAdministratorHasTheirOwnTenantAlone() async throws {
        _ = try await test.tenant("other")
        try await create("clerk", tenant: "other")
        let all = try await administrator(Set(OperatorRight.allCases))
        let bounded = try administration.by(all)
        await #expect(throws: OperatorAdministrationError.unknownTenant) { try await bounded.list(tenant: "other") }
        await #expect(throws: OperatorAdministrationError.unknownTenant) {
            try await bounded.link("clerk", tenant: "other", at: test.now)
        }
    }

    @Test func onlyWhoHasTheRightAdministersPeople() async throws {
        let tenant = try await test.tenant()
        let others: [(Principal.Role, RefusalReason)] = [
            (.portal, .roleMissing), (.apiKeyHolder, .roleMissing), (.phone(sessionDigest: []), .roleMissing),
            (try await administrator([.configuration, .credentials]).role, .scopeMissing),
        ]
        for (role, reason) in others {
            let refusal = #expect(throws: Refusal.self) {
                try administration.by(Principal(tenant: tenant, role: role))
            }
            #expect(refusal?.reason == reason)
        }
    }

    @Test func aLinkIsThePathBehindTheServersURL() {
        #expect(OperatorAdministration.linkPath(token: "abc") == "/sign-in/link#abc")
    }

    @Test func nobodyTakesTheRightToAdministerPeopleFromThemselves() async throws {
        try await create("ada", role: "admin")
        try await create("joe", role: "admin")
        let rows = try await test.data.store.operators(tenant: try await test.tenant().id)
        let ada = try #require(rows.first { $0.name == "ada" })
        let person = SignedInOperator(
            id: ada.id, name: "ada", role: .admin, rights: OperatorRole.admin.rights, sessionDigest: [],
            endsAt: test.now)
        let own = try administration.by(Principal(tenant: try await test.tenant(), role: .operator(person)))
        await #expect(throws: OperatorAdministrationError.ownRight) {
            try await own.change("ada", role: "auditor", tenant: "acme", at: test.now)
        }
        await #expect(throws: OperatorAdministrationError.ownRight) {
            try await own.disable("Ada", tenant: "acme", at: test.now)
        }
        try await own.change("ada", role: "auditor", rights: ["people"], tenant: "acme", at: test.now)
        try await own.change("joe", role: "auditor", tenant: "acme", at: test.now)
        try await own.disable("joe", tenant: "acme", at: test.now)
        // Whoever has the master key may do everything.
        try await administration.change("ada", role: "auditor", tenant: "acme", at: test.now)
    }

    @Test func whenSomebodyWasLastSeenIsToldAlsoAfterTheSessionHasEnded() async throws {
        let token = try #require(
            try await administration.create("ada", role: "operator", tenant: "acme", at: test.now))
        func lastSeen() async throws -> Instant? {
            try await administration.list(tenant: "acme").first { $0.name == "ada" }?.lastSeenAt
        }
        #expect(try await lastSeen() == nil)
        let signedInAt = test.now
        guard
            case .signedIn(let session) = try await test.useCases.administration.operators.redeemLink(
                token: token, settingPassword: "correct horse battery", at: test.now)
        else {
            Issue.record("not signed in")
            return
        }
        #expect(try await lastSeen() == signedInAt)
        test.advance(milliseconds: 600_000)
        _ = try await test.useCases.administration.operators.standing(token: session, at: test.now)
        #expect(try await lastSeen() == test.now)
        try await test.useCases.administration.operators.signOut(token: session, at: test.now)
        #expect(try await lastSeen() == signedInAt)
    }
}
