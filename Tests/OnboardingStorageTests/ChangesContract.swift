import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    static let changes = [
        StoreContract("every commit is noticed by whoever compares the counter, and nothing else is") { fixture in
            let watching = fixture.store
            let other = try fixture.reopened()
            var last = try await watching.commitCounter()
            func expectChange(_ what: String) async throws {
                let counter = try await watching.commitCounter()
                #expect(counter != last, "\(what)")
                last = counter
                #expect(try await watching.commitCounter() == last, "\(what), once")
            }
            let id = try await fixture.begun()
            try await expectChange("one of its own")
            _ = try await other.commit(id, StoreFixture.proposal(.cancel))
            try await expectChange("one of another process")
            try await fixture.configure("a", in: other)
            try await expectChange("one that is of no enrollment")
            _ = try await watching.enrollment(id)
            _ = try await other.events(of: id)
            #expect(try await watching.commitCounter() == last, "who only reads")
        },
        StoreContract("revisions tell which enrollments are others than before") { fixture in
            let (changed, same) = (try await fixture.begun(), try await fixture.begun())
            let erased = try await fixture.begun()
            let unknown = try EnrollmentID.random()
            func revisions() async throws -> [EnrollmentID: EnrollmentRevision] {
                let all = try await fixture.store.revisions(of: [changed, unknown, same, erased])
                return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            }
            let before = try await revisions()
            #expect(Set(before.keys) == [changed, same, erased])
            let stored = try #require(try await fixture.store.enrollment(same))
            #expect(before[same]?.version == stored.version && before[same]?.deadline == stored.enrollment.deadline)
            let other = try fixture.reopened()
            _ = try await other.commit(changed, StoreFixture.proposal(.cancel))
            try await other.beginErasure(of: erased, at: StoreFixture.now)
            let after = try await revisions()
            #expect(Set(after.keys) == [changed, same])
            #expect(after[same] == before[same])
            #expect(after[changed] != before[changed] && after[changed]?.deadline == nil)
            #expect(try await fixture.store.revisions(of: []) == [])
        },
    ]
}
