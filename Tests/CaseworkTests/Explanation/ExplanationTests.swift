import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// Every end of an enrollment is explained from what is kept of it, and nobody is named.
@Suite struct ExplanationTests {
    private static let begun = Instant(millisecondsSince1970: 1_800_000_000_000)
    private let reference: EvidenceReference

    init() throws {
        let id = try #require(EvidenceID(text: String(repeating: "7e", count: 16)))
        reference = try #require(EvidenceReference(id: id, sha256: String(repeating: "4d", count: 32)))
    }

    /// Of an enrollment that was started, a second an event.
    private func explained(
        _ events: [Event], _ kept: ExplainedCase.Kept? = nil, policy: Policy = Policy(), erasedAt: Instant? = nil,
        isTest: Bool = false
    ) throws -> Explanation {
        let id = try #require(EnrollmentID(text: String(repeating: "3f", count: 16)))
        let deadline = Self.begun.adding(seconds: 3600)
        let all: [Event] = [
            .triggered(until: deadline), .codeReserved(registrationCode: "4T7KQ0M2ZX"),
            .started(policy, deadline: deadline),
        ]
        let timed = (all + events).enumerated().map { (Self.begun.adding(seconds: Int64($0.offset)), $0.element) }
        return try #require(
            Explanation(
                of: ExplainedCase(
                    id: id, tenant: "acme", isTest: isTest, events: timed,
                    evidence: kept.map { [reference.id: $0] } ?? [:], erasedAt: erasedAt, lock: nil,
                    now: Self.begun.adding(seconds: 60))))
    }

    private func record(_ changes: [(String, String)] = [], isReduced: Bool = false) throws -> DocumentRecord {
        let golden = Material.packageRoot + "/Tests/OnboardingTests/Golden/document-record-1.json"
        var text = try String(contentsOfFile: golden, encoding: .utf8)
        for (old, new) in changes {
            try #require(text.contains(old), "\(old)")
            text = text.replacing(old, with: new)
        }
        var record = try JSONDecoder().decode(DocumentRecord.self, from: Data(text.utf8))
        if isReduced { record.reading = nil }
        return record
    }

    // MARK: Ends

    @Test func anEnrollmentThatGoesOnHasNoRuleOfItsEnd() throws {
        let explanation = try explained([.deviceAdded])
        #expect(explanation.state == "pending" && explanation.rules.isEmpty && explanation.reason == nil)
        #expect(explanation.person == .pending && explanation.expiresAt != nil && explanation.endedAt == nil)
        #expect(explanation.steps.map(\.check) == ["addDevice"] && explanation.steps[0].evidence.state == .none)
    }

    @Test func whoeverUsedUpTheirAttemptsIsToldHowMany() throws {
        let refused = Event.faceRefused(.presentationAttack, nil)
        let explanation = try explained(
            [refused, .faceRefused(.packageUnreadable, nil), refused, .failed(.faceAttemptsExhausted)],
            policy: Policy(maximumFaceAttempts: 2))
        let rule = try #require(explanation.rules.first)
        #expect(rule.rule == "enrollment.attempts" && rule.detail == "addFace" && rule.holds == false)
        #expect(rule.measured == 2 && rule.threshold == 2 && rule.bound == .below)
        #expect(explanation.reason == "FACE_ATTEMPTS_EXHAUSTED" && explanation.state == "failed")
        #expect(explanation.headline.contains("FACE_NOT_LIVE"))
        let unopened = explanation.steps[1]
        #expect(unopened.rules.map(\.rule) == ["package.opens"] && unopened.counts == "capture")
        #expect(unopened.configurationVersion == nil && unopened.models.isEmpty)
    }

    @Test func whoeverUsedUpTheirCapturesIsToldHowMany() throws {
        let explanation = try explained(
            [
                .documentRefused(.retryCapture, nil), .documentRefused(.notVerified, nil),
                .failed(.documentCapturesExhausted),
            ], policy: Policy(maximumCaptures: 2))
        let rule = try #require(explanation.rules.first)
        #expect(rule.rule == "enrollment.captures" && rule.measured == 2 && rule.threshold == 2)
    }

    @Test func anExpiredEnrollmentShowsItsDeadline() throws {
        let rule = try #require(try explained([.expired]).rules.first)
        #expect(rule.rule == "enrollment.deadline" && rule.bound == .below && rule.holds == false)
        #expect(rule.thresholdDate == Self.begun.adding(seconds: 3600).iso8601WithMilliseconds)
        #expect(rule.measuredDate == Self.begun.adding(seconds: 3).iso8601WithMilliseconds)
    }

    @Test func aCancelledEnrollmentSaysSo() throws {
        let explanation = try explained([.cancelled])
        #expect(explanation.rules.map(\.rule) == ["enrollment.cancelled"] && explanation.state == "cancelled")
        #expect(explanation.person == Explanation.Words(.enrollmentCancelled))
    }

    /// Nobody has decided that: who reads that a machine did looks for a refusal.
    @Test func aCancellationIsNoDecisionOfAMachine() throws {
        let cancelled = try explained([.faceAdded(reference), .cancelled]).summary
        #expect(cancelled.en.contains("The machine accepted the face."))
        #expect(cancelled.en.contains("it was cancelled: the person or the tenant stopped it, or another"))
        #expect(cancelled.en.contains("Until then a machine decided; no member of staff"))
        #expect(!cancelled.en.contains("A machine decided this") && !cancelled.de.contains("Das entschied"))
        let expired = try explained([.faceAdded(reference), .expired]).summary
        #expect(!expired.en.contains("A machine decided this") && expired.en.contains("its time was over"))
    }

    @Test func whoHasNoAttemptLeftReadsHowManyThereWere() throws {
        let refused = Event.faceRefused(.presentationAttack, nil)
        let thrice = try explained([refused, refused, refused, .failed(.faceAttemptsExhausted)]).summary
        #expect(thrice.en.contains("It was the last of 3 attempts. With that it ended, on "))
        #expect(thrice.de.contains("Es war der letzte von 3 Versuchen. Damit endete die Identifizierung, am "))
        let once = try explained([refused, .failed(.faceAttemptsExhausted)]).summary
        #expect(once.en.contains("It was the only attempt.") && once.de.contains("Es war der einzige Versuch."))
    }

    @Test func aHumansDecisionStandsBesideTheMachines() throws {
        let explanation = try explained(
            [
                .faceRefused(.presentationAttack, nil), .failed(.faceAttemptsExhausted), .reviewRequested,
                .reviewed(.accepted, reference),
            ], .init(contents: .review, reducedAt: nil))
        #expect(explanation.state == "failed" && explanation.review?.decision == "accepted")
        #expect(explanation.review?.evidence?.state == .whole && explanation.review?.requestedAt != nil)
        #expect(explanation.headline.hasSuffix("a human looked at it and has accepted it."))
    }

    /// As it is after an erasure, or the withdrawal of the consent: the chain of events is left, and nothing else.
    @Test func ofAnErasedEnrollmentNothingIsInvented() throws {
        let explanation = try explained(
            [.faceAdded(reference), .documentRefused(.notMatching, reference), .cancelled],
            erasedAt: Self.begun.adding(seconds: 10))
        #expect(explanation.erasedAt != nil && explanation.headline.contains("it was erased at"))
        for step in explanation.steps {
            #expect(step.rules.map(\.missing) == [.erased] && step.rules.allSatisfy { $0.measured == nil })
            #expect(step.evidence.state == .erased && step.models.isEmpty && step.wouldHaveHelped.isEmpty)
        }
    }

    @Test func aChallengeThatRanOutShowsItsEnd() throws {
        var generator = SeededGenerator(seed: 1)
        let id = try #require(ChallengeID(text: String(repeating: "0a", count: 16)))
        let challenge = FaceChallenge.drawn(.movement, id: id, at: Self.begun, using: &generator)
        let explanation = try explained([.faceChallenged(challenge), .faceRefused(.challengeExpired, nil)])
        let rule = try #require(explanation.steps.last?.rules.first)
        #expect(rule.rule == "challenge.deadline" && rule.thresholdDate == challenge.until.iso8601WithMilliseconds)
    }

    // MARK: Steps

    @Test func aRefusedFaceShowsWhatWouldHaveBeenEnough() throws {
        let liveness = try LivenessRulesTests.evidence(
            .presentationAttack, "flat", changes: [(#""ratio":0.375"#, #""ratio":0.125"#)])
        let explanation = try explained(
            [.faceRefused(.presentationAttack, reference)],
            .init(contents: .face(face(liveness)), reducedAt: Self.begun))
        let step = try #require(explanation.steps.last)
        #expect(step.reason == "FACE_NOT_LIVE" && step.person == Explanation.Words(.faceNotLive))
        #expect(step.wouldHaveHelped.map(\.wanted) == [0.45] && step.wouldHaveHelped[0].bound == .atLeast)
        #expect(step.models.map(\.name).contains("mfn-1") && step.software?.rulesVersion == 2)
        #expect(step.configurationVersion == 3 && step.evidence.state == .reduced && step.evidence.reducedAt != nil)
        #expect(step.evidence.id == reference.id.text && step.evidence.sha256 == reference.sha256)
    }

    /// Of a record whose numbers do not fit what was decided.
    @Test func anAcceptedDocumentNeedsNoHelp() throws {
        let changes = [
            (
                #""decision":"notVerified","documentDecision":{"decision":"notVerified","reasons":[{"reason":"specimen"}]}"#,
                #""decision":"verified","documentDecision":{"decision":"verified"}"#
            ), (#""threshold":3"#, #""threshold":5"#),
        ]
        let step = try #require(
            try explained(
                [.documentAdded(reference)], .init(contents: .document(try record(changes)), reducedAt: nil)
            ).steps.last)
        #expect(step.accepted && step.wouldHaveHelped.isEmpty && step.rules.contains { $0.holds == false })
    }

    @Test func numbersReadAsWords() throws {
        let words: [(Double, Explanation.Rule.Unit, String)] = [
            (3, .matchScore, "a match score of 3"), (-0.15, .logOdds, "-0.15 log-odds"), (0.3, .scale, "0.3"),
            (0.35, .share, "0.35"), (1, .frames, "1 frame"), (2, .frames, "2 frames"), (25, .percent, "25 percent"),
        ]
        for (number, unit, text) in words {
            let rule = Explanation.Rule("a.rule", "a meaning", number, .atLeast, 0, unit)
            #expect(rule.sentence.contains("; measured \(text), has to be at least "))
        }
        let lines = try explained([.deviceAdded]).lines(in: .en)
        #expect(lines.contains { $0.hasSuffix("addDevice: accepted") })
        let record = face(try LivenessRulesTests.refusedByThree())
        let refused = try explained(
            [.faceRefused(.presentationAttack, reference)], .init(contents: .face(record), reducedAt: nil))
        #expect(refused.lines(in: .en).contains("    configuration version 3"))
    }

    @Test func allThatRefusedIsNeededTogether() throws {
        let record = face(try LivenessRulesTests.refusedByThree())
        let explanation = try explained(
            [.faceRefused(.presentationAttack, reference)], .init(contents: .face(record), reducedAt: nil))
        let step = try #require(explanation.steps.last)
        #expect(step.wouldHaveHelped.map(\.quantity) == LivenessRulesTests.threeRules)
        #expect(step.wouldHaveHelped.map(\.wanted) == [0.3, 0.8, 0.45])
    }

    @Test func whatAPersonaDecidedHasNoMeasurements() throws {
        var record = face(try LivenessRulesTests.evidence(.live, "sandboxPersona"))
        record.sandboxPersona = .live
        let explanation = try explained(
            [.faceAdded(reference)], .init(contents: .face(record), reducedAt: nil), isTest: true)
        let step = try #require(explanation.steps.last)
        #expect(step.sandboxPersona == "live" && step.rules.map(\.rule) == ["sandboxPersona"])
        #expect(step.rules[0].missing == .notMeasured && step.rules[0].holds == nil)
        #expect(step.wouldHaveHelped.isEmpty && step.models.isEmpty && step.software == nil)
        let lines = explanation.lines(in: .en)
        #expect(lines[2] == "SANDBOX: the persona live decided, nothing was measured")
        #expect(explanation.test && explanation.headline.contains("acme (test tenant)"))
        #expect(
            lines[3] == WrittenTime.english.moments(in: explanation.headline, hasSeconds: true)
                && lines[0].contains("The persona live of the sandbox decided"))
        #expect(!lines.contains { $0.contains("measured ") })
        // Instants are for programs where they are members, and for readers in the lines.
        #expect(explanation.headline.contains(explanation.endedAt ?? explanation.begunAt))
        #expect(!lines.contains { $0.contains(/[0-9]T[0-9]{2}:/) })
        let head = try #require(lines.first { $0.contains("  addFace: ") })
        #expect(head.hasPrefix(WrittenTime.english.moment(step.at, hasSeconds: true)))
    }

    @Test func aRenderedFaceIsNoLivingOne() throws {
        let record = face(try LivenessRulesTests.evidence(.live, "renderedForDemonstration"))
        let explanation = try explained(
            [.faceAdded(reference), .completed(registrationCode: "4T7KQ0M2ZX")],
            .init(contents: .face(record), reducedAt: nil), isTest: true)
        #expect(explanation.summary.en.contains("a rendered face, which the tenant takes for demonstrations"))
        #expect(!explanation.summary.en.contains("a living face before the camera, judged"))
        #expect(explanation.summary.de.contains("ein berechnetes Gesicht"))
    }

    @Test func whoLookedAtWhatAPersonaDecidedIsSaid() throws {
        var record = face(try LivenessRulesTests.evidence(.presentationAttack, "sandboxPersona"))
        record.sandboxPersona = .attack
        let kept = ExplainedCase.Kept(contents: .face(record), reducedAt: nil)
        let refused: [Event] = [
            .faceRefused(.presentationAttack, reference), .failed(.faceAttemptsExhausted), .reviewRequested,
        ]
        let asked = try explained(refused, kept, isTest: true).summary
        #expect(asked.en.contains("A member of staff was asked for a second look and has not decided."))
        let accepted = try explained(refused + [.reviewed(.accepted, nil)], kept, isTest: true).summary
        #expect(accepted.en.contains("a member of staff accepted the person."))
        #expect(accepted.de.contains("hat jemand von den Mitarbeitenden die Person angenommen."))
        #expect(!accepted.en.contains("A machine decided this"))
    }

    private func face(_ liveness: LivenessEvidence) -> FaceEvidence {
        FaceEvidence(
            workflow: "charlie4", judgedLevel: 4, packageForm: .v2,
            stated: ClientStatement(capture: [:], workflow: [:], timestamp: nil, frameTimestamps: [], frames: []),
            receivedDigests: [], keptDigests: [], liveness: liveness,
            engine: EngineVersions(runtime: "runtime 1", modelLock: "a0", calibration: "c0"), configurationVersion: 3)
    }

    @Test func anExpiredDocumentShowsItsDayUntilThatWasErased() throws {
        let changes = [(#"{"reason":"specimen"}"#, #"{"reason":"expired"}"#)]
        func rule(isReduced: Bool) throws -> Explanation.Rule {
            let kept = ExplainedCase.Kept(
                contents: .document(try record(changes, isReduced: isReduced)), reducedAt: isReduced ? Self.begun : nil)
            return try #require(
                try explained([.documentRefused(.notVerified, reference)], kept).steps.last?.rules.first)
        }
        let whole = try rule(isReduced: false)
        #expect(whole.rule == "document.expiry" && whole.measuredDate == "2012-04-15")
        #expect(whole.thresholdDate == "2012-04-01" && whole.bound == .atLeast && whole.missing == nil)
        let reduced = try rule(isReduced: true)
        #expect(reduced.measuredDate == nil && reduced.missing == .erased && reduced.holds == false)
    }

    @Test func aHolderWhoIsTooYoungIsHeldToTheRuleOfTheTenant() throws {
        let changes = [
            (#"{"reason":"specimen"}"#, #"{"reason":"tooYoung"}"#), ("1974-08-12", "2000-08-12"),
        ]
        let kept = ExplainedCase.Kept(contents: .document(try record(changes)), reducedAt: nil)
        let rule = try #require(
            try explained([.documentRefused(.notVerified, reference)], kept).steps.last?.rules.first)
        #expect(rule.rule == "document.age" && rule.measured == 11 && rule.threshold == 18 && rule.bound == .atLeast)
    }

    @Test func evidenceThatIsMissingIsSaidToBeSo() throws {
        let step = try #require(try explained([.faceAdded(reference)]).steps.last)
        #expect(step.evidence.state == .unreadable && step.rules.map(\.missing) == [.unreadable])
    }

    // MARK: What a reader is told first

    /// The person was refused for 0.000297 too much: no reader may take that for a refusal against the rule.
    @Test func aValueReadsAsItWasJudged() {
        let rule = Explanation.Rule("liveness.patchyLight", "a meaning", 0.8000003, .atMost, 0.8, .share)
        #expect(rule.holds == false)
        #expect(rule.sentence.hasSuffix("measured 0.8000003, has to be at most 0.8: it did not hold"))
    }

    @Test func theFirstParagraphSaysWhatWasSeenAndWhoHasLooked() throws {
        let refused = Event.documentRefused(
            .notVerified, reference,
            [
                DocumentFinding(.checkDigitWrong, field: "dateOfBirth"),
                DocumentFinding(.expired, field: "dateOfExpiry"),
            ])
        let ended = try explained([refused, .failed(.documentAttemptsExhausted)])
        #expect(
            ended.summary.en.hasPrefix(
                "On 15 Jan 2027, 08:00 UTC an identification for acme was begun. It asked for a device, a living face "
                    + "before the camera and an identity document. The machine did not accept the document: the check digit "
                    + "of the date of birth is wrong and the document has expired."))
        #expect(ended.summary.en.contains("A machine decided this; no member of staff has looked at it."))
        #expect(
            ended.summary.de.contains(
                "nahm das Dokument nicht an: Die Prüfziffer für das Geburtsdatum stimmt nicht und das Dokument ist abgelaufen"
            ))
        #expect(ended.lines(in: .de)[0] == ended.summary.de && ended.lines(in: .en)[0] == ended.summary.en)
        #expect(ended.carriedBy == nil)
        let asked = try explained([refused, .failed(.documentAttemptsExhausted), .reviewRequested]).summary.en
        #expect(asked.contains("a member of staff was asked for a second look and has not decided"))
        let accepted = try explained([
            refused, .failed(.documentAttemptsExhausted), .reviewRequested, .reviewed(.accepted, nil),
        ]).summary
        #expect(accepted.en.contains("was looked at: on 15 Jan 2027, 08:00 UTC a member of staff accepted the person."))
        #expect(accepted.de.contains("jemand von den Mitarbeitenden die Person angenommen."))
    }

    @Test func aLivingFaceIsNamedByItsLevelAndItsSigns() throws {
        let record = face(try LivenessRulesTests.evidence(.live, "everyCuePassed"))
        let complete = try explained(
            [.faceAdded(reference), .completed(registrationCode: "4T7KQ0M2ZX")],
            .init(contents: .face(record), reducedAt: nil))
        let carried = try #require(complete.carriedBy?.first)
        #expect(carried.en.hasPrefix("a living face before the camera, judged in "))
        #expect(carried.de.hasPrefix("ein lebendes Gesicht vor der Kamera, beurteilt in "))
        #expect(!complete.lines(in: .en).contains { $0.contains("enrollment.checks") })
    }

    /// A page lists what carried it in sentences; the paragraph above them says the rest.
    @Test func whatCarriedACaseStandsOnceOnAPage() throws {
        let record = face(try LivenessRulesTests.evidence(.live, "everyCuePassed"))
        let complete = try explained(
            [.faceAdded(reference), .completed(registrationCode: "4T7KQ0M2ZX")],
            .init(contents: .face(record), reducedAt: nil))
        let carried = try #require(complete.carriedBy?.first)
        #expect(complete.summary.en.contains(carried.en) && !complete.account.en.contains(carried.en))
        #expect(complete.summary.de.contains(carried.de) && !complete.account.de.contains(carried.de))
        #expect(carried.sentence.en.hasPrefix("A living face before") && carried.sentence.de.hasSuffix("."))
        // As lines it stands in the paragraph alone.
        #expect(complete.lines(in: .de).filter { $0.contains(carried.de) } == [complete.summary.de])
        #expect(!String(decoding: try complete.json, as: UTF8.self).contains(#""account""#))
    }

    /// What no machine and no member of staff has judged is not said to have been.
    @Test func whatTheTenantsClientHandedInIsNotSaidToBeJudged() throws {
        let given = try explained([.facesTaken(count: 2), .completed(registrationCode: "4T7KQ0M2ZX")])
        #expect(given.summary.en.contains("nobody judged it, neither a machine nor a person"))
        #expect(!given.summary.en.contains("A machine decided") && given.carriedBy == nil)
    }

    @Test func anErasedCaseSaysThatNothingCanBeAskedForAnyMore() throws {
        let erased = try explained(
            [.faceRefused(.presentationAttack, reference), .failed(.faceAttemptsExhausted)],
            erasedAt: Self.begun.adding(seconds: 50)
        ).summary
        #expect(erased.en.hasSuffix("only what was decided is left, and nothing can be asked for."))
        #expect(erased.de.contains("wurde alles über die Person gelöscht"))
    }

    // MARK: Whole enrollments

    private func enrolled(
        _ configuration: String? = nil, score: Double = 6, isRight: Bool = true,
        face: LivenessDecision = .live
    ) async throws -> (test: TestInstallation, tenant: Tenant, visitor: Visitor) {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: configuration)
        test.engines.set {
            $0.face = { _ in try Samples.assessment(face) }
            $0.document = { _ in try Samples.document(isRight: isRight) }
            $0.comparison = { Samples.score(score) }
        }
        return (test, tenant, try await Visitor("zwirner-quill", at: test, tenant: tenant, reference: "case 4711"))
    }

    private func explanation(_ test: TestInstallation, _ tenant: Tenant) async throws -> Explanation {
        let portal = Principal(tenant: tenant, role: .portal)
        let found = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
            .entries
        let explanation = try await test.useCases.desk.explainEnrollment.perform(
            try #require(found.first).id.text, by: portal, at: test.now)
        try expectNobodyIsNamed(in: explanation)
        return explanation
    }

    private func expectNobodyIsNamed(in explanation: Explanation) throws {
        let text =
            String(decoding: try explanation.json, as: UTF8.self)
            + Explanation.Language.allCases.flatMap { explanation.lines(in: $0) }.joined(separator: "\n")
        // In what is random every short word is met one day.
        let said = text.lowercased().replacing(/[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "")
        for word in ["zwirner", "quill", "example.org", "4711", "eriksson", "anna", "l898902c3", "1974", "740812"] {
            #expect(!said.contains(word), "\(word)")
        }
    }

    @Test func aRegisteredPersonIsExplainedByWhatHadToHold() async throws {
        let (test, tenant, visitor) = try await enrolled()
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        let explanation = try await explanation(test, tenant)
        #expect(explanation.state == "complete" && explanation.steps.allSatisfy(\.accepted))
        let end = try #require(explanation.rules.first)
        #expect(end.rule == "enrollment.checks" && end.measured == 3 && end.threshold == 3)
        let carried = try #require(explanation.carriedBy)
        // The tenant takes stills: nothing was measured against attacks, and nothing else is said.
        #expect(carried[0].en.hasPrefix("a still image of good quality, as the tenant permits"))
        #expect(carried[1].en.hasPrefix("an identity document that was read, with every check digit right"))
        #expect(
            carried[2].en.hasPrefix(
                "the document's photograph shows the same face: among different people about 1 pair in 1,000,000 is as alike"
            ))
        #expect(explanation.summary.de.contains("Das gab den Ausschlag: ein einzelnes Bild von guter Qualität"))
        // Until then a copy can be asked for.
        let last = CaseAccount.day(test.now.adding(seconds: Int64(3650) * 86_400))
        #expect(explanation.summary.en.contains("is erased by itself after \(last.en)"))
        // Each digest stands once, at the end.
        let lines = explanation.lines(in: .en)
        let digests = try #require(lines.firstIndex(of: "digests (SHA-256)"))
        #expect(lines[digests...].count > 3 && Set(lines[digests...]).count == lines[digests...].count)
        #expect(!lines[..<digests].contains { $0.contains("SHA-256") || $0.contains("models.lock") })
        let match = try #require(explanation.steps.last?.rules.first { $0.rule == "match.portrait" })
        #expect(match.measured == 6 && match.threshold == tenant.settings.portraitMatchThreshold && match.holds == true)
        #expect(explanation.steps.last?.models.contains { $0.name == "test-1" } == true)
        #expect(explanation.steps.last?.configurationVersion == tenant.configurationVersion)
    }

    /// Print that is soft is not asked for again for ever: a second capture that says the same is enough, and another one is not.
    @Test func aSoftPageThatReadsTheSameTwiceIsAcceptedAndItsSoftnessStaysOnTheRecord() async throws {
        let (test, tenant, visitor) = try await enrolled()
        try await visitor.addDevice()
        try await visitor.addFace()
        func show(_ image: String, name: String = "ANNA") async throws -> AddDocument.Result {
            test.engines.set { $0.document = { _ in try Samples.softDocument(image, name: name) } }
            return try await visitor.addDocument()
        }
        #expect(try await show("a1").recapture == .mrz(.mrzBlurred))
        // The same picture once more tells nothing new, and one that reads otherwise contradicts.
        #expect(try await show("a1").decision == .retryCapture)
        #expect(try await show("b2", name: "ANMA").decision == .retryCapture)
        #expect(try await show("c3").decision == .verified)

        let rules = try #require(try await explanation(test, tenant).steps.last?.rules)
        let rule = try #require(rules.first { $0.rule == "document.mrz.focus" })
        #expect(rule.measured == 0.0125 && rule.threshold == 0.02 && rule.holds == false)
        #expect(rule.detail == "outweighed: all check digits right, an earlier capture reads the same")
    }

    /// What a soft page says once is not enough for another person's portrait either.
    @Test func aSoftPageThatReadsTheSameTwiceHasToMatchTheFaceAsAnyOther() async throws {
        let (test, _, visitor) = try await enrolled(score: 0.5)
        try await visitor.addDevice()
        try await visitor.addFace()
        for (image, decision) in [("a1", DocumentDecision.retryCapture), ("b2", .notMatching)] {
            test.engines.set { $0.document = { _ in try Samples.softDocument(image) } }
            #expect(try await visitor.addDocument().decision == decision)
        }
    }

    @Test func aDocumentOfSomebodyElseIsExplainedByItsScore() async throws {
        let (test, tenant, visitor) = try await enrolled(score: 0.5)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        let step = try #require(try await explanation(test, tenant).steps.last)
        #expect(step.reason == "DOCUMENT_NOT_MATCHING" && step.rules.map(\.rule) == ["match.portrait"])
        #expect(step.rules[0].measured == 0.5 && step.rules[0].threshold == tenant.settings.portraitMatchThreshold)
        #expect(step.rules[0].bound == .atLeast && step.rules[0].holds == false)
        #expect(step.wouldHaveHelped.map(\.wanted) == [tenant.settings.portraitMatchThreshold])
    }

    @Test func aWrongCheckDigitIsNamedAndNotShown() async throws {
        let (test, tenant, visitor) = try await enrolled(isRight: false)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        let step = try #require(try await explanation(test, tenant).steps.last)
        #expect(step.reason == "DOCUMENT_NOT_VERIFIED" && step.rules.contains { $0.rule == "document.checkDigit" })
        #expect(step.rules.allSatisfy { $0.missing == .noQuantity || $0.rule != "document.checkDigit" })
    }

    /// The portal and the feed learn which check digit; what the document states only whoever may see the person does.
    @Test func theTenantLearnsWhatIsWrongWithADocument() async throws {
        let (test, tenant, visitor) = try await enrolled(isRight: false)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        let portal = Principal(tenant: tenant, role: .portal)
        let found = try await test.useCases.portal.eventFeed.page(since: nil, limit: nil, by: portal)
        let told = try #require(found.last { $0.kind == "check.refused" }?.standing?.lastRefused?.findings)
        #expect(told.contains(DocumentFinding(.checkDigitWrong, field: "dateOfBirth")))
        let id = try #require(found.last?.enrollmentID)
        let detail = try await test.useCases.portal.enrollments.detail(id.text, by: portal, at: test.now)
        #expect(detail.entry.standing.lastRefused?.findings == told)
        let read = try #require(detail.person?.refusedDocument)
        #expect(read.fields.first { $0.type == .dateOfBirth }?.mrz == "1974-08-12")
    }

    @Test func whoFailedTooOftenLearnsUntilWhen() async throws {
        let (test, tenant, first) = try await enrolled(face: .presentationAttack)
        try await first.addDevice()
        for _ in 0..<5 { try await first.addFace() }
        let second = try await Visitor("zwirner-quill", at: test, tenant: tenant)
        try await second.addDevice()
        for _ in 0..<5 { try await second.addFace() }
        let lock = try #require(try await explanation(test, tenant).lock)
        #expect(lock.rule.measured == 10 && lock.rule.threshold == 10 && lock.rule.bound == .below)
        #expect(lock.until > test.now.iso8601WithMilliseconds)
    }

    @Test func retentionLeavesTheDecisionExplained() async throws {
        let (test, tenant, visitor) = try await enrolled()
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        let before = try await explanation(test, tenant)
        let id = try #require(EnrollmentID(text: before.enrollmentId))
        let key = try test.data.keys.dataKey(of: id, tenant: tenant.id)
        for row in try await test.data.store.evidence(of: id) {
            let reduced = try await test.data.evidence.read(row, under: key).reduced(kind: row.kind)
            let object = try await test.data.evidence.write(reduced, kind: row.kind, of: id, under: key, at: test.now)
            #expect(try await test.data.store.replace(row, by: row.reduced(to: object, at: test.now)))
        }
        let after = try await explanation(test, tenant)
        #expect(after.steps.dropFirst().allSatisfy { $0.evidence.state == .reduced })
        #expect(after.steps.map(\.evidence.id) == before.steps.map(\.evidence.id))
        #expect(after.steps.map(\.rules) == before.steps.map(\.rules))
    }

    @Test func anotherTenantLearnsNothingAndTheReadingIsOnTheRecord() async throws {
        let (test, tenant, visitor) = try await enrolled()
        try await visitor.addDevice()
        let id = try await explanation(test, tenant).enrollmentId
        let reading = try await test.data.store.auditEntries().last { $0.kind == "personDataRead" }
        #expect(reading?.detail["operation"] == "explanation" && reading?.detail["enrollments"] == id)
        let stranger = Principal(tenant: try await test.tenant("other"), role: .portal)
        for (asked, principal) in [(id, stranger), ("1", Principal(tenant: tenant, role: .portal))] {
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.explainEnrollment.perform(asked, by: principal, at: test.now)
            }
        }
    }
}
