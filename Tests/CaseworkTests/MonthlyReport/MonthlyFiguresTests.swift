import OnboardingCore
import TestSupport
import Testing

@testable import Casework

/// What a month counts of an enrollment's events.
@Suite struct MonthlyFiguresTests {
    private let month: ReportMonth
    private let policy = Policy(requiredChecks: [.addFace, .addDocument])
    private let reference = EvidenceReference?.none

    init() throws { month = try #require(ReportMonth(text: "2026-10")) }

    /// Events at these seconds of the month.
    private func at(_ events: [(Int64, Event)]) -> [(at: Instant, event: Event)] {
        events.map { (month.start.adding(seconds: $0), $1) }
    }

    private func figures(
        _ enrollments: [[(Int64, Event)]], in other: ReportMonth? = nil, now: Instant? = nil
    ) -> MonthlyFigures {
        var figures = MonthlyFigures()
        for events in enrollments { _ = figures.add(at(events), in: other ?? month, at: now ?? month.end) }
        return figures
    }

    private func begun(at second: Int64 = 0) -> [(Int64, Event)] {
        let deadline = month.start.adding(seconds: second + 3600)
        return [(second, .triggered(until: deadline)), (second + 10, .started(policy, deadline: deadline))]
    }

    @Test func eachEventCountsOnceWithItsReason() {
        let registered =
            begun() + [
                (20, .faceRefused(.undecided, reference)), (30, .faceRefused(.presentationAttack, reference)),
                (40, .faceAdded(reference)), (50, .documentRefused(.retryCapture, reference)),
                (100, .documentAdded(reference)), (100, .completed(registrationCode: "CODE")),
            ]
        let refused =
            begun() + [
                (20, .faceRefused(.presentationAttack, reference)), (20, .failed(.faceAttemptsExhausted)),
                (30, .reviewRequested), (40, .reviewed(.accepted, reference)),
            ]
        let counted = figures([registered, refused, begun() + [(20, .cancelled)], begun()])
        #expect(counted.begun == 4 && counted.registered == 1 && counted.cancelled == 1)
        // Nothing says so yet, but its hour is over.
        #expect(counted.expired == 1 && counted.pending == 0 && counted.openBefore == 0)
        #expect(
            counted.refused == [
                .init(step: .addFace, reason: .faceAttemptsExhausted, lastReason: .faceNotLive): 1
            ])
        #expect(counted.refusals == [.init(step: .addFace, reason: .faceNotLive): 2])
        #expect(
            counted.recaptures == [
                .init(step: .addFace, reason: .faceUndecided): 1,
                .init(step: .addDocument, reason: .documentUnreadable): 1,
            ])
        #expect(counted.reviewsRequested == 1 && counted.reviewsAccepted == 1 && counted.reviewsRefused == 0)
        #expect(counted.timesToRegister.percentile(50) == 100 && counted.timesToRegister.count == 1)
        #expect(counted.timesOfSteps[.enroll]?.percentile(50) == 10)
        #expect(counted.timesOfSteps[.addFace]?.percentile(50) == 30)
        #expect(counted.timesOfSteps[.addDocument]?.percentile(50) == 60)
    }

    @Test func whatIsWrongWithDocumentsIsCounted() {
        let expired = DocumentFinding(.expired, field: "dateOfExpiry")
        let refused = Event.documentRefused(.notVerified, reference, [expired, DocumentFinding(.specimen)])
        let counted = figures([
            begun() + [(20, .documentRefused(.notVerified, reference, [expired])), (30, refused)],
            begun() + [(20, refused)],
        ])
        #expect(counted.findings == [expired: 3, DocumentFinding(.specimen): 2])
        let report = MonthlyReport(
            counted, of: "acme", isTest: false, in: month, at: month.end, demographics: nil)
        #expect(report.documentFindings.map(\.code) == ["EXPIRED", "SPECIMEN"])
        #expect(report.csv.contains("document_findings,dateOfExpiry,addDocument,EXPIRED,,,,3\r\n"))
        #expect(report.csv.contains("document_findings,document,addDocument,SPECIMEN,,,,2\r\n"))
        #expect(report.html.contains("What was wrong with refused documents"))
    }

    /// What the machine decided is counted in its month and stays; what came of it counts when it comes.
    @Test func whomAHumanAcceptsCountsAsRegisteredByAHuman() throws {
        let refused: [(Int64, Event)] =
            begun() + [(20, .faceRefused(.presentationAttack, reference)), (20, .failed(.faceAttemptsExhausted))]
        let accepted: [(Int64, Event)] = [(40, .reviewed(.accepted, reference))]
        let atOnce: [(Int64, Event)] = refused + accepted + [(40, .completed(registrationCode: "CODE"))]
        let deadline = month.start.adding(seconds: 5000)
        let asked: [(Int64, Event)] = refused + accepted + [(40, .captureAsked(policy, deadline: deadline))]
        let captured: [(Int64, Event)] = [(50, .faceAdded(reference)), (50, .completed(registrationCode: "C"))]
        let counted = figures([atOnce, asked, asked + captured])
        #expect(counted.begun == 3 && counted.refused.values.reduce(0, +) == 3 && counted.registered == 0)
        #expect(counted.expired == 0 && counted.pending == 0)
        #expect(counted.reviewsAccepted == 3 && counted.reviewsRegistered == 2)
    }

    @Test func oneFaceOfAnotherRegistrationIsOneDuplicate() throws {
        let other = try EnrollmentID.random()
        let found = [(Int64(20), Event.duplicateFound(of: other)), (30, .duplicateFound(of: other))]
        let counted = figures([
            begun() + found + [(40, .completed(registrationCode: "CODE"))],
            begun() + found + [(40, .failed(.duplicateEnrollment))], begun(),
        ])
        #expect(counted.duplicatesFound == 2 && counted.duplicatesRefused == 1)
        let next = try #require(ReportMonth(text: "2026-11"))
        #expect(figures([begun() + found], in: next, now: next.end).duplicatesFound == 0)
    }

    /// Otherwise a report would say something else after the job has come round.
    @Test func anEndByTimeIsOfTheMonthOfItsDeadline() throws {
        let next = try #require(ReportMonth(text: "2026-11"))
        let length = (month.end.millisecondsSince1970 - month.start.millisecondsSince1970) / 1000
        let open = begun(at: length - 4000)
        for events in [open, open + [(length + 5000, .expired)]] {
            #expect(figures([events], now: next.end).expired == 1)
            #expect(figures([events], in: next, now: next.end) == MonthlyFigures())
        }
        // One whose hour is not over at the end of the month is open in both.
        let late = begun(at: length - 100)
        for events in [late, late + [(length + 5000, .expired)]] {
            #expect(figures([events], now: next.end).pending == 1)
            let after = figures([events], in: next, now: next.end)
            #expect(after.openBefore == 1 && after.begun == 0 && after.expired == 1)
        }
    }

    @Test func whatIsNoEnrollmentIsNotCounted() {
        #expect(figures([[], [(5, .validated)]]) == MonthlyFigures())
    }

    /// Whatever happens, and whenever: what was open and what began is what ended and what is open.
    @Test func noEnrollmentIsLostBetweenMonths() throws {
        var generator = SeededGenerator.announced()
        let months = try ["2026-09", "2026-10", "2026-11", "2026-12"].map { try #require(ReportMonth(text: $0)) }
        let events: [Event] = [
            .validated, .started(policy, deadline: months[1].end), .started(policy, deadline: months[2].start),
            .faceRefused(.undecided, reference), .faceAdded(reference), .documentAdded(reference),
            .completed(registrationCode: "C"), .failed(.documentCapturesExhausted), .cancelled, .expired,
            .reviewRequested, .reviewed(.refused, reference), .reviewed(.accepted, reference),
            .captureAsked(policy, deadline: months[2].start),
        ]
        for _ in 0..<40 {
            let enrollments = (0..<25).map { _ in
                let start = months[0].start
                var now = start.adding(seconds: .random(in: 0...(50 * 86_400), using: &generator))
                var walk: [(at: Instant, event: Event)] = [
                    (now, .triggered(until: now.adding(seconds: .random(in: 0...(30 * 86_400), using: &generator))))
                ]
                for _ in 0..<Int.random(in: 0...6, using: &generator) {
                    now = now.adding(seconds: .random(in: 0...(10 * 86_400), using: &generator))
                    walk.append((now, events.randomElement(using: &generator) ?? .validated))
                }
                return walk
            }
            var (open, began) = (0, 0)
            for month in months {
                var figures = MonthlyFigures()
                var decided: [MonthlyFigures.Decided: Int] = [:]
                for walk in enrollments {
                    if let how = figures.add(walk, in: month, at: months[3].end) { decided[how, default: 0] += 1 }
                }
                let refused = figures.refused.values.reduce(0, +)
                let ended = figures.registered + refused + figures.expired + figures.cancelled
                #expect(figures.openBefore == open)
                #expect(figures.openBefore + figures.begun == ended + figures.pending)
                #expect(decided[.registered, default: 0] == figures.registered)
                #expect(decided[.refused, default: 0] == refused)
                open = figures.pending
                began += figures.begun
            }
            #expect(began == enrollments.count)
        }
    }

    @Test func aPercentileIsTheNearestRank() {
        var times = TimesNeeded()
        #expect(times.percentile(50) == nil)
        for seconds in 1...10 { times.add(Int64(seconds) * 1000) }
        #expect(times.percentile(50) == 5 && times.percentile(90) == 9 && times.percentile(100) == 10)
        times.add(-5)
        #expect(times.percentile(1) == 0 && times.count == 11)
    }
}
