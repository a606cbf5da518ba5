import FaceEngine
import Foundation
import OnboardingCore
import OnboardingCrypto
import Synchronization
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// Made-up enrollments are enrollments: whatever reads and checks those takes these for the same.
@Suite struct SeedCasesTests {
    @Test func whatIsMadeUpIsFoundAndHoldsBeforeAnAudit() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let progress = Mutex([Int]())
        try await SeedCases(data: test.data).write(620, tenant: "acme", days: 30) { written in
            progress.withLock { $0.append(written) }
        }
        #expect(progress.withLock { $0 } == [500, 620])
        let store = test.data.store
        #expect(try await store.verifyTables() == [])
        #expect(try await store.verifyRegister() == .intact(length: 620))
        let ids = try await store.list(Enrollment.self, after: 0, limit: 1000).page.compactMap(\.id)
        #expect(ids.count == 620)
        for id in ids.prefix(50) {
            guard case .intact = try await store.verifyChain(of: id) else {
                Issue.record("\(id)")
                continue
            }
        }
        // Each kind of end is there, and what a list says is what the events tell.
        let now = Instant.now()
        for state in EnrollmentStanding.State.allCases where state != .pending {
            let page = try await store.cases(
                tenant: tenant.id, matching: EnrollmentQuery(states: [state]), from: .newest, limit: 3, scanning: 1000)
            #expect(page.rows.count == 3, "\(state)")
            for row in page.rows {
                let standing = EnrollmentStanding(of: try await store.events(of: row.id), now: now)
                #expect(standing?.outline == row.outline)
            }
        }
        // Names open with the keys that were made, and are found by how they begin.
        let last = try #require(ids.last)
        let stored = try #require(try await store.enrollment(last))
        let person = try Person(of: stored, under: try test.data.keys.dataKey(of: stored.id, tenant: tenant.id))
        let text = SearchText(
            prefixes: try NameBeginning(String(person.username.prefix(8))).candidates(
                in: tenant.id, keys: test.data.keys))
        let found = try await store.cases(
            tenant: tenant.id, matching: EnrollmentQuery(text: text), from: .newest, limit: 500, scanning: 1000)
        #expect(found.rows.contains { $0.id == stored.id })
        #expect(try await store.auditEntries().last { $0.kind == "casesSeeded" }?.detail["count"] == "620")
        #expect(try await store.feedEvents(tenant: tenant.id, after: 0, limit: 1).isEmpty)
    }

    @Test func eachRegisteredPersonMayHaveAFaceOfNobodyThatSearchesLookAt() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let faces = MadeUpTemplates(model: MadeUpFaces.model, partLengths: [48, 16])
        try await SeedCases(data: test.data, faces: faces).write(200, tenant: "acme")
        let store = test.data.store
        let index = FaceIndex()
        try await FaceIndexing(
            store: store, keys: test.data.keys, index: index, model: MadeUpFaces.model, logger: test.logger
        ).round()
        let registered = try await store.cases(
            tenant: tenant.id, matching: EnrollmentQuery(states: [.complete]), from: .newest, limit: 200, scanning: 1000
        )
        #expect(index.registrations(tenant.id) == registered.rows.count && !registered.rows.isEmpty)
        #expect(try await store.persons(inGroup: "default", tenant: tenant.id).count == registered.rows.count)
        let one = try #require(registered.rows.first)
        let template = try #require(try await store.templates(of: one.id).first)
            .open(of: one.id, under: try test.data.keys.dataKey(of: one.id, tenant: tenant.id))
        #expect(template.partLengths == [48, 16])
        guard
            case .candidates(let found) = index.search(
                template, tenant: tenant.id, excluding: nil, atLeast: 0.99)
        else { throw Refusal(.internalError) }
        #expect(found.candidates.map(\.enrollment) == [one.id])
    }

    /// However many are written at once, and whether or not the disk is waited for.
    @Test func peopleAndCoursesDependOnTheSeedAlone() async throws {
        var told: [[String]] = []
        for (batch, syncs) in [(500, true), (1_500, false)] {
            let test = try await TestInstallation()
            let tenant = try await test.tenant()
            try await SeedCases(data: test.data, batch: batch)
                .write(1_100, tenant: "acme", days: 30, seed: 7, syncs: syncs)
            let store = test.data.store
            #expect(try await store.verifyTables() == [])
            #expect(try await store.verifyRegister() == .intact(length: 1_100))
            var names: [String] = []
            for id in try await store.list(Enrollment.self, after: 0, limit: 2000).page.compactMap(\.id) {
                let stored = try #require(try await store.enrollment(id))
                let person = try Person(of: stored, under: try test.data.keys.dataKey(of: id, tenant: tenant.id))
                names.append("\(person.name) \(stored.enrollment.status.rawValue)")
            }
            told.append(names)
        }
        #expect(told[0] == told[1])
    }

    @Test func nobodyIsMadeUpInATenantOfRealPeople() async throws {
        let test = try await TestInstallation()
        _ = try await TenantCreation.create(
            name: "real", isTest: false, profile: .compatible, in: test.data, at: test.now)
        for name in ["real", "nobody"] {
            await #expect(throws: ConfigurationError.self) {
                try await SeedCases(data: test.data).write(1, tenant: name)
            }
        }
        #expect(try await test.data.store.verifyRegister() == .intact(length: 0))
    }
}
