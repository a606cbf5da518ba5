import Foundation
import OnboardingCore
import OnboardingStorage
import Testing

@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// A live face may not be the photograph that the document bears, whichever of the two came first.
@Suite struct PortraitReuseTests {
    private static let cannotTell = Samples.photographs(.cannotTell, .noFrameNearPose)

    /// Somebody whose face was accepted, with a document that would be.
    private func visitor(
        _ test: TestInstallation, _ name: String = "ada", configuration: String? = nil
    ) async throws -> Visitor {
        let visitor = try await Visitor(name, at: test, tenant: try await test.tenant(configuration: configuration))
        let live = try Samples.assessment(.live, isStill: false)
        let document = try Samples.document()
        test.engines.set {
            $0.face = { _ in live }
            $0.document = { _ in document }
            $0.comparison = { Samples.score(6) }
        }
        try await visitor.addDevice()
        try await visitor.addFace()
        return visitor
    }

    /// Somebody whose face has to be captured again.
    private func reopened(
        _ test: TestInstallation, configuration: String? = nil
    ) async throws -> (Visitor, FaceReopening) {
        let visitor = try await visitor(test, configuration: configuration)
        show(Samples.photographs(.suspected), test)
        let result = try await visitor.addDocument()
        return (visitor, try #require(result.faceReopening))
    }

    private func show(_ photographs: PhotographComparisons, _ test: TestInstallation) {
        test.engines.set { $0.photographs = { _ in photographs } }
    }

    /// What the next capture shows.
    private func turn(_ turn: HeadTurn, degrees: Int = 15, _ test: TestInstallation) throws {
        let live = try Samples.assessment(
            .live, isStill: false, yaw: turn == .left ? degrees : -degrees)
        test.engines.set { $0.face = { _ in live } }
    }

    private func templates(_ visitor: Visitor) async throws -> [String] {
        let stored = try await visitor.test.cases.enrollment(token: visitor.token, for: visitor.principal)
        return try await visitor.test.data.store.templates(of: stored.id).map(\.kind)
    }

    @Test(arguments: [Samples.photographs(.reused), Samples.photographs(.different, ghosts: [.different, .reused])])
    func theDocumentsOwnPhotographIsRefusedAndUsesUpTheAttempts(photographs: PhotographComparisons) async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(photographs, test)
        for attempt in 1...5 {
            let result = try await visitor.addDocument()
            #expect(result.decision == .portraitReused && result.faceReopening == nil)
            #expect(result.standing.status == (attempt < 5 ? .pending : .failed))
            #expect(result.standing.registrationCode.isEmpty == (attempt == 5))
        }
        #expect(try await templates(visitor) == ["face"])
    }

    /// Whoever has a picture of a document shows its photograph: its owner did nothing.
    @Test func aReusedPortraitCountsForThePersonAndNotForTheDocument() async throws {
        let test = try await TestInstallation()
        show(Samples.photographs(.reused), test)
        let attempts = try await test.tenant().settings.policy.maximumDocumentAttempts
        for _ in 0..<Limit.failures.value / attempts {
            let visitor = try await visitor(test)
            for _ in 0..<attempts { try await visitor.addDocument() }
        }
        await #expect(throws: Refusal(.rateLimited, retryAfterInSeconds: 86_401)) { try await self.visitor(test) }
        show(Samples.photographs(.different), test)
        let owner = try await visitor(test, "anna")
        #expect(try await owner.addDocument().standing.status == .complete)
    }

    private static let suspicions: [(PhotographComparisons, FaceReopening.Reason)] = [
        (Samples.photographs(.suspected), .portraitSuspected),
        (Samples.photographs(.different, ghosts: [.suspected]), .portraitSuspected),
        (cannotTell, .noFrameNearPortrait), (Samples.photographs(.cannotTell, .noFace), .noFrameNearPortrait),
    ]

    @Test(arguments: suspicions) func aSuspicionRegistersNothingAndAsksForTheFaceAgain(
        photographs: PhotographComparisons, reason: FaceReopening.Reason
    ) async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(photographs, test)
        let body = Visitor.newBody()
        let result = try await visitor.addDocument(body: body)
        #expect(result.decision == .verified && result.faceReopening?.reason == reason)
        #expect(result.standing.status == .pending && result.standing.registrationCode.count == 10)
        #expect(try await templates(visitor) == ["portrait"], "the face is forgotten")
        #expect(try await visitor.addDocument(body: body) == result)
        await #expect(throws: Refusal(.stepAlreadyDone)) { try await visitor.addDocument() }

        show(Samples.photographs(), test)
        try turn(try #require(result.faceReopening).turn, test)
        let face = try await visitor.addFace()
        #expect(face.isAccepted && face.faceReopening == nil)
        #expect(face.standing.status == .complete && face.standing.registrationCode.count == 10)
        #expect(try await templates(visitor) == ["portrait", "face"])
        let id = try await test.cases.enrollment(token: visitor.token, for: visitor.principal).id
        #expect(try await test.data.store.verifyEvidence(of: id) == [])
        #expect(try await test.data.store.verifyTables() == [])
        await #expect(throws: Refusal(.enrollmentFinished)) { try await visitor.addFace() }
    }

    private static let secondFindings: [(PhotographComparisons, FaceDecision)] = [
        (Samples.photographs(.reused), .portraitReused), (Samples.photographs(.suspected), .portraitSuspected),
        (cannotTell, .noFrameNearPortrait), (Samples.photographs(.cannotTell, .noPortrait), .noFrameNearPortrait),
    ]

    @Test(arguments: secondFindings) func aSecondSuspicionStaysRefused(
        photographs: PhotographComparisons, decision: FaceDecision
    ) async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        show(photographs, test)
        try turn(reopening.turn, test)
        let result = try await visitor.addFace()
        #expect(!result.isAccepted && result.portraitDecision == decision)
        #expect(result.decision == (decision == .portraitReused ? .presentationAttack : .unableToDecide))
        #expect(result.scoreInPercent == nil, "the scorer's number would call it live")
        #expect(result.faceReopening == reopening && result.standing.status == .pending)
        #expect(try await templates(visitor) == ["portrait"])
    }

    @Test func capturesThatStaySuspectedHaveALimit() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(
            test, configuration: #"{"onboardingConfig":{"faceWorkflow":"passive"}}"#)
        try turn(reopening.turn, test)
        for capture in 1...Limit.captures.value {
            let status = try await visitor.addFace().standing.status
            #expect(status == (capture < Limit.captures.value ? .pending : .failed))
        }
    }

    /// Who shows in front of the camera what was asked for may have had the document's photograph taken on the same day.
    @Test func aSecondSuspicionAsksForAChallengeWhichClearsItUp() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        try turn(reopening.turn, test)
        let second = try await visitor.addFace()
        #expect(second.portraitDecision == .portraitSuspected && second.requiresChallenge == true)
        await #expect(throws: Refusal(.challengeRequired)) { try await visitor.addFace() }

        let challenge = try await visitor.challengeFace()
        test.advance(milliseconds: 10_000)
        let met = try Samples.assessment(.live, isStill: false, answering: .met)
        test.engines.set { $0.face = { _ in met } }
        let third = try await visitor.addFace(
            .plain(Visitor.capture(workflow: "foxtrot4")), challenge: challenge.id.text)
        #expect(third.isAccepted && third.standing.status == .complete && third.requiresChallenge == nil)
    }

    @Test func theTurnThatWasAskedForHasToBeShown() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        show(Samples.photographs(), test)
        try turn(reopening.turn == .left ? .right : .left, degrees: 30, test)
        #expect(try await visitor.addFace().portraitDecision == .turnNotShown)
        try turn(reopening.turn, degrees: 11, test)
        #expect(try await visitor.addFace().portraitDecision == .turnNotShown)
        try turn(reopening.turn, degrees: 12, test)
        #expect(try await visitor.addFace().standing.status == .complete)
    }

    @Test func anotherPersonsFaceDoesNotAnswerForTheOneThatWasReopened() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        show(Samples.photographs(), test)
        try turn(reopening.turn, test)
        test.engines.set { $0.comparison = { Samples.score(0.1) } }
        for attempt in 1...5 {
            let result = try await visitor.addFace()
            #expect(result.portraitDecision == .notMatching && !result.isAccepted)
            #expect(result.standing.status == (attempt < 5 ? .pending : .failed))
        }
    }

    @Test func aFaceThatIsNotLiveIsHeldAgainstNoDocument() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        let attack = try Samples.assessment(.presentationAttack)
        test.engines.set {
            $0.face = { _ in attack }
            $0.photographs = { _ in throw StubEngines.Unset() }
        }
        let result = try await visitor.addFace()
        #expect(result.decision == .presentationAttack && result.portraitDecision == nil)
        #expect(result.faceReopening == reopening)
    }

    @Test func aTenantMayHaveSuspicionsNotedOnly() async throws {
        let note = #"{"onboardingConfig":{"portraitReuse":"note"}}"#
        for photographs in [Samples.photographs(.suspected), Self.cannotTell] {
            let test = try await TestInstallation()
            let visitor = try await visitor(test, configuration: note)
            show(photographs, test)
            #expect(try await visitor.addDocument().standing.status == .complete)
            #expect(try await record(of: visitor).photographs == photographs, "it is noted")
        }
        let test = try await TestInstallation()
        let visitor = try await visitor(test, configuration: note)
        show(Samples.photographs(.reused), test)
        #expect(try await visitor.addDocument().decision == .portraitReused)
    }

    @Test func aPortraitThatIsTooSmallIsNotedOnly() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let photographs = Samples.photographs(.cannotTell, .portraitTooSmall, ghosts: [.cannotTell])
        show(photographs, test)
        #expect(try await visitor.addDocument().standing.status == .complete)
        #expect(try await record(of: visitor).photographs == photographs)
    }

    @Test func aPortraitThatCannotBeCutOutAsksForTheDocumentAgain() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(Samples.photographs(.cannotTell, .noPortrait), test)
        let result = try await visitor.addDocument()
        #expect(result.decision == .retryCapture && result.faceReopening == nil)
    }

    @Test func whereStillsArePermittedNobodyIsAskedForAPose() async throws {
        let moving = try Samples.assessment(.live, isStill: false).evidence
        #expect(WeighedPhotographs(Self.cannotTell, of: moving, under: .refuse).finding == .noFrameNearPortrait)
        let still = try Samples.assessment(.live).evidence
        #expect(WeighedPhotographs(Self.cannotTell, of: still, under: .refuse).finding == .unsuspicious)
        let suspected = Samples.photographs(.suspected)
        #expect(WeighedPhotographs(suspected, of: still, under: .refuse).finding == .suspected)
    }

    @Test func aFaceThatTheClientGaveIsComparedAndNothingDecided() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(
            configuration: """
                {"onboardingConfig":{"onboardingOptions":{"enrollment":{"addDevice":false,"addFace":false},\
                "authentication":{"verifyFace":false},"reenrollment":{"verifyFace":false}}}}
                """)
        let visitor = try await Visitor(at: test, tenant: tenant)
        let document = try Samples.document()
        test.engines.set {
            $0.document = { _ in document }
            $0.faceInImage = { _ in Samples.template }
            $0.comparison = { Samples.score(6) }
        }
        show(Samples.photographs(.reused), test)
        #expect(try await visitor.addDocument(face: .image([1])).standing.status == .complete)
        #expect(try await record(of: visitor).photographs == Samples.photographs(.reused))
    }

    @Test func aDocumentThatIsRefusedAnywayIsNotCompared() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        test.engines.set {
            $0.comparison = { Samples.score(0.1) }
            $0.photographs = { _ in throw StubEngines.Unset() }
        }
        #expect(try await visitor.addDocument().decision == .notMatching)
    }

    @Test func withoutTheFramesOfTheFaceNothingIsDecided() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let stored = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        for row in try await test.data.store.evidence(of: stored.id) { try await test.data.evidence.delete(row.id) }
        await #expect(throws: (any Error).self) { try await visitor.addDocument() }
        let after = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        #expect(after.version == stored.version)
    }

    @Test func withoutTheDocumentNoFaceAnswers() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        show(Samples.photographs(), test)
        try turn(reopening.turn, test)
        let stored = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        for row in try await test.data.store.evidence(of: stored.id) where row.kind == "document" {
            try await test.data.evidence.delete(row.id)
        }
        await #expect(throws: (any Error).self) { try await visitor.addFace() }
    }

    @Test func aPhoneThatLostTheAnswerIsToldTheTurnAgain() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        let stored = try await test.cases.enrollment(token: visitor.token, for: visitor.principal)
        #expect(stored.enrollment.progress?.faceReopening == reopening)
        #expect(stored.enrollment.progress?.nextCheck == .addFace)
    }

    @Test func theEvidenceOfTheSecondCaptureSaysWhatItWasHeldAgainst() async throws {
        let test = try await TestInstallation()
        let (visitor, reopening) = try await reopened(test)
        #expect(try await record(of: visitor).faceReopening == .portraitSuspected)
        show(Samples.photographs(ghosts: [.different]), test)
        try turn(reopening.turn, test)
        try await visitor.addFace()
        // Both captures have one instant here, so neither is the later one.
        let checks = try await evidence(FaceEvidence.self, "face", of: visitor).compactMap(\.portraitCheck)
        #expect(checks.count == 1)
        let check = try #require(checks.first)
        #expect(
            check
                == PortraitCheck(
                    portraitScore: Samples.score(6), threshold: visitor.tenant.settings.portraitMatchThreshold,
                    photographs: Samples.photographs(ghosts: [.different]), prescribedTurn: reopening.turn,
                    shownTurnInDegrees: 15, leastTurnInDegrees: PrescribedTurn.leastInDegrees, decision: .live))
    }

    private func record(of visitor: Visitor) async throws -> DocumentRecord {
        try #require(try await evidence(DocumentRecord.self, "document", of: visitor).last)
    }

    /// The measurements of every step of that kind.
    private func evidence<Record: Decodable>(
        _ type: Record.Type, _ kind: String, of visitor: Visitor
    ) async throws -> [Record] {
        let (test, cases) = (visitor.test, visitor.test.cases)
        let stored = try await cases.enrollment(token: visitor.token, for: visitor.principal)
        var records: [Record] = []
        for row in try await test.data.store.evidence(of: stored.id) where row.kind == kind {
            let object = try await test.data.evidence.read(row, under: cases.dataKey(of: stored))
            records.append(try JSONDecoder().decode(type, from: Data(try #require(object["measurements"]))))
        }
        return records
    }
}

/// What a decision makes of the comparisons of all faces of a page.
@Suite struct PhotographFindingTests {
    @Test func aGhostImageCanOnlyAccuse() {
        typealias Decision = PhotographComparison.Decision
        let portraits: [(Decision, PhotographComparison.Reason?, PhotographComparisons.Finding)] = [
            (.different, nil, .unsuspicious), (.cannotTell, .portraitTooSmall, .unsuspicious),
            (.cannotTell, .noFace, .noFrameNearPortrait), (.cannotTell, .noFrameNearPose, .noFrameNearPortrait),
            (.cannotTell, .noPortrait, .incomparable),
            (.suspected, nil, .suspected), (.reused, nil, .reused),
        ]
        for (decision, reason, finding) in portraits {
            for ghosts in [[], [.different], [.cannotTell], [.cannotTell, .different]] as [[Decision]] {
                let found = Samples.photographs(decision, reason, ghosts: ghosts).finding
                #expect(found == finding, "\(decision) \(ghosts)")
            }
            let accused = Samples.photographs(decision, reason, ghosts: [.different, .suspected]).finding
            #expect(accused == (finding == .reused ? .reused : .suspected))
            #expect(Samples.photographs(decision, reason, ghosts: [.suspected, .reused]).finding == .reused)
        }
    }
}
