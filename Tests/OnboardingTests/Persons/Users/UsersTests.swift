import OnboardingCore
import Testing
import Vision

@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// Users and groups of a tenant, with engines that take the first byte of an image for whose face it shows.
@Suite struct UsersTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let faces: [FaceTemplate]

    /// Images: a face by its number, and what is none.
    private static let (nobody, couple, junk): ([UInt8], [UInt8], [UInt8]) = ([100], [101], [102])
    /// Ada's face, blurred; a drawing.
    private static let (blurred, drawn): ([UInt8], [UInt8]) = ([103], [104])

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        var madeUp = MadeUpFaces()
        let faces = try (0..<8).map { _ in try madeUp.next() }
        self.faces = faces
        test.engines.set {
            $0.stillFace = { image in
                switch image {
                case Self.nobody: .noFace
                case Self.couple: .severalFaces
                case Self.junk: throw ImageError.corrupt
                case Self.blurred: .face(faces[0], image: [1, 2, 3], quality: Samples.quality(innerFocus: 0.5))
                case Self.drawn: .face(faces[0], image: [1, 2, 3], quality: Samples.quality(evenness: 0.1))
                default: .face(faces[Int(image[0])], image: [1, 2, 3], quality: Samples.quality())
                }
            }
            $0.compare = { Samples.score($0 == $1 ? 6.29 : 0.2) }
            $0.searchThreshold = { SearchThreshold(similarity: 0.5, score: Double($0), extrapolatedDecades: 0) }
        }
        try await FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: test.cases.faceIndex, model: Samples.model,
            logger: test.logger
        ).round()
    }

    private var users: Users { test.useCases.portal.users }
    private var groups: UserGroups { test.useCases.portal.groups }

    private func requester(_ scopes: Set<Scope> = [.users, .administerUsers], user: EnrollmentID? = nil)
        -> UserRequester
    {
        UserRequester(principal: Principal(tenant: tenant, role: .client(id: "acme-desk", scopes: scopes)), user: user)
    }

    private func registration(
        _ userID: String?, images: [[UInt8]], group: String? = nil, details: String? = "desk 7"
    ) -> Users.Registration {
        Users.Registration(userID: userID, groupID: group, details: details, consent: nil, images: images)
    }

    @discardableResult
    private func enroll(_ userID: String, _ images: [[UInt8]], group: String? = nil) async throws -> [FaceID] {
        try await users.enroll(
            registration(userID, images: images, group: group), by: requester(), at: test.now)
    }

    private func expect(_ number: UserError.Number, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("was done")
        } catch let error as UserError {
            #expect(error.number == number && error.cause == nil)
        } catch {
            Issue.record("\(error)")
        }
    }

    private func expect(_ cause: UserError.Cause, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("was done")
        } catch let error as UserError {
            #expect(error.number == .other && error.cause == cause)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func aUserIsARegistrationThatNobodyJudged() async throws {
        let faces = try await enroll("ada@example.org", [[0], [0]])
        let profile = try await users.profile("ada@example.org", by: requester(), at: test.now)
        #expect(profile.faces == faces.map(\.text) && profile.details == "desk 7" && profile.roles == ["user"])
        #expect(profile.groups == [.init(groupID: "default", role: "user")])
        let stored = try await users.registration(of: "ada@example.org", tenant)
        #expect(stored.enrollment.status == .complete)
        let events = try await test.data.store.events(of: stored.id).map(\.event.kind)
        #expect(events == [.triggered, .codeReserved, .started, .facesTaken, .completed])
        await expect(.userAlreadyExists) { try await enroll("ada@example.org", [[0]]) }
    }

    /// As much is asked as of a login, whatever is asked of the portrait of a document.
    @Test func usersAreVerifiedByAThresholdOfTheirOwn() async throws {
        #expect(tenant.settings.portraitMatchThreshold == 3 && tenant.settings.userMatchThreshold == 4)
        try await enroll("ada", [[0]])
        func verified(_ score: Double, in tenant: Tenant) async throws -> Bool {
            test.engines.set { $0.compare = { _, _ in Samples.score(score) } }
            let requester = UserRequester(
                principal: Principal(
                    tenant: tenant, role: .client(id: "acme-desk", scopes: [.users, .administerUsers])),
                user: nil)
            return try await users.verify([[0]], as: "ada", by: requester, at: test.now).user != nil
        }
        #expect(try await !verified(3.99, in: tenant))
        #expect(try await verified(4, in: tenant))
        let lenient = try await test.tenant(configuration: #"{"onboardingConfig":{"userMatchThreshold":3}}"#)
        #expect(try await verified(3, in: lenient))
    }

    @Test func wrongImagesHaveAnAnswerEachAndLeaveNothing() async throws {
        await expect(.missingImage) { try await enroll("ada", []) }
        await expect(.missingImage) { try await enroll("ada", [[]]) }
        await expect(.tooManyImages) { try await enroll("ada", Array(repeating: [0], count: 6)) }
        await expect(.missingFace) { try await enroll("ada", [[0], Self.nobody]) }
        await expect(.severalFaces) { try await enroll("ada", [Self.couple]) }
        await expect(.invalidImage) { try await enroll("ada", [Self.junk]) }
        await expect(.facesDiffer) { try await enroll("ada", [[0], [1]]) }
        await expect(.missingUserID) { try await enroll("", [[0]]) }
        await expect(.valueTooLong) { try await enroll(String(repeating: "a", count: 1_000_000), [[0]]) }
        await expect(.groupNotFound) { try await enroll("ada", [[0]], group: "nowhere") }
        await expect(.userNotFound) { _ = try await users.profile("ada", by: requester(), at: test.now) }
    }

    @Test func anImageThatCannotBeJudgedIsNeverCompared() async throws {
        try await enroll("ada", [[0]])
        let galleries = test.useCases.portal.galleries
        for (image, number, cause, reason) in [
            (Self.blurred, UserError(.missingFace, because: .tooBlurry), Refusal(.tooBlurry)),
            (Self.drawn, UserError(.missingFace), Refusal(.noFace)),
        ].map({ ($0.0, $0.1.number, $0.1.cause, $0.2) }) {
            let error = UserError(number, because: cause)
            await #expect(throws: error) { try await enroll("eve", [image]) }
            await #expect(throws: error) {
                _ = try await users.addFaces([image], to: "ada", by: requester(), at: test.now)
            }
            await #expect(throws: error) {
                _ = try await users.verify([image], as: "ada", by: requester(), at: test.now)
            }
            await #expect(throws: error) {
                _ = try await users.recognize([image], in: nil, by: requester(), at: test.now)
            }
            await #expect(throws: error) {
                _ = try await users.token(for: "ada", face: [image], by: requester(), at: test.now)
            }
            await #expect(throws: reason) {
                _ = try await galleries.match(image, in: nil, among: nil, by: requester().principal, at: test.now)
            }
            await #expect(throws: reason) {
                _ = try await galleries.register(
                    .init(
                        username: "eve", email: "eve@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                        consent: nil, image: image), by: requester().principal, at: test.now)
            }
        }
        await expect(.userNotFound) { _ = try await users.profile("eve", by: requester(), at: test.now) }
    }

    /// Puts another judgement beside the only face of a user; nil for one of before there was a gate.
    private func judge(_ userID: String, as quality: SampleQuality?) async throws {
        let stored = try await users.registration(of: userID, tenant)
        let dataKey = try test.cases.dataKey(of: stored)
        let kept = try #require(try await test.data.store.templates(of: stored.id).first)
        let row = try #require(try await test.data.store.templates(notBy: "", after: 0, limit: 9).first)
        _ = try await test.data.store.renew(
            row,
            by: TemplateWrite(
                kept.open(of: stored.id, under: dataKey), of: quality, kind: .face, of: stored.id, under: dataKey),
            at: test.now)
        await test.cases.indexFaces(of: stored)
    }

    @Test(arguments: [true, false]) func noMatchRestsOnATemplateWhoseSampleFailsTheGate(isJudged: Bool) async throws {
        try await enroll("ada", [[0]])
        try await judge("ada", as: isJudged ? Samples.quality(innerFocus: 0.5) : nil)
        await expect(.missingFace) { _ = try await users.verify([[0]], as: "ada", by: requester(), at: test.now) }
        await expect(.missingFace) { _ = try await users.token(for: "ada", face: [[0]], by: requester(), at: test.now) }
        #expect(try await users.recognize([[0]], in: nil, by: requester(), at: test.now).user == nil)
        let restarted = FaceIndex()
        try await FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: restarted, model: Samples.model, logger: test.logger
        ).round()
        #expect(restarted.count == 0)
        #expect(try await users.profile("ada", by: requester(), at: test.now).faces.count == 1)
        // Only the administrator can say whose another is; then that one is compared.
        let ada = try await users.registration(of: "ada", tenant).id
        await #expect(throws: Refusal.self) {
            _ = try await users.addFaces([[0]], to: "ada", by: requester([.users], user: ada), at: test.now)
        }
        let added = try await users.addFaces([[0]], to: "ada", by: requester(), at: test.now)
        let match = try await users.verify([[0]], as: "ada", by: requester(), at: test.now)
        #expect(match.user?.faceID == added[0].text)
        #expect(try await users.recognize([[0]], in: nil, by: requester(), at: test.now).user?.userID == "ada")
    }

    @Test(arguments: [true, false]) func imagesOfBeforeTheGateAreJudgedFromWhatIsKept(isSharp: Bool) async throws {
        try await enroll("ada", [[0]])
        try await judge("ada", as: nil)
        let face = faces[0]
        test.engines.set {
            $0.stillFace = { _ in .face(face, image: [], quality: Samples.quality(innerFocus: isSharp ? 8 : 0.5)) }
        }
        let job = SampleJudging(
            cases: test.cases, engines: test.engines.engines, pool: test.pools.engines, logger: test.logger)
        for _ in 0..<2 { try await job.round() }
        test.engines.set { $0.stillFace = { _ in .face(face, image: [], quality: Samples.quality()) } }
        if isSharp {
            #expect(try await users.verify([[0]], as: "ada", by: requester(), at: test.now).user?.userID == "ada")
            #expect(try await users.recognize([[0]], in: nil, by: requester(), at: test.now).user?.userID == "ada")
        } else {
            await expect(.missingFace) { _ = try await users.verify([[0]], as: "ada", by: requester(), at: test.now) }
        }
        // Each once.
        #expect(try await test.data.store.auditEntries().count { $0.kind == "templateRenewed" } == 2)
    }

    @Test func whatBothSamplesWereWorthStandsInTheTrail() async throws {
        try await enroll("ada", [[0]])
        _ = try await users.verify([[0]], as: "ada", by: requester(), at: test.now)
        _ = try await users.recognize([[0]], in: nil, by: requester(), at: test.now)
        _ = try await users.token(for: "ada", face: [[0]], by: requester(), at: test.now)
        _ = try await test.useCases.portal.galleries.match(
            [0], in: nil, among: nil, by: requester().principal, at: test.now)
        let compared = try await test.data.store.auditEntries().filter { $0.detail["probe"] != nil }
        #expect(
            compared.compactMap { $0.detail["operation"] } == [
                "image.verify", "image.recognize", "user.faceauth", "gallery.matchFace",
            ])
        for entry in compared {
            #expect(
                entry.detail["probe"] == Samples.quality().words && entry.detail["reference"] == Samples.quality().words
            )
        }
    }

    @Test func aFaceIsComparedWithTheUsersOwn() async throws {
        let ids = try await enroll("ada", [[0]])
        let same = try await users.verify([[0]], as: "ada", by: requester(), at: test.now)
        #expect(same == .init(confidence: 97, user: .init(faceID: ids[0].text, userID: "ada", details: "desk 7")))
        #expect(
            try await users.verify([[1]], as: "ada", by: requester(), at: test.now) == .init(confidence: 11, user: nil))
        await expect(.tooManyImages) {
            _ = try await users.verify([[0], [0]], as: "ada", by: requester(), at: test.now)
        }
        let entries = try await test.data.store.auditEntries().filter { $0.kind == "userOperation" }
        #expect(entries.compactMap { $0.detail["result"] } == ["same", "different"])
    }

    @Test func aFaceIsFoundAmongTheMembersOfAGroupAlone() async throws {
        let group = try await groups.create(name: "reception", sizeLimit: 5, by: requester(), at: test.now)
        try await enroll("ada", [[0]])
        try await enroll("bob", [[1]], group: group)
        func found(_ image: UInt8, _ group: String?) async throws -> String? {
            try await users.recognize([[image]], in: group, by: requester(), at: test.now).user?.userID
        }
        #expect(try await found(0, nil) == "ada")
        #expect(try await found(1, nil) == nil)
        #expect(try await found(1, group) == "bob")
        #expect(try await found(0, group) == nil)
        try await groups.add("ada", to: group, by: requester(), at: test.now)
        #expect(try await found(0, group) == "ada")
        try await groups.remove("ada", from: group, by: requester(), at: test.now)
        #expect(try await found(0, group) == nil)
    }

    @Test func untilTheFacesAreReadASearchIsNotReadyRatherThanWithoutAMatch() async throws {
        try await enroll("ada", [[0]])
        test.cases.faceIndex.forget(tenant.id)
        let notReady = Refusal(.faceSearchNotReady, retryAfterInSeconds: 5)
        await #expect(throws: notReady) {
            _ = try await users.recognize([[0]], in: nil, by: requester(), at: test.now)
        }
        await #expect(throws: notReady) {
            _ = try await test.useCases.portal.galleries.match(
                [0], in: nil, among: nil, by: requester().principal, at: test.now)
        }
    }

    // MARK: Who is registered twice

    /// The tenant, whose registrations are looked at whenever somebody is registered.
    private func searching(_ policy: String) async throws -> UserRequester {
        let tenant = try await test.tenant(
            configuration: """
                {"onboardingConfig":{"duplicateEnrollment":"\(policy)","onboardingOptions":{"enrollment":{
                "checkDuplicateEnrollment":{"enabled":true,"matchThreshold":0}}}}}
                """)
        let role = Principal.Role.client(id: "acme-desk", scopes: [.users, .administerUsers])
        return UserRequester(principal: Principal(tenant: tenant, role: role), user: nil)
    }

    @Test func whoIsRegisteredTwiceByImagesIsRefusedWhereTheTenantSaysSoAndNothingIsBegun() async throws {
        let requester = try await searching("refuse")
        _ = try await users.enroll(registration("ada", images: [[0], [0]]), by: requester, at: test.now)
        let ada = try await users.registration(of: "ada", tenant).id
        await expect(.faceRegistered) {
            _ = try await users.enroll(registration("eve", images: [[0]]), by: requester, at: test.now)
        }
        await expect(.userNotFound) { _ = try await users.profile("eve", by: requester, at: test.now) }
        await #expect(throws: Refusal(.faceRegistered)) {
            _ = try await test.useCases.portal.galleries.register(
                .init(
                    username: "eve", email: "eve@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                    consent: nil, image: [0]), by: requester.principal, at: test.now)
        }
        // The operators alone learn whose it is.
        let entries = try await test.data.store.auditEntries().filter { $0.detail["result"] == "duplicate" }
        #expect(entries.map { $0.detail["enrollments"] } == [ada.text, ada.text])
        _ = try await users.enroll(registration("bob", images: [[1]]), by: requester, at: test.now)
        #expect(test.cases.faceIndex.count == 3)
    }

    @Test func nobodyIsRegisteredWithoutTheConsentThatTheTenantAsksForByEitherName() async throws {
        let tenant = try await test.tenant(requiresConsent: true)
        let role = Principal.Role.client(id: "acme-desk", scopes: [.users, .administerUsers])
        let requester = UserRequester(principal: Principal(tenant: tenant, role: role), user: nil)
        await expect(.consentRequired) {
            _ = try await users.enroll(registration("ada", images: [[0]]), by: requester, at: test.now)
        }
        func register(_ consent: Consent?) async throws -> String {
            try await test.useCases.portal.galleries.register(
                .init(
                    username: "ada", email: "ada@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                    consent: consent, image: [0]), by: requester.principal, at: test.now)
        }
        func consent(toTextOf hash: String) -> Consent {
            Consent(textHash: hash, textVersion: "3", language: "de", acceptedAt: "2026-03-02T07:36:25Z")
        }
        let given = consent(toTextOf: String(repeating: "0", count: 64))
        await #expect(throws: Refusal(.consentRequired)) { _ = try await register(nil) }
        await #expect(throws: Refusal(.wrongType)) { _ = try await register(consent(toTextOf: "none")) }
        _ = try await register(given)
        let ada = try await users.registration(of: "ada", tenant).id
        #expect(try await test.data.store.events(of: ada).map(\.event).contains(.consentGiven(given)))
    }

    @Test func whoIsRegisteredTwiceByImagesIsReportedWhereTheTenantSaysSo() async throws {
        let requester = try await searching("report")
        _ = try await users.enroll(registration("ada", images: [[0]]), by: requester, at: test.now)
        _ = try await users.enroll(registration("eve", images: [[0]]), by: requester, at: test.now)
        let (ada, eve) = (
            try await users.registration(of: "ada", tenant).id, try await users.registration(of: "eve", tenant).id
        )
        let events = try await test.data.store.events(of: eve).map(\.event)
        #expect(events.contains(.duplicateFound(of: ada)) && events.last?.kind == .completed)
        #expect(try await !test.data.store.events(of: ada).contains { $0.event.kind == .duplicateFound })
        let told = try await test.useCases.portal.eventFeed.page(
            since: nil, limit: nil, by: Principal(tenant: tenant, role: .portal))
        #expect(told.compactMap(\.duplicate?.enrollmentID) == [ada])
        // Nobody is kept out while the faces are read, and the trail says that nobody was looked for.
        test.cases.faceIndex.forget(tenant.id)
        _ = try await users.enroll(registration("bob", images: [[0]]), by: requester, at: test.now)
        let entries = try await test.data.store.auditEntries().filter { $0.kind == "userOperation" }
        #expect(entries.compactMap { $0.detail["result"] } == ["duplicate", "notReady"])
    }

    @Test func ofManyWhoAreRegisteredWithOneFaceAtOnceOneIs() async throws {
        let requester = try await searching("refuse")
        let registered = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
            for number in 0..<8 {
                group.addTask { [users] in
                    let new = Users.Registration(
                        userID: "user-\(number)", groupID: nil, details: nil, consent: nil, images: [[0], [0]])
                    return (try? await users.enroll(new, by: requester, at: test.now)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(registered == 1 && test.cases.faceIndex.count == 2)
    }

    @Test func whoIsRemovedIsNeverFoundAgain() async throws {
        let id = try await enroll("ada", [[0]])[0]
        let urls = try await users.faceURLs(of: "ada", by: requester(), at: test.now)
        try await users.remove("ada", by: requester(), at: test.now)
        #expect(try await users.recognize([[0]], in: nil, by: requester(), at: test.now).user == nil)
        await expect(.userNotFound) { _ = try await users.verify([[0]], as: "ada", by: requester(), at: test.now) }
        #expect(try await image(urls[0]) == nil)
        #expect(try await test.data.store.face(id) == nil)
        // Also by the next process.
        let index = FaceIndex()
        try await FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: index, model: Samples.model, logger: test.logger
        ).round()
        #expect(index.count == 0)
        try await enroll("ada", [[0]])
    }

    /// Seven faces of two persons: even numbers are ada's.
    @Test func everyFaceOfAUserIsSearchedUntilItIsRemoved() async throws {
        let faces = faces
        test.engines.set {
            $0.compare = { first, second in
                let numbers = [first, second].compactMap { faces.firstIndex(of: $0) }
                return Samples.score(numbers.count == 2 && (numbers[0] + numbers[1]).isMultiple(of: 2) ? 6.29 : 0.2)
            }
        }
        let first = try await enroll("ada", [[0], [2]])
        try await enroll("bob", [[1]])
        let added = try await users.addFaces([[4], [6]], to: "ada", by: requester(), at: test.now)
        func found(_ image: UInt8) async throws -> String? {
            try await users.recognize([[image]], in: nil, by: requester(), at: test.now).user?.userID
        }
        for image: UInt8 in [0, 2, 4, 6] { #expect(try await found(image) == "ada") }
        #expect(try await found(1) == "bob")
        try await users.removeFace(first[0].text, of: "ada", by: requester(), at: test.now)
        try await users.removeFace(added[1].text, of: "ada", by: requester(), at: test.now)
        #expect(test.cases.faceIndex.count == 3)
        for image: UInt8 in [0, 6] { #expect(try await found(image) == nil) }
        for image: UInt8 in [2, 4] { #expect(try await found(image) == "ada") }

        // The same after a start, and nobody once the user is removed: neither here nor there.
        let restarted = FaceIndex()
        let indexing = FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: restarted, model: Samples.model, logger: test.logger)
        try await indexing.round()
        #expect(restarted.count == 3)
        try await users.remove("ada", by: requester(), at: test.now)
        for image: UInt8 in [0, 2, 4, 6] { #expect(try await found(image) == nil) }
        #expect(test.cases.faceIndex.count == 1)
        let again = FaceIndex()
        try await FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: again, model: Samples.model, logger: test.logger
        ).round()
        #expect(again.count == 1)
    }

    @Test func manyWhoChangeAUsersFacesAtOnceLeaveTheSearchWithWhatIsStored() async throws {
        let faces = faces
        test.engines.set { $0.compare = { _, _ in Samples.score(6.29) } }
        let first = try await enroll("ada", [[0]])[0]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for image: UInt8 in 1..<7 {
                group.addTask { [users] in
                    _ = try await users.addFaces([[image]], to: "ada", by: requester(), at: test.now)
                }
            }
            group.addTask { [users] in
                try await users.removeFace(first.text, of: "ada", by: requester(), at: test.now)
            }
            try await group.waitForAll()
        }
        for number in faces.indices {
            let result = test.cases.faceIndex.search(
                faces[number], tenant: tenant.id, excluding: nil, atLeast: 0.9999)
            guard case .candidates(let found) = result else {
                Issue.record("not ready")
                return
            }
            #expect(found.candidates.isEmpty == (number == 0 || number == 7), "face \(number)")
        }
    }

    @Test func nobodyTakesSomebodyElsesFaceIn() async throws {
        let first = try await enroll("ada", [[0]])[0]
        await expect(.facesDiffer) {
            _ = try await users.addFaces([[1]], to: "ada", by: requester(), at: test.now)
        }
        let added = try await users.addFaces([[0], [0]], to: "ada", by: requester(), at: test.now)
        #expect(added.count == 2)
        try await users.removeFace(first.text, of: "ada", by: requester(), at: test.now)
        #expect(try await users.faceIDs(of: "ada", by: requester(), at: test.now) == added.map(\.text))
        await expect(.missingFace) {
            try await users.removeFace(first.text, of: "ada", by: requester(), at: test.now)
        }
        for face in added { try await users.removeFace(face.text, of: "ada", by: requester(), at: test.now) }
        await expect(.missingFace) { _ = try await users.verify([[0]], as: "ada", by: requester(), at: test.now) }
        #expect(try await users.recognize([[0]], in: nil, by: requester(), at: test.now).user == nil)
    }

    @Test func anAddressOfAnImageOpensItUntilItEndsAndNothingElse() async throws {
        try await enroll("ada", [[0], [0]])
        let urls = try await users.faceURLs(of: "ada", by: requester(), at: test.now)
        #expect(urls.count == 2 && urls.allSatisfy { !$0.contains("ada") })
        #expect(try await image(urls[0]) == [1, 2, 3])
        let (first, second) = (Self.parts(urls[0]), Self.parts(urls[1]))
        #expect(
            try await users.image(
                faceID: second.face, expires: first.expires, signature: first.signature, at: test.now) == nil)
        #expect(
            try await users.image(
                faceID: first.face, expires: first.expires + "0", signature: first.signature, at: test.now) == nil)
        test.advance(milliseconds: 300_000)
        #expect(try await image(urls[0]) == nil)
    }

    private static func parts(_ url: String) -> (face: String, expires: String, signature: String) {
        let parts = url.split { "/?=&".contains($0) }.map(String.init)
        return (parts[parts.count - 5], parts[parts.count - 3], parts[parts.count - 1])
    }

    private func image(_ url: String) async throws -> [UInt8]? {
        let parts = Self.parts(url)
        return try await users.image(
            faceID: parts.face, expires: parts.expires, signature: parts.signature, at: test.now)
    }

    // MARK: Tokens

    @Test func aOneTimePasswordGivesATokenOnceAndTheTokenOpensTheUsersOwn() async throws {
        try await enroll("ada", [[0]])
        try await enroll("bob", [[1]])
        let client = requester([.users])
        let password = try await users.oneTimePassword(for: "ada", by: requester(), at: test.now)
        #expect(password.utf8.count == 6 && password.utf8.allSatisfy { (0x30...0x39).contains($0) })
        func token(_ password: String?) async throws -> String {
            try await users.token(
                for: "ada", oneTimePassword: password, isPermanent: true, by: client, at: test.now)
        }
        await expect(.oneTimePasswordMismatch) { _ = try await token("12345") }
        let text = try await token(password)
        await expect(.oneTimePasswordMismatch) { _ = try await token(password) }
        let ada = try await users.requester(client.principal, userToken: text, at: test.now)
        #expect(try await users.profile("ada", by: ada, at: test.now).userID == "ada")
        for other in ["bob", "nobody"] {
            await #expect(throws: Refusal(.roleMissing)) {
                _ = try await users.profile(other, by: ada, at: test.now)
            }
        }
        await #expect(throws: Refusal(.roleMissing)) { try await users.remove("ada", by: ada, at: test.now) }
        await #expect(throws: Refusal(.tokenMissing)) { try await users.remove("ada", by: client, at: test.now) }
        try await users.endTokens(of: "ada", by: requester(), at: test.now)
        await #expect(throws: Refusal(.tokenInvalid)) {
            _ = try await users.requester(client.principal, userToken: text, at: test.now)
        }
    }

    @Test func aUsersTokenIsNoClientsAndOpensNothingOfAnotherTenants() async throws {
        try await enroll("ada", [[0]])
        let client = requester([.users])
        let text = try await users.token(for: "ada", face: [[0]], by: client, at: test.now)
        await #expect(throws: Refusal(.tokenInvalid)) {
            _ = try await test.tenants.tokens().verify(text, publicURL: "https://onboarding.test", at: test.now)
        }
        let other = try await test.tenant("other")
        await #expect(throws: Refusal(.tokenInvalid)) {
            _ = try await users.requester(
                Principal(tenant: other, role: .client(id: "other-desk", scopes: [.users])), userToken: text,
                at: test.now)
        }
        test.advance(milliseconds: 901_000)
        await #expect(throws: Refusal(.tokenExpired)) {
            _ = try await users.requester(client.principal, userToken: text, at: test.now)
        }
    }

    @Test func anotherFaceGetsNoTokenAndTriesComeToAnEnd() async throws {
        try await enroll("ada", [[0]])
        for _ in 0..<Limit.failures.value {
            await expect(.faceNotMatching) {
                _ = try await users.token(for: "ada", face: [[1]], by: requester([.users]), at: test.now)
            }
        }
        let refusal = Refusal(.rateLimited, retryAfterInSeconds: 86_401)
        await #expect(throws: refusal) {
            _ = try await users.token(for: "ada", face: [[0]], by: requester([.users]), at: test.now)
        }
        // It is kept where a restart forgets nothing, and an operator lifts it.
        let failures = try await test.data.store.failures(
            tenant: tenant.id, subject: try await users.registration(of: "ada", tenant).usernameDigest,
            since: test.now.adding(seconds: -60), limit: 99)
        #expect(failures.count == Limit.failures.value)
        let lifted = try await TenantAdministration(data: test.data).liftLimit(of: .username("ada"), tenant: "acme")
        #expect(lifted == Limit.failures.value)
        _ = try await users.token(for: "ada", face: [[0]], by: requester([.users]), at: test.now)
    }

    @Test func ofManyFacesAtOnceNoMoreAreToldToBeAnothersThanTheLimitSays() async throws {
        try await enroll("ada", [[0]])
        let (users, requester, now) = (users, requester([.users]), test.now)
        // They came one after the other, and are not looked at so.
        @Sendable func isTold(_ number: Int) async -> Bool {
            do {
                let instant = now.adding(seconds: Int64(number % 5))
                _ = try await users.token(for: "ada", face: [[1]], by: requester, at: instant)
            } catch let error as UserError {
                return error.cause == .faceNotMatching
            } catch {}
            return false
        }
        var told = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
            for number in 0..<50 { group.addTask { await isTold(number) } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(told <= Limit.failures.value)
        // The server may have been too busy to look at as many.
        for number in 0..<Limit.failures.value where await isTold(number) { told += 1 }
        #expect(told == Limit.failures.value)
    }

    // MARK: Groups

    @Test func aGroupAdminAdministersThatGroupAlone() async throws {
        try await enroll("ada", [[0]])
        try await enroll("bob", [[1]])
        let own = try await groups.create(name: "own", sizeLimit: 5, by: requester(), at: test.now)
        let other = try await groups.create(name: "other", sizeLimit: 5, by: requester(), at: test.now)
        try await groups.add("ada", to: own, by: requester(), at: test.now)
        let id = try await users.registration(of: "ada", tenant).id
        let ada = requester([.users], user: id)
        await #expect(throws: Refusal(.roleMissing)) { _ = try await groups.group(own, by: ada) }
        try await groups.setRole("groupAdmin", of: "ada", in: own, by: requester(), at: test.now)
        #expect(try await groups.group(own, by: ada).name == "own")
        try await groups.add("bob", to: own, by: ada, at: test.now)
        #expect(try await groups.members(of: own, by: ada, at: test.now).page.map(\.userID).sorted() == ["ada", "bob"])
        for group in [other, "default", "nowhere"] {
            await #expect(throws: Refusal(.roleMissing)) {
                try await groups.add("bob", to: group, by: ada, at: test.now)
            }
        }
        await #expect(throws: Refusal(.roleMissing)) {
            _ = try await groups.create(name: "x", sizeLimit: 1, by: ada, at: test.now)
        }
    }

    @Test func aGroupHasItsLimitsAndTheOneOfEveryTenantStays() async throws {
        for limit in [0, -1, Limit.groupSize.value + 1] {
            await expect(.sizeLimitOutOfRange) {
                _ = try await groups.create(name: "g", sizeLimit: limit, by: requester(), at: test.now)
            }
        }
        await expect(.missingGroupName) {
            _ = try await groups.create(name: "", sizeLimit: 1, by: requester(), at: test.now)
        }
        await expect(.missingGroupSizeLimit) {
            _ = try await groups.create(name: "g", sizeLimit: nil, by: requester(), at: test.now)
        }
        let group = try await groups.create(name: "g", sizeLimit: 1, by: requester(), at: test.now)
        await expect(.groupAlreadyExists) {
            _ = try await groups.create(name: "g", sizeLimit: 1, by: requester(), at: test.now)
        }
        try await enroll("ada", [[0]], group: group)
        await expect(.groupFull) { try await enroll("bob", [[1]], group: group) }
        await expect(.userNotFound) { _ = try await users.profile("bob", by: requester(), at: test.now) }
        try await groups.edit(group, name: nil, sizeLimit: 2, by: requester(), at: test.now)
        try await enroll("bob", [[1]], group: group)
        await expect(.defaultGroup) { try await groups.remove("default", by: requester(), at: test.now) }
        await expect(.defaultGroup) {
            try await groups.edit("default", name: "staff", sizeLimit: nil, by: requester(), at: test.now)
        }
        try await groups.edit("default", name: "default", sizeLimit: 9, by: requester(), at: test.now)
        await expect(.groupAlreadyExists) {
            try await groups.edit(group, name: "(default)", sizeLimit: nil, by: requester(), at: test.now)
        }
        try await groups.remove(group, by: requester(), at: test.now)
        await expect(.groupNotFound) { _ = try await groups.group(group, by: requester()) }
        #expect(try await users.profile("bob", by: requester(), at: test.now).groups.isEmpty)
    }

    @Test func galleriesAreTheSameGroups() async throws {
        let galleries = test.useCases.portal.galleries
        let client = requester().principal
        try await galleries.add("staff", by: client, at: test.now)
        #expect(try await galleries.names(by: client) == ["(default)", "staff"])
        let code = try await galleries.register(
            .init(
                username: "ada", email: "ada@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                consent: nil, image: [0]),
            by: client, at: test.now)
        try await galleries.add([code], to: ["staff"], by: client, at: test.now)
        #expect(try await galleries.holds(code, in: "staff", by: client))
        #expect(try await galleries.names(of: code, by: client) == ["(default)", "staff"])
        #expect(
            try await galleries.match([0], in: "staff", among: nil, by: client, at: test.now)
                == [.init(registrationCode: code, score: 97)])
        #expect(try await galleries.match([1], in: nil, among: [code], by: client, at: test.now).isEmpty)
        try await galleries.delete([code], from: ["staff"], by: client, at: test.now)
        #expect(
            try await galleries.codes(in: "staff", pageNumber: 1, pageSize: 50, by: client, at: test.now).total == 0)
        await #expect(throws: Refusal(.galleryExists)) { try await galleries.add("staff", by: client, at: test.now) }
        await #expect(throws: Refusal(.defaultGallery)) {
            try await galleries.delete("(default)", by: client, at: test.now)
        }
        #expect(try await users.verify([[0]], as: "ada", by: requester(), at: test.now).user != nil)
    }
}
