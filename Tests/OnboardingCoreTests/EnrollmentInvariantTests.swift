import Foundation
import OnboardingCore
import TestSupport
import Testing

/// What `decide` and `evolve` promise of every enrollment, whatever is asked of it in whatever order.
@Suite struct EnrollmentInvariantTests {
    @Test func randomWalksReachEveryEnd() {
        var ends: [String: Int] = [:]
        Enrollment.everyWalk { walk in
            switch walk.subject.state {
            case .complete: ends["complete", default: 0] += 1
            case .failed(let reason): ends[reason.rawValue, default: 0] += 1
            case .cancelled: ends["cancelled", default: 0] += 1
            case .expired: ends["expired", default: 0] += 1
            case .triggered, .validated, .open: break
            }
            return nil
        }
        let expected = ["complete", "cancelled", "expired"] + FailureReason.allCases.map(\.rawValue)
        // Otherwise the other tests of this suite would look at too little.
        for end in expected { #expect(ends[end, default: 0] > 20, "\(end): \(ends)") }
    }

    @Test func randomWalksReachEnrollmentsWhoseFaceWasReopened() {
        var reopened = 0
        var completed = 0
        Enrollment.everyWalk { walk in
            guard walk.events.contains(where: { $0.kind == .faceReopened }) else { return nil }
            reopened += 1
            if walk.subject.status == .complete { completed += 1 }
            return nil
        }
        #expect(reopened > 100 && completed > 20, "\(reopened), \(completed)")
    }

    @Test func noStepIsSkipped() {
        Enrollment.everyWalk { walk in
            guard let policy = walk.policy else {
                return walk.events.contains { $0.acceptedCheck != nil } ? "a check without a start" : nil
            }
            var accepted: [RequiredCheck] = []
            for event in walk.eventsOfPolicy {
                if event.kind == .captureAsked { accepted = policy.requiredChecks.filter { $0 != .addFace } }
                if let check = event.acceptedCheck {
                    let next = policy.requiredChecks.first { !accepted.contains($0) }
                    if check != next { return "checks in another order than the policy's" }
                    accepted.append(check)
                } else if case .faceReopened = event {
                    guard let place = accepted.firstIndex(of: .addFace) else { return "reopened what was not accepted" }
                    accepted.remove(at: place)
                }
            }
            if let progress = walk.subject.progress, progress.accepted != accepted { return "progress differs" }
            return nil
        }
    }

    /// Between a reopening and the next face that is accepted nothing completes, and that face answers the reopening.
    @Test func aReopenedFaceIsAcceptedAgainBeforeAnythingCompletes() {
        Enrollment.everyDecision { before, proposal, decision, after in
            if after.subject.status == .complete, before.subject.progress?.faceReopening != nil,
                case .accept(let events) = decision, !events.contains(where: { $0.kind == .faceAdded })
            {
                return "complete with a reopened face"
            }
            guard case (.addFace(_, _, let answered, _), .accept(let events)) = (proposal.command, decision),
                events.contains(where: { $0.kind == .faceAdded })
            else { return nil }
            if answered != before.subject.progress?.faceReopening { return "judged under another standing" }
            return after.subject.progress?.faceReopening == nil ? nil : "still reopened"
        }
        Enrollment.everyWalk { walk in
            let isReopened = walk.subject.progress?.faceReopening != nil
            let last = walk.eventsOfPolicy.last { $0.kind == .faceAdded || $0.kind == .faceReopened }
            return walk.subject.isFinished || isReopened == (last?.kind == .faceReopened) ? nil : "standing differs"
        }
    }

    @Test func completeMeansThatEveryRequiredCheckWasAccepted() {
        Enrollment.everyWalk { walk in
            if walk.isCompleteByReview { return walk.subject.registrationCode.isEmpty ? "registration code" : nil }
            let events = walk.eventsOfPolicy
            let lastFace = events.last { $0.kind == .faceAdded || $0.kind == .faceReopened }
            var accepted = Set(events.compactMap(\.acceptedCheck))
            if case .captureAsked(let policy, _)? = events.first {
                accepted.formUnion(policy.requiredChecks.filter { $0 != .addFace })
            }
            let isAllDone =
                walk.policy.map { Set($0.requiredChecks) == accepted } ?? false && lastFace?.kind != .faceReopened
            if (walk.subject.status == .complete) != isAllDone { return "status \(walk.subject.status)" }
            if walk.subject.registrationCode.isEmpty == isAllDone { return "registration code" }
            return nil
        }
    }

    @Test func whatHasEndedStaysAsItEnded() {
        Enrollment.everyDecision { before, proposal, decision, after in
            guard before.subject.isFinished else { return nil }
            let (old, new) = (before.subject, after.subject)
            if case (.failed, .review, .accept) = (old.state, proposal.command, decision) { return nil }
            if new.state != old.state || new.hasConsent != old.hasConsent { return "the state changed" }
            if evolve(old, .consentGiven(.sample)).hasConsent != old.hasConsent { return "a consent afterwards" }
            switch decision {
            case .reject(.enrollmentFinished), .replay: return nil
            case .reject(let rejection):
                return rejection == .stepAlreadyDone && proposal.command.isOfAReview ? nil : "another refusal"
            case .accept(let events):
                if case .failed = before.subject.state, proposal.command.isOfAReview { return nil }
                let isOnlyAnswered = events.allSatisfy { if case .answered = $0 { true } else { false } }
                guard case (.cancel, .cancelled) = (proposal.command, before.subject.state), isOnlyAnswered
                else { return "accepted" }
                return nil
            }
        }
    }

    /// What a machine has refused can be looked at once, and what it decided stays.
    @Test func aReviewIsDecidedOnceAndOfARefusalAlone() {
        var (requested, decided) = (0, 0)
        Enrollment.everyWalk { walk in
            let reviews = walk.events.filter { $0.kind == .reviewRequested || $0.kind == .reviewed }
            guard let review = walk.subject.review else {
                return reviews.isEmpty ? nil : "a review that left nothing"
            }
            guard walk.events.contains(where: { $0.kind == .failed }) else { return "a review of what was not refused" }
            requested += reviews.contains(.reviewRequested) ? 1 : 0
            decided += review.decision == nil ? 0 : 1
            let last: Review.Decision? = if case .reviewed(let decision, _)? = reviews.last { decision } else { nil }
            return last == review.decision ? nil : "decided otherwise, or asked for after it was decided"
        }
        #expect(requested > 100 && decided > 100, "\(requested), \(decided)")
    }

    /// An acceptance registers, at once or by the capture that it asks for; a refusal changes nothing.
    @Test func anAcceptanceRegistersOrAsksForTheFaceAlone() {
        var (registered, asked) = (0, 0)
        Enrollment.everyDecision { before, proposal, decision, after in
            guard case (.review(let made, _, let policy), .accept(let events)) = (proposal.command, decision) else {
                return nil
            }
            if made == .refused { return after.subject.state == before.subject.state ? nil : "refused, and moved" }
            guard let policy else {
                registered += 1
                return after.subject.status == .complete && events.contains { $0.kind == .completed }
                    ? nil : "accepted, and not registered"
            }
            asked += 1
            guard let progress = after.subject.progress else { return "accepted, and not open" }
            let isRight =
                progress.nextCheck == .addFace && progress.isComplete(with: .addFace)
                && progress.tally(of: .addFace) == Tally()
                && progress.deadline == proposal.at.adding(seconds: policy.lifetimeInSeconds)
            return isRight ? nil : "something else is asked for"
        }
        #expect(registered > 100 && asked > 100, "\(registered), \(asked)")
    }

    /// Whom the tenant registers once is not registered by a human who was not told of the other.
    @Test func anAcceptanceRegistersNobodyTwice() throws {
        let deadline = Instant(millisecondsSince1970: 10)
        let failed = try #require(
            replay([
                .triggered(until: deadline), .started(Policy(), deadline: deadline), .failed(.faceAttemptsExhausted),
            ]))
        func decision(_ duplicate: FoundDuplicate) -> Decision {
            decide(
                Proposal(
                    .review(.accepted), record: nil, at: deadline, registrationCode: "CODE", duplicate: duplicate),
                on: failed)
        }
        #expect(decision(FoundDuplicate(.sample, isRefused: true)) == .reject(.stepOutOfOrder))
        #expect(
            decision(FoundDuplicate(.sample, isRefused: false))
                == .accept([
                    .reviewed(.accepted, nil), .duplicateFound(of: .sample), .completed(registrationCode: "CODE"),
                ]))
    }

    /// As it was recorded before acceptances made registrations.
    @Test func anAcceptanceThatRegistersNobodyStandsAlone() throws {
        let deadline = Instant(millisecondsSince1970: 10)
        let accepted = try #require(
            replay([
                .triggered(until: deadline), .started(Policy(), deadline: deadline), .failed(.faceAttemptsExhausted),
                .reviewed(.accepted, nil),
            ]))
        #expect(accepted.state == .failed(.faceAttemptsExhausted) && accepted.review?.standsAlone == true)
        let asked = evolve(accepted, .captureAsked(Policy(), deadline: deadline))
        #expect(asked.progress?.nextCheck == .addFace && asked.review?.standsAlone == false)
        let failed = evolve(asked, .failed(.faceCapturesExhausted))
        #expect(failed.state == .failed(.faceCapturesExhausted) && failed.review?.standsAlone == false)
        // What a human has accepted once asks for no second capture, and no event registers it later.
        #expect(evolve(failed, .completed(registrationCode: "CODE")) == failed)
        #expect(evolve(failed, .captureAsked(Policy(), deadline: deadline)) == failed)
    }

    @Test func whatHappensOnceHappensOnce() {
        Enrollment.everyWalk { walk in
            for (index, event) in walk.events.enumerated() where event.happensOnce {
                if walk.events[..<index].contains(where: { $0.isSameKind(as: event) }) { return "\(event) twice" }
            }
            let asked = walk.count { $0.kind == .captureAsked }
            guard walk.count({ $0.kind == .failed }) <= 1 + asked else { return "failed twice" }
            let reopened = walk.count { $0.kind == .faceReopened }
            return walk.count { $0.kind == .faceAdded } <= 1 + reopened + asked ? nil : "a face accepted twice"
        }
    }

    /// Both were allowed when the requests came in; inside the transaction the second meets what the first left.
    @Test func ofTwoRacingCommandsOneCounts() {
        var generator = SeededGenerator.announced()
        var races = 0
        for _ in 0..<Enrollment.walks {
            var commands = CommandSource<Enrollment>(using: &generator)
            var walk = commands.walk
            for _ in 0..<Int.random(in: 0..<12, using: &generator) {
                walk.commit(commands.next(for: walk.subject, using: &generator))
            }
            let first = commands.next(for: walk.subject, using: &generator)
            let second = commands.next(for: walk.subject, using: &generator)
            guard case .accept(let events) = decide(first, on: walk.subject),
                case .accept(let others) = decide(second, on: walk.subject)
            else { continue }
            races += 1
            walk.commit(first)
            let again = decide(second, on: walk.subject)
            if first.record != nil, first.record == second.record {
                #expect(again == first.record.map { .replay($0) }, "seed \(generator.seed)")
            }
            guard case .accept(let counted) = again else { continue }
            for event in counted where event.happensOnce || event.acceptedCheck != nil {
                if events.contains(where: { $0.isSameKind(as: event) }) {
                    Issue.record("seed \(generator.seed): \(event) after \(events), decided before as \(others)")
                    return
                }
            }
        }
        #expect(races > 1000)
    }

    @Test func attemptsAndCapturesNeverExceedTheLimit() {
        Enrollment.everyWalk { walk in
            guard let policy = walk.policy else { return nil }
            let events = walk.eventsOfPolicy
            let faceAttempts = events.count {
                [.presentationAttack, .outsideAgeRange, .notMatching, .portraitReused, .duplicate]
                    .map { .faceRefused($0, nil) }.contains($0)
            }
            let faceCaptures = events.count { if case .faceRefused = $0 { true } else { false } }
            let documentAttempts = events.count {
                [.notVerified, .notMatching, .portraitReused].map { .documentRefused($0, nil) }.contains($0)
            }
            let documentCaptures = events.count { if case .documentRefused = $0 { true } else { false } }
            if faceAttempts > policy.maximumFaceAttempts { return "face attempts" }
            if documentAttempts > policy.maximumDocumentAttempts { return "document attempts" }
            if max(faceCaptures, documentCaptures) > policy.maximumCaptures { return "captures" }
            if let progress = walk.subject.progress {
                let face = Tally(attempts: faceAttempts, captures: faceCaptures)
                let document = Tally(attempts: documentAttempts, captures: documentCaptures)
                if progress.tally(of: .addFace) != face || progress.tally(of: .addDocument) != document {
                    return "counted otherwise"
                }
            }
            if walk.isCompleteByReview { return nil }
            let expected: FailureReason? =
                if events.contains(.faceRefused(.duplicate, nil)) {
                    .duplicateEnrollment
                } else if faceAttempts == policy.maximumFaceAttempts {
                    .faceAttemptsExhausted
                } else if faceCaptures == policy.maximumCaptures {
                    .faceCapturesExhausted
                } else if documentAttempts == policy.maximumDocumentAttempts {
                    .documentAttemptsExhausted
                } else if documentCaptures == policy.maximumCaptures {
                    .documentCapturesExhausted
                } else {
                    nil
                }
            let actual: FailureReason? = if case .failed(let reason) = walk.subject.state { reason } else { nil }
            return actual == expected
                ? nil : "failed as \(String(describing: actual)), not \(String(describing: expected))"
        }
    }

    @Test func noCaptureIsLookedAtBeforeConsentWhereConsentIsRequired() {
        Enrollment.everyWalk { walk in
            guard walk.policy?.requiresConsent == true, let capture = walk.events.firstIndex(where: \.isOfACapture)
            else { return nil }
            return walk.events[..<capture].contains(.consentGiven(.sample)) ? nil : "no consent"
        }
    }

    /// Consent and cancel may be asked again and again with other bodies; what that leaves behind is bounded.
    @Test func whatIsKeptOfOneEnrollmentIsBounded() {
        var walk = Walk<Enrollment>(
            triggeredAt: Instant(millisecondsSince1970: 0), until: Instant(millisecondsSince1970: 10))
        let now = Instant(millisecondsSince1970: 1)
        func proposal(_ command: Command, _ body: Int) -> Proposal {
            let record = command.step.map { IdempotencyRecord(step: $0, requestDigest: "\(body)") }
            return Proposal(command, record: record, at: now, registrationCode: "")
        }
        walk.commit(proposal(.start(Policy()), 0))
        for body in 0..<1000 { walk.commit(proposal(.giveConsent(.sample), body)) }
        walk.commit(proposal(.cancel, 0))
        for body in 0..<1000 {
            let decision = walk.commit(proposal(.cancel, body))
            if case .reject = decision { Issue.record("cancelling the cancelled was refused") }
        }
        #expect(walk.subject.state == .cancelled)
        #expect(walk.events.count < 150)
    }
}

extension Event {
    /// The same case; for an answer, of the same request.
    fileprivate func isSameKind(as other: Event) -> Bool {
        if case (.answered(let record), .answered(let otherRecord)) = (self, other) { return record == otherRecord }
        return kind == other.kind
    }
}

extension Command {
    fileprivate var isOfAReview: Bool {
        switch self {
        case .requestReview, .review: true
        default: false
        }
    }
}
