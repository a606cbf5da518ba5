import OnboardingAPI
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb

/// What whoever began an enrollment is told of it.
@Suite struct PortalViewsTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    private func words() throws -> Words { try Words(file: Material.packageRoot + "/web/texts/en.json") }

    private func visit(
        _ state: EnrollmentStanding.State, _ purpose: AuthenticationPurpose = .authenticate, isLocked: Bool = true,
        isReplaced: Bool = false
    ) throws -> PortalStatus {
        let entry = TriggeredVisits.Entry(
            id: try #require(AuthenticationID(text: String(repeating: "0b", count: 16))),
            enrollmentID: try #require(EnrollmentID(text: String(repeating: "3f", count: 16))), purpose: purpose,
            username: "ada", begunAt: Self.now, state: state, failure: state == .failed ? .attemptsExhausted : nil,
            lockedUntil: isLocked ? Self.now.adding(seconds: 28) : nil,
            deadline: state == .pending ? Self.now.adding(seconds: 600) : nil, steps: [], isMailed: false,
            isReplaced: isReplaced)
        return PortalStatus(entry, words: try words())
    }

    private static let later = now.adding(seconds: 600)

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
        let registered = try state(failed, .reviewed(.accepted, nil), .completed(registrationCode: "CODE"))
        #expect(registered == accepted)
        let asked = try state(failed, .reviewed(.accepted, nil), .captureAsked(Policy(), deadline: Self.later))
        #expect(asked == .machine(.pending))
        let refused = try state(failed, .reviewed(.refused, nil))
        #expect(refused.word == "reviewRefused" && refused.isFinal && refused.mayStartAgain && !refused.isAccepted)
    }

    @Test func aUsernameHasNothingThatCannotBeSeen() throws {
        for name in ["a%0Ab", "a%E2%80%AEb"] {
            #expect(try problems("username=\(name)&email=a%40b.c") == ["username": .usernameInvalid])
        }
        #expect(try problems("username=+a+&email=a%40b.c").isEmpty, "blanks at the ends are taken away")
    }

    @Test func aPhoneNumberHasDigitsAndWhatPeopleWriteBetweenThem() throws {
        for number in ["", "110", "%2B49+30+1234-5", "(030)+12.34/56"] {
            #expect(try problems("username=a&email=a%40b.c&phoneNumber=\(number)").isEmpty, "\(number)")
        }
        for number in ["abc", "12", "1234567890123456789012", "030+x", "%D9%A1%D9%A2%D9%A3"] {
            #expect(try problems("username=a&email=a%40b.c&phoneNumber=\(number)") == ["phoneNumber": .phoneInvalid])
        }
    }

    @Test func aReferenceGoesWithWhatIsBegun() throws {
        let long = String(repeating: "x", count: Limit.reference.value + 1)
        #expect(try problems("username=a&reference=\(long)") == ["reference": .tooLong])
        let form = PortalForm(
            try #require(FormFields(Array("purpose=authenticate&username=a&reference=+case-7+".utf8), atMost: 8)))
        #expect(form.reference == "case-7" && form.digest != PortalForm().digest)
    }

    @Test func whatIsMissingIsToldAtOnce() throws {
        #expect(try problems("") == ["username": .usernameMissing, "email": .emailNeeded])
        #expect(try problems("username=a").isEmpty, "whoever is known here needs no address")
    }

    @Test func aLockIsToldOnlyToWhomItHinders() throws {
        let lock = "Locked until 15 Jan 2027, 08:01 UTC"
        for purpose in [AuthenticationPurpose.authenticate, .reEnroll] {
            for state in [EnrollmentStanding.State.complete, .cancelled] {
                #expect(try visit(state, purpose) == visit(state, purpose, isLocked: false), "\(state)")
            }
            for state in [EnrollmentStanding.State.failed, .expired] {
                let status = try visit(state, purpose)
                #expect(status.advice?.hasPrefix(lock) == true && status.hint == nil, "\(state)")
                #expect(!status.mayStartAgain, "\(state): it would be refused")
                #expect(try visit(state, purpose, isLocked: false).mayStartAgain, "\(state)")
                #expect(try visit(state, purpose, isLocked: false).advice?.contains("Locked") == false, "\(state)")
            }
            let pending = try visit(.pending, purpose)
            #expect(pending.hint?.hasPrefix(lock) == true && pending.advice == nil)
        }
        #expect(try visit(.pending, isLocked: false).hint?.contains("not registered") == true)
        #expect(try visit(.pending, .reEnroll, isLocked: false).hint == nil)
    }

    private func enrollment(
        _ later: [Event] = [], steps: [TriggeredEnrollments.Step] = [], isDeclined: Bool = false,
        isReplaced: Bool = false
    ) throws -> PortalStatus {
        let events = [Event.triggered(until: Self.now.adding(seconds: 600))] + later
        let standing = try #require(
            EnrollmentStanding(of: events.map { (at: Self.now, event: $0) }, now: Self.now))
        let entry = TriggeredEnrollments.Entry(
            id: try #require(EnrollmentID(text: String(repeating: "3f", count: 16))), username: "ada",
            standing: standing, steps: steps, registrationCode: nil, isDeclined: isDeclined, isReplaced: isReplaced)
        return PortalStatus(entry, words: try words())
    }

    @Test func whoDeclinedIsToldInWordsWithWhatToDoAndMayStillAgree() throws {
        let steps: [TriggeredEnrollments.Step] = [
            .init(kind: .opened, state: .done), .init(kind: .begun, state: .current),
            .init(kind: .check(.addFace), state: .waiting),
        ]
        let open = try enrollment(steps: steps)
        #expect(open.steps.map(\.said) == ["done", "waiting for the phone", ""] && open.hint == nil)
        let declined = try enrollment(steps: steps, isDeclined: true)
        #expect(declined.steps.map(\.said) == ["done", "declined", ""])
        #expect(declined.steps.map(\.state) == ["done", "refused", "waiting"])
        #expect(declined.isPending && declined.hint?.contains("offer them another way") == true)
    }

    @Test func whatWasReplacedIsNotCalledStopped() throws {
        let stopped = try enrollment([.cancelled])
        #expect(stopped.ending == "The person stopped." && stopped.mayStartAgain)
        let replaced = try enrollment([.cancelled], isReplaced: true)
        #expect(replaced.ending?.contains("newer code") == true && !replaced.mayStartAgain && replaced.isFinal)
        #expect(replaced.advice?.hasPrefix("Go on with the newer code") == true)
        for purpose in [AuthenticationPurpose.authenticate, .reEnroll] {
            #expect(try visit(.cancelled, purpose).ending == "The person stopped.")
            let replaced = try visit(.cancelled, purpose, isReplaced: true)
            #expect(replaced.ending?.contains("newer code") == true && !replaced.mayStartAgain)
            #expect(replaced.advice?.hasPrefix("Go on with the newer code") == true)
        }
    }

    @Test func whatWasErasedIsToldInWordsAndTellsNobody() throws {
        let status = PortalStatus.erased(in: try words())
        #expect(status.isFinal && !status.isPending && status.mayStartAgain && status.steps.isEmpty)
        #expect(status.ending == "Withdrawn or deleted." && status.advice?.contains("took back their consent") == true)
        let page = PortalEnrollmentView.erased(in: try words())
        #expect(page.username.isEmpty && page.qr == nil && page.caseHref == nil)
    }

    @Test func beginningAgainIsNotOfferedWhereAFaceIsRegisteredAlready() throws {
        func status(_ failure: FailureReason, _ later: [Event] = []) throws -> PortalStatus {
            let end = Self.now.adding(seconds: 600)
            let begun: [Event] = [
                .triggered(until: end), .started(Policy(requiredChecks: [.addFace]), deadline: end), .failed(failure),
            ]
            let standing = try #require(
                EnrollmentStanding(of: (begun + later).map { (at: Self.now, event: $0) }, now: Self.now))
            let entry = TriggeredEnrollments.Entry(
                id: try #require(EnrollmentID(text: String(repeating: "3f", count: 16))), username: "ada",
                standing: standing, steps: [], registrationCode: nil)
            return PortalStatus(entry, words: try words())
        }
        #expect(try status(.faceAttemptsExhausted).mayStartAgain)
        for later in [[], [Event.reviewed(.refused, nil)]] {
            let found = try status(.duplicateEnrollment, later)
            #expect(!found.mayStartAgain && found.advice?.hasPrefix("This face is registered already") == true)
        }
        let waiting = try status(.duplicateEnrollment, [.reviewRequested])
        #expect(!waiting.mayStartAgain && waiting.advice?.hasPrefix("A person looks") == true)
    }
}
