import Logging
import OnboardingCore
import Testing

@testable import FaceEngine
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import StorageFixture
@testable import Tenancy

@Suite struct IdentifyFaceTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let index = FaceIndex()

    private func identify(_ fixture: StoreFixture, atLeast similarity: Double?) -> IdentifyFace {
        var engines = StubEngines().engines
        engines.searchThreshold = { size in
            similarity.map { SearchThreshold(similarity: $0, score: Double(size), extrapolatedDecades: 0) }
        }
        return IdentifyFace(
            store: fixture.store, index: index, engines: engines,
            pool: WorkerPool(workers: 1, yieldsToOthers: false, metrics: Metrics()))
    }

    private func read(_ fixture: StoreFixture) async throws {
        try await FaceIndexing(
            store: fixture.store, keys: fixture.keys, index: index, model: MadeUpFaces.model, logger: logger
        ).round()
    }

    @Test func whoEnrollsTwiceIsFoundAtTheThresholdOfTheGallerysSize() async throws {
        let fixture = try await StoreFixture()
        var faces = MadeUpFaces()
        let templates = try (0..<3).map { _ in try faces.next() }
        var ids: [EnrollmentID] = []
        for template in templates { ids.append(try await fixture.registered(template)) }
        let identify = identify(fixture, atLeast: 0.8)
        let again = try faces.again(templates[1])
        #expect(try await identify(again, tenant: fixture.tenant, excluding: nil) == .notReady)
        try await read(fixture)
        guard
            case .found(let found, let threshold) = try await identify(again, tenant: fixture.tenant, excluding: nil)
        else {
            Issue.record("not found")
            return
        }
        #expect(found.candidates.map(\.enrollment) == [ids[1]] && threshold.score == 3)
        let own = try await fixture.store.enrollment(ids[1])?.subjectID
        guard
            case .found(let others, _) = try await identify(again, tenant: fixture.tenant, excluding: own)
        else {
            Issue.record("not searched")
            return
        }
        #expect(others.candidates.isEmpty)
    }

    @Test func aGalleryThatIsTooLargeToDecideNamesNobody() async throws {
        let fixture = try await StoreFixture()
        var faces = MadeUpFaces()
        let face = try faces.next()
        _ = try await fixture.registered(face)
        try await read(fixture)
        let result = try await identify(fixture, atLeast: nil)(face, tenant: fixture.tenant, excluding: nil)
        #expect(result == .galleryTooLarge(1))
    }

    /// As `onboarding erase` does beside a running server, which tells the server's index nothing.
    @Test func whoWasErasedByAnotherProcessIsNotNamed() async throws {
        let fixture = try await StoreFixture()
        var faces = MadeUpFaces()
        let face = try faces.next()
        let (first, second) = (
            try await fixture.registered(face), try await fixture.registered(try faces.again(face))
        )
        try await read(fixture)
        try await fixture.erasure(FaceIndex()).enrollment(first, at: StoreFixture.now)
        guard
            case .found(let found, _) = try await identify(fixture, atLeast: 0.8)(
                face, tenant: fixture.tenant, excluding: nil)
        else {
            Issue.record("not searched")
            return
        }
        #expect(found.candidates.map(\.enrollment) == [second] && index.count == 1)
    }
}
