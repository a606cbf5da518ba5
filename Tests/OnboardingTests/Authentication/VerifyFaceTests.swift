import Foundation
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// Every result of the face and the document of whoever comes back, the lock, and the way to another device.
@Suite struct VerifyFaceTests {
    private func failed(_ reason: RefusalReason, _ work: () async throws -> some Any) async {
        await #expect(throws: Refusal(reason)) { _ = try await work() }
    }

    private func say(_ decision: LivenessDecision, _ test: TestInstallation) throws {
        let assessment = try Samples.assessment(decision)
        test.engines.set { $0.face = { _ in assessment } }
    }

    private func returner(
        _ settings: String = "", options: String = "", at test: TestInstallation
    ) async throws -> Returner {
        try await Returner(at: test, tenant: Returner.tenant(settings, options: options, at: test))
    }

    @Test(arguments: LivenessDecision.allCases) func aDecisionOfTheScorerIsTheResult(decision: LivenessDecision)
        async throws
    {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        try say(decision, test)
        let result = try await ada.verifyFace(try await ada.begin())
        #expect(result.decision == decision && result.isMatching == (decision == .live ? true : nil))
        #expect(result.status == (decision == .live ? .complete : .pending))
    }

    @Test func theSameRequestHasTheSameResultAndIsMeasuredOnce() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        let (token, body) = (try await ada.begin(), Visitor.newBody())
        let first = try await ada.verifyFace(token, body: body)
        test.engines.set { $0.face = { _ in throw StubEngines.Unset() } }
        #expect(try await ada.verifyFace(token, body: body) == first)
        await failed(.authenticationFinished) { try await ada.verifyFace(token) }
    }

    @Test func theThresholdIsTheTenantsAndCountsTheFacesThatAreComparedWith() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(#""faceMatchThreshold":6"#, at: test)
        #expect(try await ada.verifyFace(try await ada.begin()).isMatching == true)
        test.engines.set { $0.comparison = { Samples.score(5.99) } }
        let result = try await ada.verifyFace(try await ada.begin())
        #expect(result.decision == .live && result.isMatching == false && result.status == .pending)
    }

    @Test func faceOfSomebodyElseLocksTheRegistrationForAWhile() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        let before = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: ada.portal).count
        test.engines.set { $0.comparison = { Samples.score(1) } }
        let first = try await ada.begin()
        for _ in 0..<2 { #expect(try await ada.verifyFace(first).status == .pending) }
        test.advance(milliseconds: 100_000)
        // A fresh authentication is no fresh set of tries.
        let second = try await ada.begin()
        #expect(try await ada.registration().lockedUntil == nil)
        for _ in 0..<2 { #expect(try await ada.verifyFace(second).status == .pending) }

        let locked = Refusal(.registrationLocked, retryAfterInSeconds: 801)
        test.engines.set { $0.comparison = { Samples.score(6) } }
        await #expect(throws: locked) { try await ada.verifyFace(second) }
        await #expect(throws: locked) { try await ada.authenticate() }
        await #expect(throws: locked) { try await ada.authenticate(.registered(code: ada.code)) }
        await #expect(throws: locked) { try await ada.reEnroll() }
        await #expect(throws: locked) {
            try await test.useCases.portal.triggerAuthenticate.perform(
                .init(username: "ada"), bodyDigest: Visitor.newBody(), by: ada.portal, at: test.now)
        }
        let end = try #require(try await ada.registration().lockedUntil)
        #expect(end.secondsAfter(test.now) == 801)
        let told = try await test.useCases.portal.eventFeed.page(since: "\(before)", limit: nil, by: ada.portal)
        #expect(
            told.map(\.kind) == [
                "authentication.started", "authentication.cancelled", "authentication.started", "registration.locked",
            ])
        #expect(told.last?.authentication?.standing.state == .pending)

        test.advance(milliseconds: 801_000)
        #expect(try await ada.verifyFace(try await ada.begin()).status == .complete)
    }

    @Test func attemptsEndOneAuthenticationAndSuccessForgetsThem() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(#""maxAuthenticationAttempts":2"#, at: test)
        test.engines.set { $0.comparison = { Samples.score(1) } }
        #expect(try await ada.verifyFace(try await ada.begin()).status == .pending)
        test.engines.set { $0.comparison = { Samples.score(6) } }
        #expect(try await ada.verifyFace(try await ada.begin()).status == .complete)
        try say(.presentationAttack, test)
        let token = try await ada.begin()
        #expect(try await ada.verifyFace(token).status == .pending)
        #expect(try await ada.verifyFace(token).status == .failed)
        let lifted = try await TenantAdministration(data: test.data).liftLimit(of: .username("ada"), tenant: "acme")
        #expect(lifted == 2)
        await failed(.authenticationFinished) { try await ada.verifyFace(token) }
        _ = try await ada.begin()
    }

    @Test func ofManyAtOnceNoMoreAreJudgedThanThereAreAttempts() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        test.engines.set { $0.comparison = { Samples.score(1) } }
        let (one, other) = (try await ada.begin(), try #require(try await ada.reEnroll()).reEnrollmentToken)
        for _ in 0..<3 { _ = try await ada.verifyFace(one) }
        let judged = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
            for index in 0..<20 {
                group.addTask {
                    let steps = index.isMultiple(of: 2) ? nil : test.useCases.person.reEnrollment
                    let token = index.isMultiple(of: 2) ? one : other
                    return (try? await ada.verifyFace(token, steps: steps)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(judged == 1)
        let lock = try ada.test.cases.lock(
            of: #require(try await test.data.store.enrollment(tenant: ada.tenant.id, code: ada.code)).id,
            in: ada.tenant)
        let failures = try await test.data.store.failures(
            tenant: ada.tenant.id, subject: lock.subjects[0], since: lock.limit(at: test.now).since, limit: 100)
        #expect(failures.count == 4)
    }

    @Test func noImageIsShownTwiceTheOwnNeither() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        _ = try await Returner("eve", at: test, tenant: tenant)
        let visitor = try await Visitor("bob", at: test, tenant: tenant)
        try await visitor.addDevice()
        let enrolled = Visitor.capture()
        try await visitor.addFace(.plain(enrolled))
        let bob = try await Returner(at: test, tenant: tenant)
        let token = try await bob.authenticate(.named(username: "bob")).authToken
        await failed(.packageReplayed) { try await bob.verifyFace(token, .plain(enrolled)) }
        let capture = Visitor.capture()
        #expect(try await bob.verifyFace(token, .plain(capture)).status == .complete)
        let again = try await bob.authenticate(.named(username: "bob")).authToken
        await failed(.packageReplayed) { try await bob.verifyFace(again, .plain(capture)) }
    }

    @Test func aPackageThatDoesNotOpenCountsAsACapture() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        let token = try await ada.begin()
        let sealed = SubmittedPackage.sealed(keyID: "none", encapsulatedKey: [], ciphertext: [])
        for _ in 0..<Limit.captures.value {
            await failed(.packageUnreadable) { try await ada.verifyFace(token, sealed) }
        }
        await failed(.authenticationFinished) { try await ada.verifyFace(token, sealed) }
    }

    @Test func aChallengeStandsForOneCapture() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(at: test)
        let ada = try await Returner(at: test, tenant: tenant)
        let active = try await test.tenant(configuration: #"{"onboardingConfig":{"faceWorkflow":"active"}}"#)
        let portal = Principal(tenant: active, role: .portal)
        let begun = try await ada.authenticate(by: portal)
        #expect(begun.requiresChallenge == true)
        await failed(.challengeRequired) { try await ada.verifyFace(begun.authToken, by: portal) }
        let issue = test.useCases.person.authentication.challengeFace
        let challenge = try await issue.perform(token: begun.authToken, by: portal, at: test.now)
        #expect(try await issue.perform(token: begun.authToken, by: portal, at: test.now) == challenge)
        await failed(.tokenUnknown) {
            try await test.useCases.person.reEnrollment.challengeFace.perform(
                token: begun.authToken, by: portal, at: test.now)
        }
        try say(.unableToDecide, test)
        test.advance(milliseconds: 10_000)
        let answer = SubmittedPackage.plain(Visitor.capture(workflow: "foxtrot4"))
        _ = try await ada.verifyFace(begun.authToken, answer, challenge: challenge.id.text, by: portal)
        await failed(.challengeInvalid) {
            try await ada.verifyFace(begun.authToken, answer, challenge: challenge.id.text, by: portal)
        }
    }

    @Test func whatIsKeptSaysWhatTheFaceWasHeldAgainst() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        _ = try await ada.verifyFace(try await ada.begin())
        let stored = try #require(try await test.data.store.enrollment(tenant: ada.tenant.id, code: ada.code))
        let row = try #require(try await test.data.store.evidence(ofAuthenticationsOf: stored.id).first)
        #expect(row.kind == "authentication-face")
        let object = try await test.data.evidence.read(row, under: try test.cases.dataKey(of: stored))
        let head = try JSONDecoder().decode(FaceEvidence.self, from: Data(#require(object["measurements"])))
        let match = try #require(head.faceMatch)
        #expect(
            match.score == Samples.score(6) && match.threshold == 4 && match.samples == 1 && head.portraitCheck == nil)
        #expect(match.probe != nil && match.probe == head.liveness.sample && match.reference == match.probe)
        #expect(try await test.data.store.verifyEvidence(of: stored.id).isEmpty)
    }

    @Test func aStrongAuthenticationLeavesASampleWhereTheTenantAsks() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(
            options: #""authentication":{"verifyDevice":true,"keepSample":true}"#, at: test)
        let stored = try #require(try await test.data.store.enrollment(tenant: ada.tenant.id, code: ada.code))
        func authenticate() async throws {
            let token = try await ada.begin()
            let signature = try #require(ada.key).signES256([UInt8](token.utf8))
            _ = try await ada.verifyDevice(token, signature: signature)
            #expect(try await ada.verifyFace(token).status == .complete)
        }
        test.engines.set { $0.comparison = { Samples.score(4.9) } }
        try await authenticate()
        #expect(try await test.data.store.templates(of: stored.id).count == 1)
        test.engines.set { $0.comparison = { Samples.score(6) } }
        for expected in [2, 3, 3] {
            try await authenticate()
            #expect(try await test.data.store.templates(of: stored.id).count == expected)
        }
    }

    /// A face ages: whoever comes again under another name is like one of the samples, and perhaps no more like the first.
    @Test func aSampleIsFoundByTheNextSearchAndNoMoreOnceAnotherTakesItsPlace() async throws {
        let test = try await TestInstallation()
        var faces = MadeUpFaces()
        func live(_ template: FaceTemplate) throws -> LivenessAssessment {
            LivenessAssessment(evidence: try Samples.assessment(.live).evidence, template: template, codes: [])
        }
        let tenant = try await Returner.tenant(
            options: #""authentication":{"verifyDevice":true,"keepSample":true}"#, at: test)
        let ada = try await Returner(at: test, tenant: tenant, showing: live(faces.next()))
        let stored = try #require(try await test.data.store.enrollment(tenant: ada.tenant.id, code: ada.code))
        let indexing = FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: test.cases.faceIndex, model: Samples.model,
            logger: test.logger)
        try await indexing.round()
        let samples = try (0..<3).map { _ in try faces.next() }
        func found(_ template: FaceTemplate, _ index: FaceIndex) -> [EnrollmentID]? {
            let result = index.search(template, tenant: ada.tenant.id, excluding: nil, atLeast: 0.9)
            guard case .candidates(let found) = result else { return nil }
            return found.candidates.map(\.enrollment)
        }
        for (number, sample) in samples.enumerated() {
            let assessment = try live(sample)
            test.engines.set { $0.face = { _ in assessment } }
            let token = try await ada.begin()
            let signature = try #require(ada.key).signES256([UInt8](token.utf8))
            _ = try await ada.verifyDevice(token, signature: signature)
            #expect(try await ada.verifyFace(token).status == .complete)
            #expect(found(sample, test.cases.faceIndex) == [stored.id], "sample \(number)")
        }
        // Three are kept: the first of all, and the two newest.
        let restarted = FaceIndex()
        try await FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: restarted, model: Samples.model, logger: test.logger
        ).round()
        for index in [test.cases.faceIndex, restarted] {
            #expect(found(samples[0], index) == [])
            for sample in samples[1...] { #expect(found(sample, index) == [stored.id]) }
        }
        _ = try await test.cases.erasePerson(of: stored.id, includingRegistration: true, at: test.now)
        for sample in samples { #expect(found(sample, test.cases.faceIndex) == []) }
    }

    @Test func aDocumentOfTheSamePersonIsAskedForWhereTheTenantAsks() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(options: #""authentication":{"addDocument":true}"#, at: test)
        let begun = try await ada.authenticate()
        #expect(begun.requiredChecks == [.verifyFace, .addDocument])
        await failed(.stepOutOfOrder) { try await ada.verifyDocument(begun.authToken) }
        #expect(try await ada.verifyFace(begun.authToken).status == .pending)
        test.engines.set { $0.comparison = { Samples.score(1) } }
        let other = try await ada.verifyDocument(begun.authToken)
        #expect(other.decision == .notMatching && other.standing.status == .pending)
        test.engines.set {
            $0.comparison = { Samples.score(6) }
            $0.photographs = { _ in Samples.photographs(.suspected) }
        }
        // The face was accepted, so nobody is asked for another.
        #expect(try await ada.verifyDocument(begun.authToken).decision == .portraitReused)
        test.engines.set { $0.photographs = { _ in Samples.photographs() } }
        let result = try await ada.verifyDocument(begun.authToken)
        #expect(result.decision == .verified && result.standing.status == .complete)
        let stored = try #require(try await test.data.store.enrollment(tenant: ada.tenant.id, code: ada.code))
        let kinds = try await test.data.store.evidence(ofAuthenticationsOf: stored.id).map(\.kind)
        let document = "authentication-document"
        #expect(kinds.sorted() == [document, document, document, "authentication-face"])
        #expect(try await test.data.store.verifyEvidence(of: stored.id).isEmpty)
    }

    @Test func anotherDeviceIsAddedOrTakesThePlaceOfAll() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(
            #""maxDeviceIds":2"#, options: #""authentication":{"verifyDevice":true}"#, at: test)
        let early = try #require(try await ada.reEnroll())
        #expect(early.requiredChecks == [.verifyFace] && early.requiresChallenge == nil)
        await failed(.stepOutOfOrder) { try await ada.complete(early.reEnrollmentToken, id: "tablet") }
        await failed(.tokenUnknown) { try await ada.verifyFace(early.reEnrollmentToken) }

        let second = try ECKeyPair.generate()
        var token = try await ada.provenReEnrollment()
        await failed(.publicKeyInvalid) {
            try await ada.complete(token, id: "tablet", key: .init(text: "AAAA", spkiDER: [0, 0, 0]))
        }
        let standing = try await ada.complete(token, id: "tablet", key: Returner.publicKey(second))
        #expect(standing.status == .complete && standing.registrationCode == ada.code)
        #expect(try await ada.registration().devices.map(\.id) == ["device", "tablet"])
        await failed(.authenticationFinished) { try await ada.complete(token, id: "phone") }

        token = try await ada.provenReEnrollment()
        await failed(.tooManyDevices) { try await ada.complete(token, id: "phone") }
        // The same one again takes no place.
        try await ada.complete(token, id: "tablet", key: Returner.publicKey(second))
        token = try await ada.provenReEnrollment()
        try await ada.complete(token, id: "phone", key: Returner.publicKey(second), .replaceAll)
        #expect(try await ada.registration().devices.map(\.id) == ["phone"])

        let authToken = try await ada.begin()
        let old = try #require(ada.key).signES256([UInt8](authToken.utf8))
        #expect(try await !ada.verifyDevice(authToken, signature: old).isVerified)
        let new = try second.signES256([UInt8](authToken.utf8))
        #expect(try await ada.verifyDevice(authToken, id: "phone", signature: new).isVerified)
    }

    @Test func aCodeLeadsToAnotherDeviceThroughTheFaceAlone() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        let begun = try #require(try await ada.reEnroll(.registered(code: ada.code)))
        test.engines.set { $0.comparison = { Samples.score(1) } }
        let steps = test.useCases.person.reEnrollment
        #expect(try await ada.verifyFace(begun.reEnrollmentToken, steps: steps).isMatching == false)
        await failed(.stepOutOfOrder) { try await ada.complete(begun.reEnrollmentToken, id: "tablet") }
    }

    @Test func theTimesAtWhichSomebodyCameBackStandWithTheRegistration() async throws {
        let test = try await TestInstallation()
        let ada = try await returner(at: test)
        _ = try await ada.verifyFace(try await ada.begin())
        let visits = try await ada.registration().activities.compactMap { activity -> AuthenticationEvent? in
            if case .authentication(let event, .authenticate) = activity.event { event } else { nil }
        }
        #expect(visits.contains(.completed) && !visits.contains { if case .triggered = $0 { true } else { false } })
    }
}
