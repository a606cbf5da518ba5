import OnboardingAPI
import OnboardingCore
import Testing

@testable import OnboardingWeb

/// What whoever began an enrollment is told of it.
@Suite struct PortalViewsTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    private func state(_ later: Event...) throws -> PortalState {
        let end = Self.now.adding(seconds: 600)
        let begun: [Event] = [
            .triggered(until: end), .started(Policy(requiredChecks: [.addFace]), deadline: end),
        ]
        let events = begun + later
        return PortalState(
            try #require(EnrollmentStanding(of: events.map { (at: Self.now, event: $0) }, now: Self.now)))
    }

    private func problems(_ fields: String) throws -> [String: PortalForm.Problem] {
        var form = PortalForm(try #require(FormFields(Array(fields.utf8), atMost: 8)))
        form.check()
        return form.problems
    }

    @Test func aSecondLookIsToldAndItsDecisionEndsIt() throws {
        let failed = Event.failed(.faceAttemptsExhausted)
        #expect(try state() == .machine(.pending) && !state().isFinal)
        #expect(try state(failed) == .machine(.failed) && !state(failed).isFinal && state(failed).mayStartAgain)
        let waiting = try state(failed, .reviewRequested)
        #expect(waiting.word == "reviewRequested" && !waiting.isFinal && !waiting.mayStartAgain)
        let accepted = try state(failed, .reviewRequested, .reviewed(.accepted, nil))
        #expect(accepted.word == "reviewAccepted" && accepted.isFinal && accepted.isAccepted)
        #expect(!accepted.mayStartAgain && !accepted.saysReason)
        let refused = try state(failed, .reviewed(.refused, nil))
        #expect(refused.word == "reviewRefused" && refused.isFinal && refused.mayStartAgain && !refused.isAccepted)
    }

    @Test func aPhoneNumberHasDigitsAndWhatPeopleWriteBetweenThem() throws {
        for number in ["", "110", "%2B49+30+1234-5", "(030)+12.34/56"] {
            #expect(try problems("username=a&email=a%40b.c&phoneNumber=\(number)").isEmpty, "\(number)")
        }
        for number in ["abc", "12", "1234567890123456789012", "030+x", "%D9%A1%D9%A2%D9%A3"] {
            #expect(try problems("username=a&email=a%40b.c&phoneNumber=\(number)") == ["phoneNumber": .phoneInvalid])
        }
    }

    @Test func whatIsMissingIsToldAtOnce() throws {
        #expect(try problems("") == ["username": .usernameMissing, "email": .emailNeeded])
        #expect(try problems("username=a").isEmpty, "whoever is known here needs no address")
    }
}
