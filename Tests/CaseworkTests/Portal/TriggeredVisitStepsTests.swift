import OnboardingCore
import Testing

@testable import Casework

/// What the page that asked somebody back shows of how far the phone is.
@Suite struct TriggeredVisitStepsTests {
    private static let end = Instant(millisecondsSince1970: 1_800_000_000_000)

    private func states(
        _ events: [AuthenticationEvent], _ state: EnrollmentStanding.State = .pending,
        for purpose: AuthenticationPurpose = .authenticate
    ) -> [TriggeredEnrollments.Step.State] {
        TriggeredVisits.steps(events, state, for: purpose, otherwise: [.verifyDevice, .verifyFace]).map(\.state)
    }

    @Test func theNextStepOfOneThatGoesOnIsTheCurrentOne() {
        let triggered = AuthenticationEvent.triggered(until: Self.end)
        #expect(states([triggered]) == [.current, .waiting, .waiting])
        let started: [AuthenticationEvent] = [
            triggered, .validated, .started(AuthenticationPolicy(), deadline: Self.end),
        ]
        #expect(states(started) == [.done, .current, .waiting])
        #expect(states(started + [.deviceVerified(.signed)]) == [.done, .done, .current])
        let complete = started + [.deviceVerified(.signed), .faceVerified(nil), .completed]
        #expect(states(complete, .complete) == [.done, .done, .done])
    }

    @Test func aStepThatWasRefusedForGoodSaysSo() {
        let failed: [AuthenticationEvent] = [
            .triggered(until: Self.end), .started(AuthenticationPolicy(), deadline: Self.end), .deviceVerified(.signed),
            .faceRefused(.notMatching, nil), .failed(.attemptsExhausted),
        ]
        #expect(states(failed, .failed) == [.done, .done, .refused])
        #expect(states(Array(failed.dropLast())) == [.done, .done, .current], "another try may be better")
    }

    @Test func anotherPhoneIsTheLastStep() {
        let policy = AuthenticationPolicy(purpose: .reEnroll, requiredChecks: [.verifyFace])
        let started: [AuthenticationEvent] = [
            .triggered(until: Self.end), .started(policy, deadline: Self.end), .faceVerified(nil),
        ]
        #expect(states(started, for: .reEnroll) == [.done, .done, .current])
        #expect(states(started + [.deviceReplaced(.add), .completed], .complete, for: .reEnroll).last == .done)
    }
}
