import Foundation
import OnboardingCore
import TestSupport
import Testing

/// What `decide` and `evolve` promise of every authentication, whatever is asked of it in whatever order.
@Suite struct AuthenticationInvariantTests {
    @Test func randomWalksReachEveryEndOfEveryPurpose() {
        var ends: [String: Int] = [:]
        Authentication.everyWalk { walk in
            let purpose = walk.policy?.purpose.rawValue ?? "none"
            switch walk.subject.state {
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
        Authentication.everyWalk { walk in
            guard let policy = walk.policy else {
                return walk.events.contains { $0.acceptedCheck != nil } ? "a check without a start" : nil
            }
            let accepted = walk.events.compactMap(\.acceptedCheck)
            guard accepted == Array(policy.requiredChecks.prefix(accepted.count)) else {
                return "checks in another order than the policy's"
            }
            let isVerified = accepted.count == policy.requiredChecks.count
            if walk.subject.status == .complete, !isVerified { return "complete without every check" }
            if walk.events.contains(where: { $0.kind == .deviceReplaced }), !isVerified {
                return "a device without every check"
            }
            return nil
        }
    }

    @Test func anotherDeviceIsRegisteredForAFaceAloneAndByAReEnrollmentAlone() {
        Authentication.everyWalk { walk in
            guard let replaced = walk.events.firstIndex(where: { $0.kind == .deviceReplaced }) else { return nil }
            if walk.policy?.purpose != .reEnroll { return "a device of an authentication" }
            if !walk.events[..<replaced].contains(where: { $0.kind == .faceVerified }) { return "no face before it" }
            return walk.count { $0.kind == .deviceReplaced } == 1 ? nil : "more than one device"
        }
    }

    @Test func aPolicyOfAReEnrollmentAlwaysAsksForTheFace() {
        var generator = SeededGenerator.announced(#function)
        for _ in 0..<1000 {
            let policy = Authentication.randomPolicy(using: &generator)
            #expect(!policy.requiredChecks.isEmpty)
            if policy.purpose == .reEnroll { #expect(policy.requiredChecks.contains(.verifyFace)) }
        }
    }

    @Test func ofTwoThatRaceForOneCheckOneIsAccepted() {
        Authentication.everyDecision { before, proposal, decision, after in
            guard case .accept(let events) = decision, events.contains(where: { $0.acceptedCheck != nil }) else {
                return nil
            }
            let other = AuthenticationProposal(
                proposal.command, record: IdempotencyRecord(step: .verifyFace, requestDigest: "another"),
                at: proposal.at)
            guard case .reject = decide(other, on: after.subject) else { return "accepted twice" }
            return nil
        }
    }

    /// What all checks together have used up is what the events say, and ends it exactly at the limit.
    @Test func attemptsAndCapturesNeverExceedTheirLimits() {
        Authentication.everyWalk { walk in
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
                if case .failed(let reason) = walk.subject.state { reason } else { nil }
            return actual == expected ? nil : "failed as \(String(describing: actual))"
        }
    }

    @Test func aCaptureAnswersAChallengeWhereOneIsRequired() {
        Authentication.everyDecision { before, proposal, decision, _ in
            guard case .verifyFace(_, _, let challenge) = proposal.command, case .accept = decision,
                let progress = before.subject.progress
            else { return nil }
            if challenge == nil { return progress.requiresChallenge ? "judged without an answer" : nil }
            return progress.challenge?.id == challenge ? nil : "answers another challenge"
        }
    }

    /// Cancel may be asked again and again with other bodies; what that leaves behind is bounded.
    @Test func whatIsKeptOfOneAuthenticationIsBounded() {
        var walk = Walk<Authentication>(
            triggeredAt: Instant(millisecondsSince1970: 0), until: Instant(millisecondsSince1970: 10))
        for body in 0..<1000 {
            let record = IdempotencyRecord(step: .cancel, requestDigest: "\(body)")
            let decision = walk.commit(
                AuthenticationProposal(.cancel, record: record, at: Instant(millisecondsSince1970: 1)))
            if case .reject = decision { Issue.record("cancelling the cancelled was refused") }
        }
        #expect(walk.subject.state == .cancelled)
        #expect(walk.events.count < 150)
    }
}
