import FaceEngine
import OnboardingCore
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

@Suite struct FaceIndexTests {
    private static func id<Thing>(_ number: Int) throws -> Identifier<Thing> {
        try #require(Identifier(words: SIMD2(1, UInt64(number))))
    }

    private let tenant: TenantID

    init() throws {
        tenant = try Self.id(1)
    }

    private func found(
        _ index: FaceIndex, _ template: FaceTemplate, excluding subject: SubjectID? = nil,
        group: Set<SubjectID>? = nil, atLeast similarity: Double = -1
    ) throws -> FaceCandidates {
        let result = index.search(
            template, tenant: tenant, excluding: subject, group: group, atLeast: similarity)
        guard case .candidates(let candidates) = result else { throw Refusal(.internalError) }
        return candidates
    }

    /// An index that has read `count` registrations, each of a subject of the same number.
    private func filled(_ count: Int, _ faces: inout MadeUpFaces, capacity: Int = 1000) throws
        -> (index: FaceIndex, templates: [FaceTemplate])
    {
        let index = FaceIndex(capacity: capacity)
        index.beginReading(tenant, by: MadeUpFaces.model)
        let templates = try (0..<count).map { _ in try faces.next() }
        for (number, template) in templates.enumerated() {
            index.add(template, of: try Self.id(number), subject: try Self.id(number), tenant: tenant)
        }
        index.endReading(tenant, unreadable: 0, otherModels: 0)
        return (index, templates)
    }

    @Test func beforeEverythingIsReadASearchIsNotReadyRatherThanWithoutAMatch() throws {
        var faces = MadeUpFaces()
        let (index, face) = (FaceIndex(capacity: 10), try faces.next())
        #expect(index.search(face, tenant: tenant, excluding: nil) == .notReady && index.size(tenant) == nil)
        index.beginReading(tenant, by: MadeUpFaces.model)
        index.add(face, of: try Self.id(1), subject: try Self.id(1), tenant: tenant)
        #expect(index.search(face, tenant: tenant, excluding: nil) == .notReady && !index.isReady(tenant))
        index.endReading(tenant, unreadable: 0, otherModels: 0)
        #expect(index.isReady(tenant) && index.size(tenant) == 1)
        #expect(try found(index, face).candidates.map(\.enrollment) == [try Self.id(1)])
        // Nor is one of another model, with which none of these can be compared.
        let other = try faces.next(by: ModelIdentity(name: "other", digest: ""))
        #expect(index.search(other, tenant: tenant, excluding: nil) == .notReady)
        #expect(index.search(face, tenant: try Self.id(2), excluding: nil) == .notReady)
    }

    @Test func aPersonIsFoundByAnotherCaptureAndNotAmongTheirOwnRegistrations() throws {
        var faces = MadeUpFaces()
        let (index, templates) = try filled(300, &faces)
        let again = try faces.again(templates[123])
        let all = try found(index, again, atLeast: 0.8)
        #expect(all.candidates.map(\.subject) == [try Self.id(123)])
        #expect(all.candidates.first?.similarity == (try again.similarity(to: templates[123])))
        #expect(all.searched == 300 && all.unsearched == 0)
        #expect(try found(index, again, excluding: try Self.id(123), atLeast: 0.8).candidates.isEmpty)
        #expect(try found(index, again).candidates.count == Limit.foundFaces.value)
    }

    @Test func additionsAndRemovalsAreSeenByTheNextSearch() throws {
        var faces = MadeUpFaces()
        let (index, templates) = try filled(50, &faces)
        let face = try faces.next()
        index.add(face, of: try Self.id(900), subject: try Self.id(900), tenant: tenant)
        #expect(try found(index, face, atLeast: 0.9).candidates.map(\.enrollment) == [try Self.id(900)])
        index.remove(try Self.id(900) as EnrollmentID)
        #expect(try found(index, face, atLeast: 0.9).candidates.isEmpty && index.count == 50)
        index.remove(try Self.id(7) as SubjectID, tenant: tenant)
        #expect(try found(index, templates[7], atLeast: 0.9).candidates.isEmpty && index.count == 49)
        // Once more, and somebody who was never there.
        index.remove(try Self.id(7) as EnrollmentID)
        index.remove(try Self.id(5000) as EnrollmentID)
        #expect(index.count == 49)
    }

    /// The rows may have been read before they were erased.
    @Test func whatIsErasedWhileTheStoreIsReadDoesNotComeBack() throws {
        var faces = MadeUpFaces()
        let (index, face) = (FaceIndex(capacity: 10), try faces.next())
        index.beginReading(tenant, by: MadeUpFaces.model)
        index.remove(try Self.id(1) as EnrollmentID)
        index.add(face, of: try Self.id(1), subject: try Self.id(1), tenant: tenant)
        index.endReading(tenant, unreadable: 0, otherModels: 0)
        #expect(index.count == 0)
        #expect(try found(index, face).candidates.isEmpty)
    }

    @Test func allTemplatesOfARegistrationAreSearchedAndTheBestCounts() throws {
        var faces = MadeUpFaces()
        let (index, templates) = try filled(20, &faces)
        let (older, newer) = (try faces.next(), try faces.next())
        index.set([templates[3], older, newer], of: try Self.id(3), subject: try Self.id(3), tenant: tenant)
        for template in [templates[3], older, newer] {
            let all = try found(index, template)
            #expect(all.candidates.first?.enrollment == (try Self.id(3)) && all.searched == 20 && all.templates == 22)
            #expect(all.candidates.first?.similarity ?? 0 > 0.9999)
            #expect(Set(all.candidates.map(\.enrollment)).count == all.candidates.count)
        }
        // Each template is a chance to be taken for somebody.
        #expect(index.size(tenant) == 22)
        #expect(try index.size(tenant, group: [Self.id(3), Self.id(4)]) == 4)
        #expect(try index.size(tenant, group: [Self.id(4), Self.id(5)]) == 2)
        index.set([templates[3], newer], of: try Self.id(3), subject: try Self.id(3), tenant: tenant)
        #expect(try found(index, older, atLeast: 0.9).candidates.isEmpty && index.count == 21)
        index.remove(try Self.id(3) as EnrollmentID)
        for template in [templates[3], older, newer] {
            #expect(try found(index, template, atLeast: 0.9).candidates.isEmpty)
        }
        #expect(try index.count == 19 && index.size(tenant, group: [Self.id(3)]) == 1)
    }

    /// Of two who read a registration's faces after their changes, the one that comes late may have read less.
    @Test func whatWasReadEarlierNeverReplacesWhatWasReadLater() throws {
        var faces = MadeUpFaces()
        let (index, templates) = try filled(4, &faces)
        let (added, removed) = (try faces.next(), templates[1])
        let early = index.beginTurn(tenant)
        let late = index.beginTurn(tenant)
        index.set([added], of: try Self.id(1), subject: try Self.id(1), in: late)
        index.end(late)
        index.set([removed], of: try Self.id(1), subject: try Self.id(1), in: early)
        #expect(try found(index, removed, atLeast: 0.9).candidates.isEmpty)
        #expect(try found(index, added, atLeast: 0.9).candidates.count == 1)
        // Nor does it bring back who was erased meanwhile.
        index.remove(try Self.id(2) as EnrollmentID)
        index.set([templates[2]], of: try Self.id(2), subject: try Self.id(2), in: early)
        #expect(try found(index, templates[2], atLeast: 0.9).candidates.isEmpty && index.count == 3)
        index.end(early)
    }

    @Test func whatChangesWhileTheStoreIsReadStaysAsItWasChanged() throws {
        var faces = MadeUpFaces()
        let (index, old, new) = (FaceIndex(), try faces.next(), try faces.next())
        let reading = index.beginReading(tenant, by: MadeUpFaces.model)
        index.set([new], of: try Self.id(1), subject: try Self.id(1), tenant: tenant)
        index.set([old], of: try Self.id(1), subject: try Self.id(1), in: reading)
        index.endReading(tenant, unreadable: 0, otherModels: 0)
        #expect(try found(index, new, atLeast: 0.9).candidates.count == 1)
        #expect(try found(index, old, atLeast: 0.9).candidates.isEmpty)
    }

    /// Claimed before the faces are read, registered while they are.
    @Test func whoeverIsRegisteredWhileTheStoreIsReadIsThere() throws {
        var faces = MadeUpFaces()
        let (index, face) = (FaceIndex(), try faces.next())
        let claim = try #require(
            index.claim([face], of: try Self.id(1), subject: try Self.id(1), tenant: tenant, atLeast: 0.8))
        index.beginReading(tenant, by: MadeUpFaces.model)
        index.settle(claim, isRegistered: true)
        index.endReading(tenant, unreadable: 0, otherModels: 0)
        #expect(try found(index, face, atLeast: 0.9).candidates.count == 1)
    }

    @Test func aGroupIsSearchedAlone() throws {
        var faces = MadeUpFaces()
        let (index, templates) = try filled(200, &faces)
        let group: Set<SubjectID> = [try Self.id(3), try Self.id(4), try Self.id(5), try Self.id(4000)]
        let inside = try found(index, templates[4], group: group)
        #expect(inside.candidates.first?.subject == (try Self.id(4)) && inside.candidates.count == 3)
        #expect(inside.searched == 4 && inside.templates == 4 && index.size(tenant, group: group) == 4)
        #expect(try found(index, templates[9], group: group, atLeast: 0.9).candidates.isEmpty)
        #expect(try found(index, templates[4], group: []).candidates.isEmpty)
    }

    @Test func tenantsKnowNothingOfEachOther() throws {
        var faces = MadeUpFaces()
        let (index, templates) = try filled(5, &faces)
        let other: TenantID = try Self.id(2)
        index.beginReading(other, by: MadeUpFaces.model)
        index.endReading(other, unreadable: 0, otherModels: 0)
        guard case .candidates(let none) = index.search(templates[0], tenant: other, excluding: nil) else {
            Issue.record("not ready")
            return
        }
        #expect(none.candidates.isEmpty && none.searched == 0)
    }

    @Test func whatMemoryIsNotForIsNotSearchedAndEachSearchSaysSo() throws {
        var faces = MadeUpFaces()
        let (index, templates) = try filled(12, &faces, capacity: 10)
        #expect(index.count == 10)
        let all = try found(index, templates[11])
        #expect(all.searched == 10 && all.unsearched == 2)
        // Another template of somebody who is there takes no more.
        index.add(try faces.next(), of: try Self.id(3), subject: try Self.id(3), tenant: tenant)
        #expect(try found(index, templates[3], atLeast: 0.9).candidates.isEmpty && index.count == 10)
    }

    @Test func aPersonasFaceIsNobodys() throws {
        var faces = MadeUpFaces()
        let (index, _) = try filled(3, &faces)
        let scripted = FaceTemplate(scriptedBy: MadeUpFaces.model)
        index.add(scripted, of: try Self.id(8), subject: try Self.id(8), tenant: tenant)
        #expect(index.count == 3)
        #expect(try found(index, scripted).candidates.isEmpty)
    }

    @Test func templatesThatAwaitARenewalAreReadAgainOnceTheirNumberStandsStill() throws {
        var faces = MadeUpFaces()
        let (index, _) = try filled(3, &faces)
        #expect(!index.awaitsRenewal && index.outdated(otherModels: 0) == [])
        index.beginReading(tenant, by: MadeUpFaces.model)
        index.endReading(tenant, unreadable: 4, otherModels: 6)
        #expect(index.awaitsRenewal)
        #expect(index.outdated(otherModels: 6) == [] && index.outdated(otherModels: 6) == [])
        #expect(index.outdated(otherModels: 5) == [] && index.outdated(otherModels: 3) == [])
        #expect(index.outdated(otherModels: 3) == [tenant])
    }

    @Test func aFaceThatIsClaimedIsNobodyElsesUntilItIsSettled() throws {
        var faces = MadeUpFaces()
        let (index, face) = (FaceIndex(), try faces.next())
        index.beginReading(tenant, by: MadeUpFaces.model)
        index.endReading(tenant, unreadable: 0, otherModels: 0)
        func claim(_ template: FaceTemplate, _ number: Int, tenant: TenantID) throws -> FaceIndex.Claim? {
            index.claim(
                [template], of: try Self.id(number), subject: try Self.id(100 + number), tenant: tenant, atLeast: 0.8)
        }
        let first = try #require(try claim(face, 1, tenant: tenant))
        #expect(try claim(try faces.again(face), 2, tenant: tenant).isNone)
        // The person's own, another face and another tenant wait for nobody.
        let others = [
            try claim(face, 1, tenant: tenant), try claim(try faces.next(), 3, tenant: tenant),
            try claim(face, 4, tenant: try Self.id(2)),
        ]
        for other in others { index.settle(try #require(other), isRegistered: false) }
        #expect(index.count == 0)
        index.settle(first, isRegistered: true)
        let second = try #require(try claim(face, 2, tenant: tenant))
        #expect(try found(index, face, atLeast: 0.8).candidates.map(\.enrollment) == [try Self.id(1)])
        index.settle(second, isRegistered: false)
        index.settle(second, isRegistered: true)
        #expect(index.count == 1, "settled once")
    }

    @Test func aTenantThatIsForgottenTakesNoMemoryAndIsNotReady() throws {
        var faces = MadeUpFaces()
        let index = FaceIndex(capacity: 1)
        index.beginReading(tenant, by: MadeUpFaces.model)
        index.add(try faces.next(), of: try Self.id(1), subject: try Self.id(1), tenant: tenant)
        index.endReading(tenant, unreadable: 0, otherModels: 0)
        index.forget(tenant)
        #expect(index.count == 0 && !index.isReady(tenant))
        index.add(try faces.next(), of: try Self.id(2), subject: try Self.id(2), tenant: tenant)
        #expect(index.count == 0)
    }
}

extension FaceIndex {
    /// A change by itself.
    func set(_ templates: [FaceTemplate], of enrollment: EnrollmentID, subject: SubjectID, tenant: TenantID) {
        let turn = beginTurn(tenant)
        set(templates, of: enrollment, subject: subject, in: turn)
        end(turn)
    }

    func add(_ template: FaceTemplate, of enrollment: EnrollmentID, subject: SubjectID, tenant: TenantID) {
        set([template], of: enrollment, subject: subject, tenant: tenant)
    }
}

extension Optional {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
