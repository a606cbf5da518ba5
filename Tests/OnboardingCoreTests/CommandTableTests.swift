import OnboardingCore
import Testing

/// Every command in every state, with what comes of it, as one table.
@Suite struct CommandTableTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)
    private static let deadline = now.adding(seconds: 600)

    private static let states: [(name: String, events: [Event])] = {
        let started = [Event.triggered(until: deadline), .validated, .started(Policy(), deadline: deadline)]
        return [
            ("triggered", [.triggered(until: deadline)]),
            ("validated", [.triggered(until: deadline), .validated]),
            ("started", started),
            ("deviceAdded", started + [.deviceAdded]),
            ("faceAdded", started + [.deviceAdded, .faceAdded(nil)]),
            (
                "faceReopened",
                started + [.deviceAdded, .faceAdded(nil), .documentAdded(nil), .faceReopened(.sample)]
            ),
            // No policy of today leaves a check behind the document; the state has an answer to everything all the same.
            ("documentAdded", started + [.documentAdded(nil)]),
            ("complete", started + [.completed(registrationCode: "CODE")]),
            ("failed", started + [.failed(.faceAttemptsExhausted)]),
            ("cancelled", started + [.cancelled]),
            ("expired", started + [.expired]),
        ]
    }()

    /// `+` and the events of what is accepted (without the record), `order`, `done`, `ended` and `consent` for refusals.
    private static let table = """
        triggered: validate +validated
        triggered: start +started
        triggered: start consent +started+consentGiven
        triggered: giveConsent order
        triggered: addDevice order
        triggered: addFace live order
        triggered: addFace presentationAttack order
        triggered: addFace outsideAgeRange order
        triggered: addFace undecided order
        triggered: addFace notMatching order
        triggered: addFace portraitReused order
        triggered: addFace portraitSuspected order
        triggered: addFace noFrameNearPortrait order
        triggered: addFace turnNotShown order
        triggered: addFace packageUnreadable order
        triggered: addFace packageReplayed order
        triggered: addFace challengeExpired order
        triggered: addFace duplicate order
        triggered: addFace live answering order
        triggered: challengeFace order
        triggered: addFace live challenge order
        triggered: addDocument verified order
        triggered: addDocument notVerified order
        triggered: addDocument notMatching order
        triggered: addDocument portraitReused order
        triggered: addDocument retryCapture order
        triggered: addDocument reopening order
        triggered: cancel +cancelled
        triggered: requestReview order
        triggered: review accepted order
        triggered: review refused order
        triggered: review accepted asking order
        triggered: expire order
        validated: validate +
        validated: start +started
        validated: start consent +started+consentGiven
        validated: giveConsent order
        validated: addDevice order
        validated: addFace live order
        validated: addFace presentationAttack order
        validated: addFace outsideAgeRange order
        validated: addFace undecided order
        validated: addFace notMatching order
        validated: addFace portraitReused order
        validated: addFace portraitSuspected order
        validated: addFace noFrameNearPortrait order
        validated: addFace turnNotShown order
        validated: addFace packageUnreadable order
        validated: addFace packageReplayed order
        validated: addFace challengeExpired order
        validated: addFace duplicate order
        validated: addFace live answering order
        validated: challengeFace order
        validated: addFace live challenge order
        validated: addDocument verified order
        validated: addDocument notVerified order
        validated: addDocument notMatching order
        validated: addDocument portraitReused order
        validated: addDocument retryCapture order
        validated: addDocument reopening order
        validated: cancel +cancelled
        validated: requestReview order
        validated: review accepted order
        validated: review refused order
        validated: review accepted asking order
        validated: expire order
        started: validate +
        started: start +
        started: start consent +consentGiven
        started: giveConsent +consentGiven
        started: addDevice +deviceAdded
        started: addFace live order
        started: addFace presentationAttack order
        started: addFace outsideAgeRange order
        started: addFace undecided order
        started: addFace notMatching order
        started: addFace portraitReused order
        started: addFace portraitSuspected order
        started: addFace noFrameNearPortrait order
        started: addFace turnNotShown order
        started: addFace packageUnreadable order
        started: addFace packageReplayed order
        started: addFace challengeExpired order
        started: addFace duplicate order
        started: addFace live answering order
        started: challengeFace order
        started: addFace live challenge order
        started: addDocument verified order
        started: addDocument notVerified order
        started: addDocument notMatching order
        started: addDocument portraitReused order
        started: addDocument retryCapture order
        started: addDocument reopening order
        started: cancel +cancelled
        started: requestReview order
        started: review accepted order
        started: review refused order
        started: review accepted asking order
        started: expire order
        deviceAdded: validate +
        deviceAdded: start +
        deviceAdded: start consent +consentGiven
        deviceAdded: giveConsent +consentGiven
        deviceAdded: addDevice done
        deviceAdded: addFace live +faceAdded
        deviceAdded: addFace presentationAttack +faceRefused
        deviceAdded: addFace outsideAgeRange +faceRefused
        deviceAdded: addFace undecided +faceRefused
        deviceAdded: addFace notMatching +faceRefused
        deviceAdded: addFace portraitReused +faceRefused
        deviceAdded: addFace portraitSuspected +faceRefused
        deviceAdded: addFace noFrameNearPortrait +faceRefused
        deviceAdded: addFace turnNotShown +faceRefused
        deviceAdded: addFace packageUnreadable +faceRefused
        deviceAdded: addFace packageReplayed +faceRefused
        deviceAdded: addFace challengeExpired +faceRefused
        deviceAdded: addFace duplicate +faceRefused+failed
        deviceAdded: addFace live answering order
        deviceAdded: challengeFace +faceChallenged
        deviceAdded: addFace live challenge challenge
        deviceAdded: addDocument verified order
        deviceAdded: addDocument notVerified order
        deviceAdded: addDocument notMatching order
        deviceAdded: addDocument portraitReused order
        deviceAdded: addDocument retryCapture order
        deviceAdded: addDocument reopening order
        deviceAdded: cancel +cancelled
        deviceAdded: requestReview order
        deviceAdded: review accepted order
        deviceAdded: review refused order
        deviceAdded: review accepted asking order
        deviceAdded: expire order
        faceAdded: validate +
        faceAdded: start +
        faceAdded: start consent +consentGiven
        faceAdded: giveConsent +consentGiven
        faceAdded: addDevice done
        faceAdded: addFace live done
        faceAdded: addFace presentationAttack done
        faceAdded: addFace outsideAgeRange done
        faceAdded: addFace undecided done
        faceAdded: addFace notMatching done
        faceAdded: addFace portraitReused done
        faceAdded: addFace portraitSuspected done
        faceAdded: addFace noFrameNearPortrait done
        faceAdded: addFace turnNotShown done
        faceAdded: addFace packageUnreadable done
        faceAdded: addFace packageReplayed done
        faceAdded: addFace challengeExpired done
        faceAdded: addFace duplicate done
        faceAdded: addFace live answering done
        faceAdded: challengeFace done
        faceAdded: addFace live challenge done
        faceAdded: addDocument verified +documentAdded+completed
        faceAdded: addDocument notVerified +documentRefused
        faceAdded: addDocument notMatching +documentRefused
        faceAdded: addDocument portraitReused +documentRefused
        faceAdded: addDocument retryCapture +documentRefused
        faceAdded: addDocument reopening +documentAdded+faceReopened
        faceAdded: cancel +cancelled
        faceAdded: requestReview order
        faceAdded: review accepted order
        faceAdded: review refused order
        faceAdded: review accepted asking order
        faceAdded: expire order
        faceReopened: validate +
        faceReopened: start +
        faceReopened: start consent +consentGiven
        faceReopened: giveConsent +consentGiven
        faceReopened: addDevice done
        faceReopened: addFace live order
        faceReopened: addFace presentationAttack +faceRefused
        faceReopened: addFace outsideAgeRange +faceRefused
        faceReopened: addFace undecided +faceRefused
        faceReopened: addFace notMatching +faceRefused
        faceReopened: addFace portraitReused +faceRefused
        faceReopened: addFace portraitSuspected +faceRefused
        faceReopened: addFace noFrameNearPortrait +faceRefused
        faceReopened: addFace turnNotShown +faceRefused
        faceReopened: addFace packageUnreadable +faceRefused
        faceReopened: addFace packageReplayed +faceRefused
        faceReopened: addFace challengeExpired +faceRefused
        faceReopened: addFace duplicate +faceRefused+failed
        faceReopened: addFace live answering +faceAdded+completed
        faceReopened: challengeFace +faceChallenged
        faceReopened: addFace live challenge challenge
        faceReopened: addDocument verified done
        faceReopened: addDocument notVerified done
        faceReopened: addDocument notMatching done
        faceReopened: addDocument portraitReused done
        faceReopened: addDocument retryCapture done
        faceReopened: addDocument reopening done
        faceReopened: cancel +cancelled
        faceReopened: requestReview order
        faceReopened: review accepted order
        faceReopened: review refused order
        faceReopened: review accepted asking order
        faceReopened: expire order
        documentAdded: validate +
        documentAdded: start +
        documentAdded: start consent +consentGiven
        documentAdded: giveConsent +consentGiven
        documentAdded: addDevice +deviceAdded
        documentAdded: addFace live order
        documentAdded: addFace presentationAttack order
        documentAdded: addFace outsideAgeRange order
        documentAdded: addFace undecided order
        documentAdded: addFace notMatching order
        documentAdded: addFace portraitReused order
        documentAdded: addFace portraitSuspected order
        documentAdded: addFace noFrameNearPortrait order
        documentAdded: addFace turnNotShown order
        documentAdded: addFace packageUnreadable order
        documentAdded: addFace packageReplayed order
        documentAdded: addFace challengeExpired order
        documentAdded: addFace duplicate order
        documentAdded: addFace live answering order
        documentAdded: challengeFace order
        documentAdded: addFace live challenge order
        documentAdded: addDocument verified done
        documentAdded: addDocument notVerified done
        documentAdded: addDocument notMatching done
        documentAdded: addDocument portraitReused done
        documentAdded: addDocument retryCapture done
        documentAdded: addDocument reopening done
        documentAdded: cancel +cancelled
        documentAdded: requestReview order
        documentAdded: review accepted order
        documentAdded: review refused order
        documentAdded: review accepted asking order
        documentAdded: expire order
        complete: everything ended
        failed: everything ended, but requestReview +reviewRequested, but review accepted +reviewed+completed, but review refused +reviewed, but review accepted asking +reviewed+captureAsked
        cancelled: everything ended, but cancel +
        expired: everything ended
        """

    @Test func everyCommandHasItsAnswerInEveryState() throws {
        var lines: [String] = []
        for (name, events) in Self.states {
            let enrollment = try #require(replay(events))
            let answers = Enrollment.commands(policy: Policy()).map { command in
                (command: command, answer: Self.describe(decide(Self.proposal(command, at: Self.now), on: enrollment)))
            }
            if enrollment.isFinished {
                let exceptions = answers.filter { $0.answer != "ended" }.map { ", but \($0.command.name) \($0.answer)" }
                lines.append("\(name): everything ended" + exceptions.joined())
            } else {
                lines += answers.map { "\(name): \($0.command.name) \($0.answer)" }
            }
        }
        #expect(lines == Self.table.split(separator: "\n").map(String.init))
    }

    @Test func afterTheDeadlineEveryCommandMeetsAnEndedEnrollment() throws {
        for (name, events) in Self.states where name != "cancelled" {
            let enrollment = try #require(replay(events))
            for command in Enrollment.commands(policy: Policy()) {
                let answer = Self.describe(decide(Self.proposal(command, at: Self.deadline), on: enrollment))
                if name == "failed", answer.hasPrefix("+review") { continue }
                let isEnd = command == .expire && !enrollment.isFinished
                #expect(answer == (isEnd ? "+expired" : "ended"), "\(name): \(command.name)")
            }
        }
    }

    @Test func capturesWaitForConsentWhereThePolicyAsksForIt() throws {
        let policy = Policy(requiredChecks: [.addFace], requiresConsent: true)
        let started = [Event.triggered(until: Self.deadline), .started(policy, deadline: Self.deadline)]
        let without = try #require(replay(started))
        let with = try #require(replay(started + [.consentGiven(.sample)]))
        let proposal = Self.proposal(.addFace(.live), at: Self.now)
        #expect(decide(proposal, on: without) == .reject(.consentRequired))
        #expect(Self.describe(decide(proposal, on: with)) == "+faceAdded+completed")
    }

    @Test func anEventThatDoesNotFitItsStateMovesNothing() throws {
        let triggered = Enrollment.triggered(until: Self.deadline)
        for event in [
            Event.deviceAdded, .faceAdded(nil), .documentAdded(nil), .faceRefused(.undecided, nil),
            .documentRefused(.notMatching, nil), .faceReopened(.sample), .faceChallenged(.sample),
        ] {
            #expect(evolve(triggered, event) == triggered)
        }
        for (_, events) in Self.states {
            let enrollment = try #require(replay(events))
            #expect(evolve(enrollment, .triggered(until: Self.now)) == enrollment)
        }
        let added = try #require(
            replay([.triggered(until: Self.deadline), .started(Policy(), deadline: Self.deadline), .deviceAdded]))
        #expect(evolve(added, .deviceAdded) == added)
        #expect(evolve(added, .faceReopened(.sample)) == added, "no face was accepted")
    }

    /// It was held against no portrait: the document came after it was judged.
    @Test func aCaptureThatWasJudgedBeforeTheFaceWasReopenedDoesNotAnswerIt() throws {
        let events = try #require(Self.states.first { $0.name == "faceReopened" }).events
        let reopened = try #require(replay(events))
        let other = FaceReopening(.portraitSuspected, turn: .right)
        for answered in [nil, other, FaceReopening(.noFrameNearPortrait, turn: .left)] {
            let late = Self.proposal(.addFace(.live, answering: answered), at: Self.now)
            #expect(decide(late, on: reopened) == .reject(.stepOutOfOrder))
        }
        let answer = Self.proposal(.addFace(.live, answering: .sample), at: Self.now)
        #expect(Self.describe(decide(answer, on: reopened)) == "+faceAdded+completed")
    }

    @Test func whatWasUsedUpBeforeAFaceIsReopenedStaysUsedUp() throws {
        let policy = Policy(maximumCaptures: 2)
        let events: [Event] = [
            .triggered(until: Self.deadline), .started(policy, deadline: Self.deadline), .deviceAdded,
            .faceRefused(.undecided, nil), .faceAdded(nil), .documentAdded(nil), .faceReopened(.sample),
        ]
        let second = Self.proposal(.addFace(.portraitSuspected, answering: .sample), at: Self.now)
        #expect(Self.describe(decide(second, on: try #require(replay(events)))) == "+faceRefused+failed")
    }

    @Test func refusalsAreCountedWhileTheEnrollmentIsOpen() throws {
        var events = [Event.triggered(until: Self.deadline), .started(Policy(), deadline: Self.deadline)]
        for step in [Event.deviceAdded, .faceAdded(nil), .documentAdded(nil)] {
            events.append(step)
            let refused = try #require(
                replay(events + [.faceRefused(.presentationAttack, nil), .documentRefused(.notVerified, nil)]))
            let progress = try #require(refused.progress)
            #expect(progress.tally(of: .addFace) == Tally(attempts: 1, captures: 1))
            #expect(progress.tally(of: .addDocument) == Tally(attempts: 1, captures: 1))
            #expect(replay(events + [.faceRefused(.live, nil)])?.progress?.tally(of: .addFace) == Tally())
        }
    }

    @Test func aProposalWithoutARecordLeavesNone() throws {
        let started = try #require(
            replay([
                .triggered(until: Self.deadline), .started(Policy(requiredChecks: [.addFace]), deadline: Self.deadline),
            ]))
        let proposal = Proposal(.addFace(.packageUnreadable), record: nil, at: Self.now, registrationCode: "")
        #expect(decide(proposal, on: started) == .accept([.faceRefused(.packageUnreadable, nil)]))
    }

    @Test func onlyADecisionRestsOnEvidence() throws {
        let evidence = try #require(EvidenceReference.sample)
        for command in Enrollment.commands(policy: Policy()) {
            let expected: Command =
                switch command {
                case .addFace(let decision, _, let answered, let challenge):
                    .addFace(decision, evidence, answering: answered, challenge: challenge)
                case .addDocument(let decision, _, let findings): .addDocument(decision, evidence, findings: findings)
                case .addDocumentReopeningFace(let reopening, _): .addDocumentReopeningFace(reopening, evidence)
                case .review(let decision, _, let policy): .review(decision, evidence, asking: policy)
                default: command
                }
            let proposal = Self.proposal(command, at: Self.now)
            #expect(proposal.resting(on: evidence).command == expected)
            #expect(proposal.resting(on: evidence).record == proposal.record)
        }
    }

    @Test func theEventOfADecisionNamesItsEvidence() throws {
        let evidence = try #require(EvidenceReference.sample)
        let checks: [([RequiredCheck], [Command])] = [
            ([.addFace], FaceDecision.allCases.map { .addFace($0, evidence) }),
            ([.addDocument], DocumentDecision.allCases.map { .addDocument($0, evidence) }),
        ]
        for (required, commands) in checks {
            let enrollment = try #require(
                replay([
                    .triggered(until: Self.deadline),
                    .started(Policy(requiredChecks: required), deadline: Self.deadline),
                ]))
            for command in commands {
                guard case .accept(let events) = decide(Self.proposal(command, at: Self.now), on: enrollment) else {
                    Issue.record("\(command) was not accepted")
                    continue
                }
                #expect(events.compactMap(\.evidence) == [evidence])
            }
        }
    }

    @Test(arguments: ["", String(repeating: "a", count: 63), String(repeating: "A", count: 64)])
    func evidenceIsNamedByADigest(sha256: String) throws {
        let id = try #require(EvidenceID(text: String(repeating: "0", count: 32)))
        #expect(EvidenceReference(id: id, sha256: sha256) == nil)
    }

    @Test func aPortalIsToldPendingUntilTheEnd() throws {
        for (name, events) in Self.states {
            let enrollment = try #require(replay(events))
            let expected: CaseStatus =
                switch enrollment.state {
                case .complete: .complete
                case .cancelled: .cancelled
                case .failed, .expired: .failed
                default: .pending
                }
            #expect(enrollment.status == expected, "\(name)")
        }
    }

    @Test func aPolicyThatAsksForNothingAsksForEverything() {
        #expect(Policy(requiredChecks: []).requiredChecks == RequiredCheck.allCases)
        #expect(Policy(requiredChecks: [.addDocument, .addFace]).requiredChecks == [.addFace, .addDocument])
    }

    @Test func instantsStayInTheirRange() {
        #expect(Self.now.adding(seconds: 1).millisecondsSince1970 == 1_800_000_001_000)
        #expect(Self.now.adding(seconds: .max).millisecondsSince1970 == .max)
        #expect(Instant(millisecondsSince1970: .max).adding(seconds: 1).millisecondsSince1970 == .max)
        #expect(Self.now.adding(seconds: .min).millisecondsSince1970 == .min)
    }

    private static func proposal(_ command: Command, at instant: Instant) -> Proposal {
        let record = command.step.map { IdempotencyRecord(step: $0, requestDigest: "body") }
        return Proposal(command, record: record, at: instant, registrationCode: "CODE")
    }

    private static func describe(_ decision: Decision) -> String {
        switch decision {
        case .reject(.stepOutOfOrder): "order"
        case .reject(.stepAlreadyDone): "done"
        case .reject(.enrollmentFinished): "ended"
        case .reject(.consentRequired): "consent"
        case .reject(.challengeRequired), .reject(.challengeInvalid): "challenge"
        case .replay: "replay"
        case .accept(let events):
            "+"
                + events.filter { if case .answered = $0 { false } else { true } }.map(\.kind.rawValue).joined(
                    separator: "+")
        }
    }
}

extension Command {
    fileprivate var name: String {
        switch self {
        case .validate: "validate"
        case .start(_, let consent): consent == nil ? "start" : "start consent"
        case .giveConsent: "giveConsent"
        case .addDevice: "addDevice"
        case .addFace(let decision, _, let answered, let challenge):
            "addFace \(decision)" + (answered == nil ? "" : " answering") + (challenge == nil ? "" : " challenge")
        case .challengeFace: "challengeFace"
        case .addDocument(let decision, _, _): "addDocument \(decision)"
        case .addDocumentReopeningFace: "addDocument reopening"
        case .cancel: "cancel"
        case .requestReview: "requestReview"
        case .review(let decision, _, let policy): "review \(decision)" + (policy == nil ? "" : " asking")
        case .expire: "expire"
        }
    }
}
