import FaceEngine
import OnboardingCore
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingFixture

@Suite struct ReplayIndexTests {
    private func enrollment() throws -> EnrollmentID { try EnrollmentID.random() }

    @Test func ofTwoThatRaceWithTheSameFramesOneIsFirst() async throws {
        var generator = SeededGenerator.announced()
        let (index, tenant) = (ReplayIndex(capacity: 1000), try TenantID.random())
        let frames = Samples.sent(Samples.turning(&generator))
        let ids = try (0..<20).map { _ in try EnrollmentID.random() }
        let claimed = await withTaskGroup(of: Bool.self) { group in
            for id in ids {
                group.addTask {
                    if case .claimed = index.claim(frames, of: id, tenant: tenant) { true } else { false }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(claimed == 1)
    }

    @Test func aReleasedClaimStandsAgainstNobodyAndAKeptOneIsACandidate() throws {
        var generator = SeededGenerator.announced()
        let (index, tenant) = (ReplayIndex(capacity: 1000), try TenantID.random())
        let frames = Samples.turning(&generator)
        let (first, second, third) = (try enrollment(), try enrollment(), try enrollment())
        guard case .claimed(let released, candidates: []) = index.claim(Samples.sent(frames), of: first, tenant: tenant)
        else {
            Issue.record("taken from the start")
            return
        }
        index.release(released)
        guard case .claimed(let kept, candidates: []) = index.claim(Samples.sent(frames), of: second, tenant: tenant)
        else {
            Issue.record("taken by a claim that was released")
            return
        }
        index.keep(kept)
        index.keep(kept)
        #expect(index.count == frames.count)
        guard
            case .claimed(_, let candidates) = index.claim(
                Samples.sent(frames, isMirrored: true), of: third, tenant: tenant)
        else {
            Issue.record("taken by a claim that was kept")
            return
        }
        #expect(candidates == [second])
    }

    @Test func anotherTenantsClaimAndTheEnrollmentsOwnStandAgainstNobody() throws {
        var generator = SeededGenerator.announced()
        let (index, tenant, id) = (ReplayIndex(capacity: 1000), try TenantID.random(), try enrollment())
        let frames = Samples.turning(&generator)
        for (id, tenant) in [(id, tenant), (id, tenant), (try enrollment(), try TenantID.random())] {
            guard case .claimed(_, candidates: []) = index.claim(Samples.sent(frames), of: id, tenant: tenant) else {
                Issue.record("taken")
                return
            }
        }
    }

    @Test func whatWasErasedIsForgotten() throws {
        var generator = SeededGenerator.announced()
        let (index, tenant, id) = (ReplayIndex(capacity: 1000), try TenantID.random(), try enrollment())
        let frames = Samples.turning(&generator)
        index.insert(frames, of: id, tenant: tenant)
        index.remove(id)
        #expect(index.count == 0)
        guard case .claimed(_, candidates: []) = index.claim(Samples.sent(frames), of: try enrollment(), tenant: tenant)
        else {
            Issue.record("still there")
            return
        }
    }
}
