import Foundation
import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// A request that has a key is done once, however often it comes.
@Suite struct IdempotencyKeyTests {
    private let test: TestInstallation
    private let portal: Principal

    init() async throws {
        test = try await TestInstallation()
        portal = Principal(tenant: try await test.tenant(), role: .portal)
    }

    private func trigger(
        _ key: String?, body: UInt8 = 1, username: String = "ada", by principal: Principal? = nil
    ) async throws -> TriggerEnroll.Result {
        try await test.useCases.portal.triggerEnroll.perform(
            .init(
                username: username, email: "a@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                reference: nil),
            bodyDigest: [body], key: try key.map { try IdempotencyKey(field: $0) }, by: principal ?? portal,
            at: test.now)
    }

    private func session(_ result: TriggerEnroll.Result) throws -> TriggerEnroll.Session {
        guard case .triggered(let session) = result else { throw Refusal(.tokenUnknown) }
        return session
    }

    private func count() async throws -> Int {
        try await test.data.store.list(Enrollment.self, after: 0, limit: 100).page.count
    }

    @Test(arguments: ["\"k1\"", "k1", "8e03978e-40d5-43dd-bc93-6894a57f9324", String(repeating: "k", count: 255)])
    func aRepeatGetsTheSameAndBeginsNothing(key: String) async throws {
        let first = try session(try await trigger(key))
        let second = try session(try await trigger(key))
        #expect(first.token == second.token && first.callbackURL == second.callbackURL && first.png == second.png)
        #expect(try await count() == 1)
    }

    @Test(arguments: ["", "\"\"", "a b", "é", "a\\b", String(repeating: "k", count: 256)])
    func whatIsNoKeyIsRefused(key: String) throws {
        #expect(throws: Refusal(.idempotencyKeyInvalid)) { try IdempotencyKey(field: key) }
    }

    @Test func anotherRequestUnderTheSameKeyIsRefused() async throws {
        _ = try await trigger("k")
        await #expect(throws: Refusal(.idempotencyKeyReused)) { try await trigger("k", body: 2) }
        await #expect(throws: Refusal(.idempotencyKeyReused)) {
            try await test.useCases.person.enroll.perform(
                .init(
                    person: .named(
                        username: "ada", email: "a@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                        reference: nil), consent: nil),
                bodyDigest: [1], key: IdempotencyKey(field: "k"), by: portal, at: test.now)
        }
        #expect(try await count() == 1)
    }

    @Test func aKeyIsForgottenAfterADayAndIsItsTenantsOwn() async throws {
        let first = try session(try await trigger("k"))
        let other = Principal(tenant: try await test.tenant("other"), role: .portal)
        #expect(try session(try await trigger("k", by: other)).token != first.token)
        test.advance(milliseconds: 86_400_000)
        #expect(try session(try await trigger("k")).token == first.token)
        test.advance(milliseconds: 1)
        #expect(try session(try await trigger("k")).token != first.token)
    }

    @Test func whatWasNotBegunIsNotRemembered() async throws {
        guard case .failed(.usernameMissing) = try await trigger("k", username: "") else {
            Issue.record("triggered nobody")
            return
        }
        _ = try session(try await trigger("k", body: 2))
    }

    /// Those that come while the first is under way are told so, and one enrollment is begun.
    @Test func ofManyAtOnceOneBegins() async throws {
        let outcomes = await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        _ = try await trigger("k")
                        return true
                    } catch let refusal as Refusal {
                        return refusal.reason == .idempotencyKeyInUse ? false : nil
                    } catch {
                        return nil
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 != nil } && outcomes.contains(true))
        #expect(try await count() == 1)
    }

    @Test func enrollByNameGivesTheSameTokenAgain() async throws {
        func enroll() async throws -> Enroll.Result {
            try await test.useCases.person.enroll.perform(
                .init(
                    person: .named(
                        username: "ada", email: "a@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                        reference: nil), consent: nil),
                bodyDigest: [9], key: IdempotencyKey(field: "enroll"), by: portal, at: test.now)
        }
        let first = try await enroll()
        #expect(try await enroll() == first)
        #expect(try await count() == 1)
    }
}
