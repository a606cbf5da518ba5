import Foundation
import OnboardingCore
import TestSupport
import Testing

/// What `decide` and `evolve` promise of every authentication, whatever is asked of it in whatever order.
@Suite struct AuthenticationInvariantTests {
    private static let walks = 5_000
    private static let stepsInAWalk = 30

    /// Runs `check` on every decision of many random walks, with the authentication before and after it; it says what is wrong, or
    /// nil.
    private func everyDecision(
        _ test: String = #function,
        _ check: (
            _ before: AuthenticationWalk, _ proposal: AuthenticationProposal, _ decision: AuthenticationDecision,
            _ after: AuthenticationWalk
        ) throws -> String?
    ) rethrows {
        var generator = SeededGenerator.announced(test)
        for number in 0..<Self.walks {
            var commands = AuthenticationCommandSource(using: &generator)
            var walk = AuthenticationWalk(triggeredAt: commands.now, until: commands.now.adding(seconds: 600))
            for _ in 0..<Self.stepsInAWalk {
                let before = walk
                let proposal = commands.next(for: walk.authentication, using: &generator)
                let decision = walk.commit(proposal)
                if let problem = try check(before, proposal, decision, walk) {
                    Issue.record("walk \(number) of seed \(generator.seed): \(problem): \(proposal)\n\(walk.events)")
                    return
                }
            }
        }
    }

    /// Runs `check` on the ends of many random walks.
    private func everyWalk(_ test: String = #function, _ check: (AuthenticationWalk) throws -> String?) rethrows {
        var generator = SeededGenerator.announced(test)
        for number in 0..<Self.walks {
            var commands = AuthenticationCommandSource(using: &generator)
            var walk = AuthenticationWalk(triggeredAt: commands.now, until: commands.now.adding(seconds: 600))
            for _ in 0..<Self.stepsInAWalk { walk.commit(commands.next(for: walk.authentication, using: &generator)) }
            if let problem = try check(walk) {
                Issue.record("walk \(number) of seed \(generator.seed): \(problem)\n\(walk.events)")
                return
            }
        }
    }

    @Test func randomWalksReachEveryEndOfEveryPurpose() {
        var ends: [String: Int] = [:]
        everyWalk { walk in
            let purpose = walk.policy?.purpose.rawValue ?? "none"
            switch walk.authentication.state {
            case .complete: ends["\(purpose) complete", default: 0] += 1
            case .failed(let reason): ends["\(purpose) \(reason.rawValue)", default: 0] += 1
            case .cancelled: ends["\(purpose) cancelled", default: 0] += 1
            case .expired: ends["\(purpose) expired", default: 0] += 1
            case .triggered, .validated, .open: break
            }
            return nil
        }
        for purpose in AuthenticationPurpose.allCases {
            let expected = ["complete", "cancelled", "expired"] + AuthenticationFailure.allCases.map(\.rawValue)
            // Otherwise the other tests of this suite would look at too little.
            for end in expected { #expect(ends["\(purpose.rawValue) \(end)", default: 0] > 5, "\(end): \(ends)") }
        }
    }

    @Test func noStepIsSkipped() {
        everyWalk { walk in
            guard let policy = walk.policy else {
                return walk.events.contains { $0.acceptedCheck != nil } ? "a check without a start" : nil
            }
            let accepted = walk.events.compactMap(\.acceptedCheck)
            guard accepted == Array(policy.requiredChecks.prefix(accepted.count)) else {
                return "checks in another order than the policy's"
            }
            let isVerified = accepted.count == policy.requiredChecks.count
            if walk.authentication.status == .complete, !isVerified { return "complete without every check" }
            if walk.events.contains(where: { $0.kind == .deviceReplaced }), !isVerified {
                return "a device without every check"
            }
            return nil
        }
    }

    @Test func anotherDeviceIsRegisteredForAFaceAloneAndByAReEnrollmentAlone() {
        everyWalk { walk in
            guard let replaced = walk.events.firstIndex(where: { $0.kind == .deviceReplaced }) else { return nil }
            if walk.policy?.purpose != .reEnroll { return "a device of an authentication" }
            if !walk.events[..<replaced].contains(where: { $0.kind == .faceVerified }) { return "no face before it" }
            return walk.count { $0.kind == .deviceReplaced } == 1 ? nil : "more than one device"
        }
    }

    @Test func aPolicyOfAReEnrollmentAlwaysAsksForTheFace() {
        var generator = SeededGenerator.announced(#function)
        for _ in 0..<1000 {
            let policy = AuthenticationPolicy.random(using: &generator)
            #expect(!policy.requiredChecks.isEmpty)
            if policy.purpose == .reEnroll { #expect(policy.requiredChecks.contains(.verifyFace)) }
        }
    }

    @Test func whatHasEndedStaysAsItIs() {
        everyDecision { before, _, _, after in
            guard before.authentication.isFinished else { return nil }
            return before.authentication.state == after.authentication.state ? nil : "it moved"
        }
    }

    @Test func replayingTheEventsGivesTheState() {
        everyDecision { _, _, _, after in
            replay(after.events) == after.authentication ? nil : "another state"
        }
    }

    @Test func onlyEventsThatBeginWithATriggerCanBeReplayed() {
        #expect(replay([AuthenticationEvent]()) == nil)
        #expect(replay([AuthenticationEvent.validated]) == nil)
    }

    @Test func whatIsStoredIsReadAsItWas() throws {
        try everyWalk { walk in
            let stored = try JSONEncoder().encode(walk.authentication)
            return try JSONDecoder().decode(Authentication.self, from: stored) == walk.authentication ? nil : "another"
        }
    }

    @Test func whatIsOpenEndsAfterItsLastEvent() {
        everyWalk { walk in
            guard let deadline = walk.authentication.deadline, let last = walk.instants.last else {
                return walk.authentication.isFinished ? nil : "open for ever"
            }
            return deadline > last ? nil : "over before its last event"
        }
    }

    @Test func theSameRequestAgainIsAReplayAndChangesNothing() {
        everyDecision { before, proposal, decision, after in
            guard let record = proposal.record, before.authentication.records.contains(record) else { return nil }
            guard case .replay(record) = decision else { return "no replay" }
            return before.authentication == after.authentication ? nil : "it moved"
        }
    }

    @Test func ofTwoThatRaceForOneCheckOneIsAccepted() {
        everyDecision { before, proposal, decision, after in
            guard case .accept(let events) = decision, events.contains(where: { $0.acceptedCheck != nil }) else {
                return nil
            }
            let other = AuthenticationProposal(
                proposal.command, record: IdempotencyRecord(step: .verifyFace, requestDigest: "another"),
                at: proposal.at)
            guard case .reject = decide(other, on: after.authentication) else { return "accepted twice" }
            return nil
        }
    }

    /// What all checks together have used up is what the events say, and ends it exactly at the limit.
    @Test func attemptsAndCapturesNeverExceedTheirLimits() {
        everyWalk { walk in
            guard let policy = walk.policy else { return nil }
            let attempts = walk.count { $0.counts == .attempt }
            let captures = walk.count { $0.counts != .nothing }
            if attempts > policy.maximumAttempts || captures > policy.maximumCaptures { return "beyond the limit" }
            let expected: AuthenticationFailure? =
                if attempts == policy.maximumAttempts {
                    .attemptsExhausted
                } else if captures == policy.maximumCaptures {
                    .capturesExhausted
                } else {
                    nil
                }
            let actual: AuthenticationFailure? =
                if case .failed(let reason) = walk.authentication.state { reason } else { nil }
            return actual == expected ? nil : "failed as \(String(describing: actual))"
        }
    }

    @Test func aCaptureAnswersAChallengeWhereOneIsRequired() {
        everyDecision { before, proposal, decision, _ in
            guard case .verifyFace(_, _, let challenge) = proposal.command, case .accept = decision,
                let progress = before.authentication.progress
            else { return nil }
            if challenge == nil { return progress.requiresChallenge ? "judged without an answer" : nil }
            return progress.challenge?.id == challenge ? nil : "answers another challenge"
        }
    }

    /// Cancel may be asked again and again with other bodies; what that leaves behind is bounded.
    @Test func whatIsKeptOfOneAuthenticationIsBounded() {
        var walk = AuthenticationWalk(
            triggeredAt: Instant(millisecondsSince1970: 0), until: Instant(millisecondsSince1970: 10))
        for body in 0..<1000 {
            let record = IdempotencyRecord(step: .cancel, requestDigest: "\(body)")
            let decision = walk.commit(
                AuthenticationProposal(.cancel, record: record, at: Instant(millisecondsSince1970: 1)))
            if case .reject = decision { Issue.record("cancelling the cancelled was refused") }
        }
        #expect(walk.authentication.state == .cancelled)
        #expect(walk.events.count < 150)
    }
}
