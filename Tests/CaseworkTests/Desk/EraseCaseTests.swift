import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// The erasure that an operator asks for at the desk.
@Suite struct EraseCaseTests {
    private let test: TestInstallation
    private let tenant: Tenant

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
    }

    /// A person who has begun, and the enrollment.
    private func begun(_ name: String = "ada") async throws -> EnrollmentID {
        _ = try await Visitor(name, at: test, tenant: tenant)
        let portal = Principal(tenant: tenant, role: .portal)
        let page = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
        return try #require(page.entries.first?.id)
    }

    private func eraser() throws -> Principal { try .signedIn("root", [.cases, .erase], of: tenant) }

    private func erase(_ id: EnrollmentID, typed: String?, by principal: Principal) async throws -> EraseCase.Result {
        try await AuditActor.$current.withValue(AuditActor(principal.identity)) {
            try await test.useCases.desk.eraseCase.perform(id.text, typed: typed, by: principal, at: test.now)
        }
    }

    @Test func whoeverTypesTheNameErasesThePersonAndTheTrailProvesIt() async throws {
        let (id, root) = (try await begun(), try eraser())
        let plan = try #require(try await test.useCases.desk.eraseCase.plan(id.text, by: root, at: test.now))
        #expect(plan.attempts.map(\.id) == [id.text] && plan.attempts.map(\.state) == [.pending] && !plan.isHeld)
        for typed in [nil, "", "ada", id.text] {
            #expect(try await erase(id, typed: typed, by: root) == .notConfirmed)
        }
        #expect(try await erase(id, typed: " \(plan.confirmation.uppercased()) ", by: root) == .erased)
        let file = try await test.useCases.desk.openCase.perform(id.text, by: root, at: test.now)
        #expect(file.explanation.erasedAt != nil && file.person == nil)
        #expect(file.erasure?.by == "operator root" && file.erasure?.at == test.now)
        let entry = try await test.data.store.auditEntries().first { $0.kind == "registrationErased" }
        #expect(file.erasure?.number == entry?.sequence && entry?.detail["enrollment"] == id.text)
        // Whoever was slower has nothing left to erase.
        #expect(try await test.useCases.desk.eraseCase.plan(id.text, by: root, at: test.now) == nil)
        #expect(try await erase(id, typed: plan.confirmation, by: root) == .erasedBefore)
        #expect(try await test.data.store.auditEntries().filter { $0.kind == "registrationErased" }.count == 1)
    }

    @Test func aLegalHoldKeepsThePerson() async throws {
        let (id, root) = (try await begun(), try eraser())
        let plan = try #require(try await test.useCases.desk.eraseCase.plan(id.text, by: root, at: test.now))
        try await test.data.store.hold([id], of: tenant.id, reason: "case-4711", at: test.now)
        #expect(try await erase(id, typed: plan.confirmation, by: root) == .held)
        let held = try await test.useCases.desk.eraseCase.plan(id.text, by: root, at: test.now)
        #expect(held?.isHeld == true && held?.attempts.first?.isHeld == true)
        let file = try await test.useCases.desk.openCase.perform(id.text, by: root, at: test.now)
        #expect(file.explanation.erasedAt == nil && file.erasure == nil)
    }

    @Test func whoLacksTheRightOrIsOfAnotherTenantErasesNobody() async throws {
        let id = try await begun()
        let plan = try #require(try await test.useCases.desk.eraseCase.plan(id.text, by: try eraser(), at: test.now))
        let reader = try Principal.signedIn("ben", Set(OperatorRight.allCases).subtracting([.erase]), of: tenant)
        let stranger = try Principal.signedIn("dan", Set(OperatorRight.allCases), of: try await test.tenant("other"))
        let blind = try Principal.signedIn("eve", [.erase], of: tenant)
        for (principal, reason) in [
            (reader, RefusalReason.scopeMissing), (stranger, .enrollmentUnknown), (blind, .scopeMissing),
            (Principal(tenant: tenant, role: .portal), .roleMissing),
        ] {
            let refusal = await #expect(throws: Refusal.self) {
                _ = try await erase(id, typed: plan.confirmation, by: principal)
            }
            #expect(refusal?.reason == reason)
        }
        #expect(try await test.useCases.desk.eraseCase.plan(id.text, by: try eraser(), at: test.now) != nil)
    }

    @Test func ofTwoAtOnceOneErasesAndTheOtherFindsItDone() async throws {
        let (id, root) = (try await begun(), try eraser())
        let plan = try #require(try await test.useCases.desk.eraseCase.plan(id.text, by: root, at: test.now))
        let results = try await withThrowingTaskGroup(of: EraseCase.Result.self) { group in
            for _ in 0..<2 { group.addTask { try await erase(id, typed: plan.confirmation, by: root) } }
            return try await group.reduce(into: [EraseCase.Result]()) { $0.append($1) }
        }
        #expect(results.contains(.erased) && results.allSatisfy { [.erased, .erasedBefore].contains($0) })
        #expect(try await test.data.store.auditEntries().filter { $0.kind == "registrationErased" }.count == 1)
    }
}
