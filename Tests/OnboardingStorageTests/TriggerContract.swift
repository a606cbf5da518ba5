import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    static let triggers = [
        StoreContract("an operator finds what they began, the newest first, until the person is erased") { fixture in
            let (one, other) = (try OperatorID.random(), try OperatorID.random())
            func begun(by id: OperatorID, after seconds: Int64) async throws -> EnrollmentID {
                var new = try fixture.new()
                new.createdAt = StoreFixture.now.adding(seconds: seconds)
                new.trigger = TriggerWrite(operatorID: id, sealedHandOff: [UInt8(seconds)])
                try await fixture.store.begin(new)
                return new.id
            }
            let (first, foreign) = (try await begun(by: one, after: 1), try await begun(by: other, after: 2))
            let last = try await begun(by: one, after: 3)
            let unnamed = try fixture.new()
            try await fixture.store.begin(unnamed)
            let store = fixture.store
            #expect(try await store.triggers(by: one, limit: 9).map(\.enrollmentID) == [last, first])
            #expect(try await store.triggers(by: one, limit: 1).map(\.enrollmentID) == [last])
            #expect(try await store.triggers(by: other, limit: 9).map(\.enrollmentID) == [foreign])
            let kept = StoredTrigger(
                enrollmentID: first, operatorID: one, at: StoreFixture.now.adding(seconds: 1), sealedHandOff: [1])
            #expect(try await fixture.reopened().trigger(of: first) == kept)
            #expect(try await store.trigger(of: unnamed.id) == nil)
            try await store.beginErasure(of: first, at: StoreFixture.now)
            #expect(try await store.trigger(of: first) == nil)
            #expect(try await store.triggers(by: one, limit: 9).map(\.enrollmentID) == [last])
            #expect(try await store.verifyTables() == [])
        }
    ]
}
