import OnboardingCore
import TestSupport
import Testing

@testable import Casework

/// What a month counts of the events of those who come back.
@Suite struct AuthenticationFiguresTests {
    private typealias Events = [(at: Instant, event: AuthenticationEvent)]

    private let month: ReportMonth
    private let policy = AuthenticationPolicy(requiredChecks: [.verifyDevice, .verifyFace])

    init() throws { month = try #require(ReportMonth(text: "2026-10")) }

    /// Events at these seconds of the month, after those of the beginning.
    private func begun(
        at second: Int64 = 0, _ events: [(Int64, AuthenticationEvent)] = []
    ) -> Events {
        let deadline = month.start.adding(seconds: second + 600)
        let first: [(Int64, AuthenticationEvent)] = [
            (second, .triggered(until: deadline)), (second + 1, .started(policy, deadline: deadline)),
        ]
        return (first + events).map { (at: month.start.adding(seconds: $0.0), event: $0.1) }
    }

    private func figures(
        _ all: [Events], for purpose: AuthenticationPurpose = .authenticate, in other: ReportMonth? = nil,
        now: Instant? = nil
    ) -> AuthenticationFigures {
        var figures = AuthenticationFigures()
        for events in all { figures.add(events, for: purpose, in: other ?? month, at: now ?? month.end) }
        return figures
    }

    @Test func eachEventCountsOnceWithItsReason() {
        let until = month.start.adding(seconds: 1000)
        let counted = figures([
            begun([
                (2, .deviceRefused(.unknownDevice)), (3, .deviceVerified(.signed)), (4, .faceRefused(.undecided, nil)),
                (5, .faceVerified(nil)), (5, .completed),
            ]),
            begun([
                (2, .deviceVerified(.identified)), (3, .faceRefused(.notMatching, nil)),
                (4, .faceRefused(.notMatching, nil)), (4, .failed(.attemptsExhausted)),
                (4, .locked(failures: 2, until: until)),
            ]),
            begun([(2, .cancelled)]), begun(),
        ])
        let ends = counted.ends[.authenticate]
        #expect(ends?.begun == 4 && ends?.completed == 1 && ends?.failed == 1 && ends?.cancelled == 1)
        // Nothing says so yet, but its ten minutes are over.
        #expect(ends?.expired == 1 && ends?.pending == 0 && ends?.openBefore == 0)
        #expect(counted.failures == [.init(purpose: .authenticate, reason: .attemptsExhausted): 1])
        #expect(
            counted.refusals == [
                .init(check: .verifyDevice, decision: "unknownDevice"): 1,
                .init(check: .verifyFace, decision: "notMatching"): 2,
            ])
        #expect(counted.recaptures == [.init(check: .verifyFace, decision: "undecided"): 1])
        #expect(counted.locks == 1 && counted.devices.isEmpty)
        let device = figures([begun([(2, .deviceReplaced(.add)), (2, .completed)])], for: .reEnroll)
        #expect(device.devices == [.add: 1] && device.ends[.reEnroll]?.completed == 1)
        #expect(device.ends[.authenticate] == nil)
    }

    @Test func whatIsNoAuthenticationIsNotCounted() {
        #expect(figures([[], [(month.start, .validated)]]) == AuthenticationFigures())
    }

    /// Whatever happens, and whenever: what was open and what began is what ended and what is open.
    @Test func noAuthenticationIsLostBetweenMonths() throws {
        var generator = SeededGenerator.announced()
        let months = try ["2026-09", "2026-10", "2026-11", "2026-12"].map { try #require(ReportMonth(text: $0)) }
        let events: [AuthenticationEvent] = [
            .validated, .started(policy, deadline: months[1].end), .started(policy, deadline: months[2].start),
            .faceRefused(.undecided, nil), .deviceVerified(.signed), .faceVerified(nil), .completed,
            .failed(.capturesExhausted), .cancelled, .expired, .locked(failures: 1, until: months[2].end),
        ]
        for _ in 0..<40 {
            let all = (0..<25).map { _ -> Events in
                var now = months[0].start.adding(seconds: .random(in: 0...(50 * 86_400), using: &generator))
                let deadline = now.adding(seconds: .random(in: 0...(30 * 86_400), using: &generator))
                var walk: Events = [(now, .triggered(until: deadline))]
                for _ in 0..<Int.random(in: 0...6, using: &generator) {
                    now = now.adding(seconds: .random(in: 0...(10 * 86_400), using: &generator))
                    walk.append((now, events.randomElement(using: &generator) ?? .validated))
                }
                return walk
            }
            var (open, began) = (0, 0)
            for month in months {
                let counted = figures(all, in: month, now: months[3].end)
                let ends = counted.ends[.authenticate] ?? .init()
                #expect(ends.openBefore == open)
                #expect(
                    ends.openBefore + ends.begun
                        == ends.completed + ends.failed + ends.expired + ends.cancelled + ends.pending)
                #expect(counted.failures.values.reduce(0, +) == ends.failed)
                open = ends.pending
                began += ends.begun
            }
            #expect(began == all.count)
        }
    }
}
