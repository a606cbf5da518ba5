import OnboardingCore
import OnboardingJSON
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// Whoever says who signs in as what could sign in as anything.
@Suite struct ChangeProviderTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
    }

    private func provider(_ rights: [String] = []) -> JSONValue {
        let role: [String: JSONValue] = [
            "value": .string("a"), "role": .string("auditor"), "rights": .array(rights.map(JSONValue.string)),
        ]
        return .object([
            "oidc": .object([
                "issuer": .string("https://idp.example.org"), "clientId": .string("kyc"),
                "roleMap": .array([.object(role)]),
            ])
        ])
    }

    private func person(_ rights: Set<OperatorRight>) async throws -> Principal {
        let person = SignedInOperator(
            id: try .random(), name: "root", role: .admin, rights: rights, sessionDigest: [], endsAt: test.now)
        return Principal(tenant: try await test.tenant(), role: .operator(person))
    }

    private func refusal(_ posted: JSONValue, by principal: Principal) async throws -> ConfigurationRefusal.Rule? {
        do {
            try await test.useCases.administration.configuration.set(posted, by: principal, at: test.now)
            return nil
        } catch let refusal as ConfigurationRefusal {
            return refusal.rule
        }
    }

    @Test func aClientChangesNothingOfIt() async throws {
        let tenant = try await test.tenant()
        let client = Principal(tenant: tenant, role: .client(id: "acme-b2b", scopes: Set(Scope.allCases)))
        #expect(try await refusal(provider(), by: client) == .providerGivesOwnRights)
        do {
            _ = try await test.useCases.administration.configuration.change(provider(), by: client, at: test.now)
            Issue.record("accepted")
        } catch let refusal as Refusal {
            #expect(refusal.reason == .configurationConflict)
        }
        // A whole answer with another value changed is posted back as ever.
        let shown = try await test.useCases.administration.configuration.read(by: client, at: test.now)
        let posted = shown.setting(.number(7), at: ["onboardingConfig", "maxFaceAttempts"])
        #expect(try await refusal(posted, by: client) == nil)
    }

    @Test func nobodyGivesRightsThatTheyLack() async throws {
        let admin = OperatorRole.admin.rights
        #expect(try await refusal(provider(), by: person(admin.subtracting([.people]))) == .providerGivesOwnRights)
        #expect(try await refusal(provider(["export"]), by: person(admin)) == .providerGivesOwnRights)
        #expect(try await refusal(provider(), by: person(admin)) == nil)
        #expect(try await refusal(provider(["export"]), by: person(admin.union([.export]))) == nil)
        // What gives more than they have, they do not turn to another provider either.
        let other = JSONValue.object(["oidc": .object(["issuer": .string("https://another.example.org")])])
        #expect(try await refusal(other, by: person(admin)) == .providerGivesOwnRights)
        // Nor take away: it is changed as a whole.
        #expect(try await refusal(.object(["oidc": .object(["required": .bool(true)])]), by: person(admin)) != nil)
    }
}
