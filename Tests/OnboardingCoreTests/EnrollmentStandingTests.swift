import OnboardingCore
import TestSupport
import Testing

/// What a tenant is told of an enrollment follows from its events alone.
@Suite struct EnrollmentStandingTests {
    private static let policy = Policy(maximumFaceAttempts: 2, maximumDocumentAttempts: 2)
    private static let deadline = at(3600)
    private static let begun: [Event] = [
        .triggered(until: deadline), .codeReserved(registrationCode: "0123456789"),
        .started(policy, deadline: deadline),
    ]

    private static func at(_ seconds: Int64) -> Instant {
        Instant(millisecondsSince1970: 1_800_000_000_000).adding(seconds: seconds)
    }

    /// One event a second.
    private static func standing(_ events: [Event], now: Instant = at(60)) -> EnrollmentStanding? {
        EnrollmentStanding(of: events.enumerated().map { (at(Int64($0)), $1) }, now: now)
    }

    @Test func whatBeginsOtherwiseIsNoEnrollment() {
        #expect(Self.standing([]) == nil)
        #expect(Self.standing([.validated]) == nil)
    }

    @Test func aPendingOneSaysWhatIsAskedForAndWhatIsLeft() throws {
        let fresh = try #require(Self.standing(Array(Self.begun.prefix(2))))
        #expect(fresh.state == .pending && fresh.check == nil && fresh.left == nil && fresh.reason == nil)
        #expect(fresh.begunAt == Self.at(0) && fresh.endedAt == nil && fresh.deadline == Self.deadline)
        let device = try #require(Self.standing(Self.begun))
        #expect(device.check == .addDevice && device.left == nil)
        let refused = try #require(
            Self.standing(
                Self.begun + [.deviceAdded, .faceRefused(.presentationAttack, nil), .faceRefused(.undecided, nil)]))
        #expect(refused.check == .addFace && refused.left == Tally(attempts: 1, captures: 18))
        #expect(refused.reason == .faceUndecided && refused.lastRefused?.at == Self.at(5))
        #expect(refused.accepted.map(\.check) == [.addDevice] && refused.accepted.first?.at == Self.at(3))
    }

    @Test func anAcceptedCheckTakesTheReasonBack() throws {
        let standing = try #require(
            Self.standing(Self.begun + [.deviceAdded, .faceRefused(.undecided, nil), .faceAdded(nil)]))
        #expect(standing.reason == nil && standing.lastRefused?.reason == .faceUndecided)
        #expect(standing.check == .addDocument)
    }

    @Test func aReopenedFaceIsAskedForAgain() throws {
        let reopening = FaceReopening(.portraitSuspected, turn: .left)
        let events = Self.begun + [.deviceAdded, .faceAdded(nil), .documentAdded(nil), .faceReopened(reopening)]
        let standing = try #require(Self.standing(events))
        #expect(standing.check == .addFace && standing.reason == .portraitSuspected)
        #expect(standing.accepted.map(\.check) == [.addDevice, .addDocument])
    }

    @Test func anEndSaysWhyAndAtWhichCheck() throws {
        let attempts: [Event] = [
            .deviceAdded, .faceRefused(.presentationAttack, nil), .faceRefused(.notMatching, nil),
            .failed(.faceAttemptsExhausted),
        ]
        let failed = try #require(Self.standing(Self.begun + attempts))
        #expect(failed.state == .failed && failed.reason == .faceAttemptsExhausted && failed.check == .addFace)
        #expect(failed.lastRefused?.reason == .faceNotMatching && failed.left?.attempts == 0)
        #expect(failed.endedAt == Self.at(6) && failed.deadline == nil)
        let cancelled = try #require(Self.standing(Self.begun + [.deviceAdded, .cancelled]))
        #expect(
            cancelled.state == .cancelled && cancelled.reason == .enrollmentCancelled && cancelled.check == .addFace)
        let complete = try #require(
            Self.standing(
                Self.begun + [
                    .deviceAdded, .faceAdded(nil), .documentAdded(nil), .completed(registrationCode: "0123456789"),
                ]))
        #expect(complete.state == .complete && complete.reason == nil && complete.check == nil && complete.left == nil)
    }

    @Test func anAcceptanceSaysUntilWhenTheFaceIsAskedFor() throws {
        let until = Self.at(7200)
        let refused: [Event] = [
            .deviceAdded, .faceRefused(.presentationAttack, nil), .faceRefused(.notMatching, nil),
            .failed(.faceAttemptsExhausted), .reviewed(.accepted, nil),
        ]
        let old = try #require(Self.standing(Self.begun + refused))
        #expect(old.state == .failed && old.review?.standsAlone == true)
        let policy = Self.policy.askingForFace(beside: [.addDevice], lifetimeInSeconds: 7200)
        let asked = try #require(Self.standing(Self.begun + refused + [.captureAsked(policy, deadline: until)]))
        #expect(asked.state == .pending && asked.check == .addFace && asked.deadline == until)
        #expect(asked.review?.captureUntil == until && asked.review?.standsAlone == false)
        #expect(asked.accepted.map(\.check) == [.addDevice] && asked.left == Tally(attempts: 2, captures: 20))
        let late = try #require(
            Self.standing(Self.begun + refused + [.captureAsked(policy, deadline: until)], now: until))
        #expect(late.state == .expired && late.review?.decision == .accepted)
    }

    @Test func whatIsOverdueHasExpiredWhateverTheJobDid() throws {
        let late = try #require(Self.standing(Self.begun, now: Self.deadline))
        #expect(late.state == .expired && late.reason == .enrollmentExpired && late.endedAt == Self.deadline)
        let noticed = try #require(Self.standing(Self.begun + [.expired], now: Self.deadline))
        #expect(noticed.state == .expired && noticed.endedAt == Self.at(3))
    }

    @Test func everyDecisionAgainstAPersonHasAReason() {
        for decision in FaceDecision.allCases { #expect((EnrollmentReason(decision) == nil) == (decision == .live)) }
        for decision in DocumentDecision.allCases {
            #expect((EnrollmentReason(decision) == nil) == (decision == .verified))
        }
    }

    /// Whatever happened, the standing says what the state says.
    @Test func itAgreesWithTheState() {
        var generator = SeededGenerator.announced()
        for _ in 0..<2000 {
            let walk = Walk<Enrollment>.random(steps: 30, using: &generator)
            guard
                let standing = EnrollmentStanding(
                    of: walk.events.map { (Self.at(0), $0) }, now: Self.at(-1_000_000_000))
            else {
                Issue.record("no standing of \(walk.events)")
                return
            }
            let expected: EnrollmentStanding.State =
                switch walk.subject.state {
                case .triggered, .validated, .open: .pending
                case .complete: .complete
                case .failed: .failed
                case .cancelled: .cancelled
                case .expired: .expired
                }
            #expect(standing.state == expected, "\(walk.events)")
            #expect(standing.check == walk.subject.progress?.nextCheck || walk.subject.progress == nil)
            #expect((standing.endedAt == nil) == (expected == .pending))
            #expect((standing.reason != nil) || [.pending, .complete].contains(expected))
        }
    }

    /// The code is the enrollment's from its beginning, is given from the first accepted check on, and stays when it ends.
    @Test func aReservedCodeIsGivenFromTheFirstAcceptedCheckOn() throws {
        func code(_ events: [Event]) throws -> (given: String, own: String?) {
            let enrollment = try #require(replay(events))
            return (enrollment.registrationCode, enrollment.code)
        }
        #expect(try code(Self.begun) == ("", "0123456789"))
        #expect(try code(Self.begun + [.deviceAdded]) == ("0123456789", "0123456789"))
        #expect(try code(Self.begun + [.deviceAdded, .cancelled]) == ("", "0123456789"))
        let last = try #require(replay(Self.begun + [.deviceAdded, .faceAdded(nil)]))
        let proposal = Proposal(.addDocument(.verified), record: nil, at: Self.at(60), registrationCode: "another")
        guard case .accept(let events) = decide(proposal, on: last) else {
            Issue.record("not accepted")
            return
        }
        #expect(events.contains(.completed(registrationCode: "0123456789")))
    }
}
