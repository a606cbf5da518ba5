import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

@Suite struct PrincipalTests {
    private let test: TestInstallation
    private let tenant: Tenant

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
    }

    private func signedIn(_ rights: Set<OperatorRight>) throws -> Principal {
        let person = SignedInOperator(
            id: try .random(), name: "ada", role: .auditor, rights: rights, sessionDigest: [1], endsAt: test.now)
        return Principal(tenant: tenant, role: .operator(person))
    }

    private func refusal(_ body: () throws -> Void) -> Refusal? {
        do {
            try body()
            return nil
        } catch {
            return error as? Refusal
        }
    }

    @Test func aRightOpensWhatItsScopeOpensForAClient() throws {
        let opened: [OperatorRight: Set<Scope>] = [
            .trigger: [.enroll], .cases: [.readEnrollments], .persons: [.readPersons, .users],
            .configuration: [.configuration, .metrics, .attributes], .export: [], .people: [], .credentials: [],
            .retention: [],
            .review: [.review], .erase: [.erase, .administerUsers],
        ]
        #expect(Set(opened.keys) == Set(OperatorRight.allCases))
        for (right, scopes) in opened {
            let principal = try signedIn([right])
            for scope in Scope.allCases {
                #expect(principal.has(scope) == scopes.contains(scope), "\(right) \(scope)")
                #expect((refusal { try principal.require(scope) } == nil) == scopes.contains(scope))
                #expect((refusal { try principal.requireOfClient(anyOf: [scope]) } == nil) == scopes.contains(scope))
            }
        }
        #expect(Set(opened.values.joined()) == Set(Scope.allCases), "a right stands for each")
    }

    @Test func whoeverLacksARightIsToldWhichOneAndAClientWhichScope() throws {
        let auditor = try signedIn([.cases])
        let lacking = try #require(refusal { try auditor.require(.readPersons) })
        #expect(lacking.reason == .scopeMissing && lacking.details.allowed == ["persons"])
        let ofSeveral = refusal { try auditor.requireOfClient(anyOf: [.enroll, .metrics]) }
        #expect(ofSeveral?.details.allowed == ["trigger", "configuration"])
        #expect(refusal { try auditor.require(right: .cases) } == nil)
        #expect(refusal { try auditor.require(right: .export) }?.details.allowed == ["export"])
        let client = Principal(tenant: tenant, role: .client(id: "acme-desk", scopes: [.enroll]))
        #expect(refusal { try client.require(.readPersons) }?.details.allowed == ["person:read"])
        #expect(refusal { try client.requireOfClient(anyOf: [.enroll, .erase]) } == nil)
    }

    @Test func aPhoneAndWhoHasTheAPIKeyHaveNoScopeAndNoRight() {
        for role in [Principal.Role.phone(sessionDigest: [1]), .apiKeyHolder] {
            let principal = Principal(tenant: tenant, role: role)
            for scope in Scope.allCases {
                #expect(!principal.has(scope))
                #expect(refusal { try principal.require(scope) }?.reason == .roleMissing)
            }
            #expect(
                refusal { try principal.requireOfClient(anyOf: [.enroll]) } == nil, "their routes say what they open")
            #expect(refusal { try principal.require(right: .trigger) }?.reason == .roleMissing)
            #expect(principal.operator == nil)
        }
    }

    @Test func rightsAreStoredAsWordsInOneOrder() {
        let all = Set(OperatorRight.allCases)
        #expect(
            OperatorRight.text(all)
                == "trigger cases persons export configuration people credentials retention review erase")
        #expect(OperatorRight.all(in: OperatorRight.text(all)) == all)
        #expect(OperatorRight.all(in: "cases later persons") == [.cases, .persons])
        #expect(OperatorRight.text([]) == "")
    }

    @Test func theKeysOfAnOperatorsRequestsAreTheirOwn() async throws {
        let key = try IdempotencyKey(field: "k")
        let request = Enroll.Request(
            person: .named(
                username: "ada", email: "ada@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                reference: nil), consent: nil)
        func enroll(_ principal: Principal) async throws -> String {
            let result = try await test.useCases.person.enroll.perform(
                request, bodyDigest: [1], key: key, by: principal, at: test.now)
            guard case .started(let started) = result else { throw Refusal(.tokenUnknown) }
            return started.enrollmentToken
        }
        let (first, second) = (try signedIn([.trigger]), try signedIn([.trigger]))
        let token = try await enroll(first)
        #expect(try await enroll(first) == token)
        #expect(try await enroll(second) != token)
        #expect(try await enroll(Principal(tenant: tenant, role: .portal)) != token)
    }
}
