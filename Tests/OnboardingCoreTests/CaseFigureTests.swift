import OnboardingCore
import TestSupport
import Testing

/// What is counted of cases.
@Suite struct CaseFigureTests {
    private static let figures: [CaseFigure] =
        EnrollmentStanding.State.allCases.map(CaseFigure.state)
        + RequiredCheck.allCases.flatMap {
            [CaseFigure.judged($0, passed: true), .judged($0, passed: false), .captures($0, 3)]
        } + EnrollmentReason.allCases.map(CaseFigure.reason)
        + [
            .handedIn, .liveness(band: 10), .portrait(band: 0), .duration(isComplete: true, seconds: 150),
            .duration(isComplete: false, seconds: 0),
        ]

    @Test func aFigureIsReadAsItWasWritten() {
        for figure in Self.figures { #expect(CaseFigure(text: figure.text) == figure) }
        #expect(Set(Self.figures.map(\.text)).count == Self.figures.count)
        for text in ["", "state", "state.gone", "liveness.x", "captures.addFace", "duration.some.1", "later.1"] {
            #expect(CaseFigure(text: text) == nil, "\(text)")
        }
        #expect(CaseFigure.state(.complete).text == "state.complete")
        #expect(CaseFigure.duration(isComplete: false, seconds: 150).text == "duration.other.150")
    }

    @Test func aDurationIsLessThanATenthOff() {
        for seconds in Array(0...100_000) + [989_999, 990_000] {
            let rounded = CaseFigure.twoDigits(seconds)
            #expect(rounded <= seconds && (seconds < 10 ? rounded == seconds : (seconds - rounded) * 10 < seconds))
            #expect(CaseFigure.twoDigits(rounded) == rounded)
        }
        #expect(CaseFigure.twoDigits(.max) == 990_000 && CaseFigure.twoDigits(-5) == 0)
    }

    @Test func aDayIsOneOfUTC() {
        #expect(Instant(millisecondsSince1970: -1).day == -1 && Instant(millisecondsSince1970: 0).day == 0)
        #expect(Instant(millisecondsSince1970: 86_399_999).day == 0)
        for day in [-1, 0, 20_833] { #expect(Instant(day: day).day == day) }
    }

    @Test func aCaseCountsForTheCaptureAtWhichItPassed() {
        var outline = CaseOutline()
        let begun = Instant(millisecondsSince1970: 0)
        for event in [
            Event.deviceAdded, .faceRefused(.undecided, nil), .faceRefused(.presentationAttack, nil), .faceAdded(nil),
            .documentRefused(.notVerified, nil),
        ] {
            outline.take(event, at: begun)
        }
        #expect(
            CaseFigure.all(of: outline, begunAt: begun, liveness: 100, portrait: 42) == [
                .state(.pending), .judged(.addDevice, passed: true), .judged(.addFace, passed: true),
                .captures(.addFace, 3), .judged(.addDocument, passed: false), .liveness(band: 10), .portrait(band: 4),
            ])
        outline.take(.failed(.documentAttemptsExhausted), at: begun.adding(seconds: 154))
        let ended = CaseFigure.all(of: outline, begunAt: begun, liveness: nil, portrait: nil)
        #expect(ended.contains(.duration(isComplete: false, seconds: 150)) && ended.contains(.state(.failed)))
    }

    @Test func aShareOfDurationsIsThatOfTheSortedOnes() {
        var generator = SeededGenerator.announced()
        for _ in 0..<200 {
            var (sums, all) = (CaseSums(days: 0...0), [(seconds: Int, isComplete: Bool)]())
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                let one = (
                    seconds: CaseFigure.twoDigits(Int.random(in: 0...5000, using: &generator)),
                    isComplete: Bool.random(using: &generator)
                )
                all.append(one)
                sums.add(1, of: .duration(isComplete: one.isComplete, seconds: one.seconds))
            }
            for (share, onlyComplete) in [(0.5, true), (0.5, false), (0.95, true), (0.95, false)] {
                let sorted = all.filter { !onlyComplete || $0.isComplete }.map(\.seconds).sorted()
                let place = Int((share * Double(sorted.count)).rounded(.up))
                let expected = sorted.isEmpty ? nil : sorted[max(place, 1) - 1]
                #expect(sums.duration(of: share, onlyComplete: onlyComplete) == expected)
            }
        }
    }
}
