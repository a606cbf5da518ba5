import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// What an operator with the right `credentials` does; `SignInTests` has what anybody does with a credential.
@Suite struct ClientCredentialsTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
    }

    private func credentials(
        _ rights: Set<OperatorRight>, of tenant: Tenant
    ) throws -> ClientCredentials {
        let person = SignedInOperator(
            id: try .random(), name: "root", role: .admin, rights: rights, sessionDigest: [], endsAt: test.now)
        return try test.useCases.administration.clientCredentials.by(Principal(tenant: tenant, role: .operator(person)))
    }

    private func add(
        _ name: String, _ scopes: [String], by credentials: ClientCredentials, to tenant: Tenant, days: Int? = nil
    ) async throws -> ClientCredentials.Made {
        try await credentials.add(
            name, to: (tenant.id, tenant.name), scopes: scopes, days: days, publicKeyPEM: nil, at: test.now)
    }

    private func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do {
            try await body()
            return nil
        } catch {
            return error as? Refusal
        }
    }

    @Test func whoeverLacksTheRightMakesNoCredential() async throws {
        let tenant = try await test.tenant()
        #expect(throws: Refusal.self) { try credentials([.people, .configuration], of: tenant) }
        let client = Principal(tenant: tenant, role: .portal)
        #expect(throws: Refusal.self) { try test.useCases.administration.clientCredentials.by(client) }
    }

    @Test func nobodyGivesAClientAScopeThatStandsForARightTheyLack() async throws {
        let tenant = try await test.tenant()
        let bounded = try credentials(OperatorRole.admin.rights, of: tenant)
        for scope in Scope.allCases {
            let refused = await refusal {
                _ = try await add("c-\(scope.rawValue.filter { $0 != ":" })", [scope.rawValue], by: bounded, to: tenant)
            }
            // An administrator sees no person, erases nobody and takes no second look but by name.
            let isBeyond = [.readPersons, .users, .erase, .administerUsers, .review].contains(scope)
            #expect((refused?.reason == .scopeMissing) == isBeyond, "\(scope)")
        }
        let whole = try credentials(Set(OperatorRight.allCases), of: tenant)
        let made = try await add("reader", ["person:read"], by: whole, to: tenant)
        // Whoever has its secret may do what the client may.
        let refused = await refusal {
            _ = try await bounded.replaceKey(
                of: made.clientID, of: tenant.id, publicKeyPEM: nil, overlapInHours: 0, at: test.now)
        }
        #expect(refused?.reason == .scopeMissing && refused?.details.allowed == ["person:read"])
        try await bounded.end(made.clientID, of: tenant.id, at: test.now)
        let ended = try await bounded.list(of: tenant.id, at: test.now).first { $0.clientID == made.clientID }
        #expect(ended?.isGood == false)
    }

    @Test func aTenantsCredentialsAreItsOwn() async throws {
        let own = try await test.tenant()
        _ = try await test.tenant("other")
        let credentials = try credentials(OperatorRole.admin.rights, of: own)
        for client in ["other-b2b", "acme-nobody"] {
            await #expect(throws: ClientCredentials.Failure.clientUnknown) {
                _ = try await credentials.replaceKey(
                    of: client, of: own.id, publicKeyPEM: nil, overlapInHours: 0, at: test.now)
            }
            await #expect(throws: ClientCredentials.Failure.clientUnknown) {
                try await credentials.end(client, of: own.id, at: test.now)
            }
        }
        #expect(try await credentials.list(of: own.id, at: test.now).map(\.clientID) == ["acme-b2b"])
    }

    @Test func noKeyBringsBackWhatHasEnded() async throws {
        let tenant = try await test.tenant()
        let credentials = try credentials(OperatorRole.admin.rights, of: tenant)
        let made = try await add("short", ["enroll"], by: credentials, to: tenant, days: 1)
        test.advance(days: 1)
        await #expect(throws: ClientCredentials.Failure.clientEnded) {
            _ = try await credentials.replaceKey(
                of: made.clientID, of: tenant.id, publicKeyPEM: nil, overlapInHours: 0, at: test.now)
        }
    }

    @Test func whatMakesNoCredentialHasItsOwnFailure() async throws {
        let tenant = try await test.tenant()
        let credentials = try credentials(OperatorRole.admin.rights, of: tenant)
        func failure(_ name: String, _ scopes: [String], days: Int? = nil) async -> ClientCredentials.Failure? {
            do {
                _ = try await add(name, scopes, by: credentials, to: tenant, days: days)
                return nil
            } catch {
                return error as? ClientCredentials.Failure
            }
        }
        #expect(await failure("A", ["enroll"]) == .nameMalformed)
        #expect(await failure("a", []) == .scopeMissing)
        #expect(await failure("a", ["everything"]) == .scopeUnknown)
        #expect(await failure("a", ["enroll"], days: 0) == .daysOutOfRange)
        #expect(await failure("a", ["enroll"], days: 3651) == .daysOutOfRange)
        #expect(await failure("b2b", ["enroll"]) == .nameTaken)
        #expect(await failure("a", ["enroll"], days: 3650) == nil)
    }
}
