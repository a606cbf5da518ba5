import OnboardingCore
import Testing

@testable import Casework

/// What the page that began an enrollment shows of how far the phone is.
@Suite struct TriggeredStepsTests {
    private static let start = Instant(millisecondsSince1970: 1_800_000_000_000)
    private static let end = start.adding(seconds: 600)

    private func states(_ events: [Event], checks: [RequiredCheck] = [.addDevice, .addFace, .addDocument]) throws
        -> [TriggeredEnrollments.Step.State]
    {
        let standing = try #require(
            EnrollmentStanding(of: events.map { (at: Self.start, event: $0) }, now: Self.start))
        return TriggeredEnrollments.steps(events, standing, otherwise: checks).map(\.state)
    }

    @Test func theNextStepOfOneThatGoesOnIsTheCurrentOne() throws {
        let policy = Policy(requiredChecks: [.addDevice, .addFace])
        let triggered = Event.triggered(until: Self.end)
        #expect(try states([triggered]) == [.current, .waiting, .waiting, .waiting, .waiting])
        #expect(try states([triggered, .validated]) == [.done, .current, .waiting, .waiting, .waiting])
        let started = [triggered, .validated, .started(policy, deadline: Self.end)]
        #expect(try states(started) == [.done, .done, .current, .waiting], "the checks are those of the enrollment")
        #expect(try states(started + [.deviceAdded]) == [.done, .done, .done, .current])
        let complete = started + [.deviceAdded, .faceAdded(nil), .completed(registrationCode: "A")]
        #expect(try states(complete) == [.done, .done, .done, .done])
    }

    @Test func aStepThatWasRefusedForGoodSaysSo() throws {
        let policy = Policy(requiredChecks: [.addDevice, .addFace])
        let events: [Event] = [
            .triggered(until: Self.end), .started(policy, deadline: Self.end), .deviceAdded,
            .faceRefused(.presentationAttack, nil), .failed(.faceAttemptsExhausted),
        ]
        #expect(try states(events) == [.done, .done, .done, .refused])
    }

    @Test func nothingIsCurrentInOneThatHasEnded() throws {
        #expect(
            try states([.triggered(until: Self.end), .cancelled])
                == [.waiting, .waiting, .waiting, .waiting, .waiting])
    }

    @Test func aPageThatIsOpenedIsTheFirstStepThoughNothingIsBegun() throws {
        let events = [Event.triggered(until: Self.end)]
        let standing = try #require(
            EnrollmentStanding(of: events.map { (at: Self.start, event: $0) }, now: Self.start))
        let steps = TriggeredEnrollments.steps(events, standing, otherwise: [.addFace], isOpened: true)
        #expect(steps.map(\.state) == [.done, .current, .waiting])
    }
}
