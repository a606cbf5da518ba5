import FaceEngine
import Logging
import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import StorageFixture
@testable import Tenancy

@Suite struct FaceIndexingTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func indexing(
        _ fixture: StoreFixture, _ index: FaceIndex,
        isSearched: @escaping @Sendable (TenantID) async throws -> Bool = { _ in true }
    ) -> FaceIndexing {
        FaceIndexing(
            store: fixture.store, keys: fixture.keys, index: index, model: MadeUpFaces.model, isSearched: isSearched,
            logger: logger)
    }

    private func found(_ index: FaceIndex, _ template: FaceTemplate, tenant: TenantID) throws -> FaceCandidates {
        guard
            case .candidates(let candidates) = index.search(template, tenant: tenant, excluding: nil, atLeast: 0.8)
        else { throw Refusal(.internalError) }
        return candidates
    }

    @Test func aStartBringsEveryRegistrationBackAndNobodyWhoWasErased() async throws {
        let fixture = try await StoreFixture()
        var faces = MadeUpFaces()
        let templates = try (0..<4).map { _ in try faces.next() }
        var ids: [EnrollmentID] = []
        for template in templates { ids.append(try await fixture.registered(template)) }
        // Open still, and one without a face.
        let open = try await fixture.begun(Policy(requiredChecks: [.addFace, .addDocument]))
        _ = try await fixture.store.commit(open, StoreFixture.proposal(.addFace(.live), .addFace)) { _ in StepWrites() }
        try await fixture.store.beginErasure(of: ids[1], at: StoreFixture.now)

        let index = FaceIndex()
        try await indexing(fixture, index).round()
        #expect(index.count == 3 && index.isReady(fixture.tenant))
        for (number, template) in templates.enumerated() {
            let candidates = try found(index, try faces.again(template), tenant: fixture.tenant).candidates
            #expect(candidates.map(\.enrollment) == (number == 1 ? [] : [ids[number]]))
            if let candidate = candidates.first {
                #expect(candidate.subject == (try await fixture.store.enrollment(ids[number])?.subjectID))
            }
        }
        // Another round reads nothing again, and an erasure is seen at once.
        try await indexing(fixture, index).round()
        #expect(index.count == 3)
        try await fixture.erasure(index).enrollment(ids[2], at: StoreFixture.now)
        #expect(try found(index, templates[2], tenant: fixture.tenant).candidates.isEmpty && index.count == 2)
    }

    @Test func aStartBringsAllTemplatesOfARegistrationBackAndAnErasureTakesAll() async throws {
        let fixture = try await StoreFixture()
        var faces = MadeUpFaces()
        let templates = try (0..<4).map { _ in try faces.next() }
        let id = try await fixture.registered(templates[0])
        let other = try await fixture.registered(try faces.next())
        let dataKey = try fixture.keys.dataKey(of: id, tenant: fixture.tenant)
        try await fixture.store.add(
            try templates[1...].enumerated().map { number, template in
                // The last is damaged, and keeps the others from nothing.
                var write = try TemplateWrite(template, of: Samples.quality(), kind: .face, of: id, under: dataKey)
                if number == 2 { write.sealed = [1, 2, 3] }
                return UserFaceWrite(id: try FaceID.random(), template: write, sealedImage: [1])
            }, to: id, atMost: 10, operation: "user.addFace", at: StoreFixture.now)
        let index = FaceIndex()
        try await indexing(fixture, index).round()
        for template in templates[..<3] {
            let all = try found(index, template, tenant: fixture.tenant)
            #expect(all.candidates.map(\.enrollment) == [id] && all.searched == 2 && all.templates == 4)
            #expect(all.unsearched == 0)
        }
        #expect(try found(index, templates[3], tenant: fixture.tenant).candidates.isEmpty)
        try await fixture.erasure(index).enrollment(id, at: StoreFixture.now)
        let restarted = FaceIndex()
        try await indexing(fixture, restarted).round()
        for index in [index, restarted] {
            for template in templates {
                #expect(try found(index, template, tenant: fixture.tenant).candidates.isEmpty)
            }
            #expect(index.count == 1)
        }
        #expect(try await fixture.store.enrollment(other) != nil)
    }

    @Test func tenantsThatNobodySearchesTakeNoMemory() async throws {
        let fixture = try await StoreFixture()
        var faces = MadeUpFaces()
        _ = try await fixture.registered(try faces.next())
        let index = FaceIndex()
        try await indexing(fixture, index) { _ in false }.round()
        #expect(index.count == 0 && !index.isReady(fixture.tenant))
        // Switched on later.
        try await indexing(fixture, index).round()
        #expect(index.count == 1 && index.isReady(fixture.tenant))
    }

    @Test func whatCannotBeSearchedIsCountedAndKeepsNobodyElseFromBeingFound() async throws {
        let fixture = try await StoreFixture()
        var faces = MadeUpFaces()
        let face = try faces.next()
        _ = try await fixture.registered(face)
        let older = try await fixture.registered(try faces.next(by: ModelIdentity(name: "older", digest: "")))
        _ = try await fixture.registered(try faces.next(), sealedBy: { _ in [1, 2, 3] })
        let index = FaceIndex()
        try await indexing(fixture, index).round()
        var all = try found(index, face, tenant: fixture.tenant)
        #expect(all.candidates.count == 1 && all.searched == 1 && all.unsearched == 2)

        // Renewed beside the server: seen once the number of other templates stands still.
        let renewed = try faces.next()
        let stored = try #require(
            try await fixture.store.templates(notBy: MadeUpFaces.model.name, after: 0, limit: 9).first)
        let dataKey = try fixture.keys.dataKey(of: older, tenant: fixture.tenant)
        #expect(
            try await fixture.store.renew(
                stored, by: TemplateWrite(renewed, kind: .face, of: older, under: dataKey), at: StoreFixture.now))
        for _ in 0..<2 { try await indexing(fixture, index).round() }
        all = try found(index, renewed, tenant: fixture.tenant)
        #expect(all.candidates.map(\.enrollment) == [older] && all.searched == 2 && all.unsearched == 1)
    }
}
