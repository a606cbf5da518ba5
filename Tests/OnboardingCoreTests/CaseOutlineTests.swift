import OnboardingCore
import TestSupport
import Testing

/// What one line of a list says of a case follows from its events.
@Suite struct CaseOutlineTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    private static func outline(_ events: [Event]) -> CaseOutline {
        var outline = CaseOutline()
        for event in events { outline.take(event, at: now) }
        return outline
    }

    @Test func aCaptureThatLedToNoJudgementMarksNothing() {
        let unread = Self.outline([.deviceAdded, .faceRefused(.undecided, nil), .documentRefused(.retryCapture, nil)])
        #expect(unread.passed == [.addDevice: true] && unread.reason == .documentUnreadable)
        let refused = Self.outline([.faceRefused(.presentationAttack, nil), .faceRefused(.packageUnreadable, nil)])
        #expect(refused.passed == [.addFace: false] && refused.reason == .packageUnreadable)
    }

    @Test func theLastJudgementCounts() {
        let accepted = Self.outline([.faceRefused(.presentationAttack, nil), .faceAdded(nil)])
        #expect(accepted.passed == [.addFace: true] && accepted.reason == nil)
        let reopened = Self.outline([
            .faceAdded(nil), .documentAdded(nil), .faceReopened(FaceReopening(.portraitSuspected, turn: .left)),
        ])
        #expect(reopened.passed == [.addFace: false, .addDocument: true] && reopened.reason == .portraitSuspected)
    }

    @Test func aSecondLookStandsBesideTheEnd() {
        let asked = Self.outline([.failed(.faceAttemptsExhausted), .reviewRequested])
        #expect(asked.state == .failed && asked.endedAt == Self.now && asked.review?.standing == .requested)
        let decided = Self.outline([.failed(.faceAttemptsExhausted), .reviewRequested, .reviewed(.accepted, nil)])
        #expect(decided.state == .failed && decided.review?.standing == .accepted)
        for standing in Review.Standing.allCases { #expect(Review(standing).standing == standing) }
    }

    @Test func whomAHumanAcceptsIsCompleteAtOnceOrPending() {
        let refused: [Event] = [.faceRefused(.presentationAttack, nil), .failed(.faceAttemptsExhausted)]
        let complete = Self.outline(refused + [.reviewed(.accepted, nil), .completed(registrationCode: "CODE")])
        #expect(complete.state == .complete && complete.reason == nil && complete.review?.standing == .accepted)
        // What the machine decided of the check stays.
        #expect(complete.passed == [.addFace: false])
        let asked = Self.outline(
            refused + [.reviewed(.accepted, nil), .captureAsked(Policy(), deadline: Self.now.adding(seconds: 60))])
        #expect(asked.state == .pending && asked.reason == nil && asked.endedAt == nil)
    }

    /// A store takes in the events of one step after the other.
    @Test func itIsTheSameHoweverTheEventsAreGrouped() {
        var generator = SeededGenerator.announced()
        for _ in 0..<500 {
            let walk = Walk<Enrollment>.random(steps: 20, using: &generator)
            let all = Self.outline(walk.events)
            let cut = Int.random(in: 0...walk.events.count, using: &generator)
            var parts = Self.outline(Array(walk.events.prefix(cut)))
            for event in walk.events.dropFirst(cut) { parts.take(event, at: Self.now) }
            #expect(parts == all)
            #expect((all.endedAt != nil) == walk.subject.isFinished, "\(walk.events)")
        }
    }
}
