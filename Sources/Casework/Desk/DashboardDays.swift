internal import Foundation
package import OnboardingCore

/// Which days a dashboard is asked for, as its URL says it. Days are those of UTC, as in the list of cases.
package struct DashboardDays: Equatable, Sendable {
    /// What a parameter is called, in the URL and in the form.
    package enum Field: String, CaseIterable, Sendable {
        case days, from, to
    }

    package enum Problem: Equatable, Sendable {
        /// It is no day, or one before the first.
        case notADay
        /// More days than there may be.
        case tooMany
    }

    /// What is offered: so many days, today the last.
    package static let choices = [7, 30, 90]

    /// Counted from 1 January 1970, both of them shown.
    package private(set) var range: ClosedRange<Int>
    /// The choice that they are; nil for days that somebody wrote.
    package private(set) var choice: Int?
    /// What the two fields hold.
    package private(set) var typed: [Field: String] = [:]
    /// Fields with a value that is none. Nothing is counted then.
    package private(set) var problems: [Field: Problem] = [:]

    /// - Parameter parameters: of the URL, decoded, in their order. Those that are not of the dashboard are passed over.
    package init(_ parameters: [(name: String, value: String)], at now: Instant) {
        var values: [Field: String] = [:]
        for (name, value) in parameters {
            guard let field = Field(rawValue: name) else { continue }
            values[field] = value.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let written = [Field.from, .to].filter { values[$0]?.isEmpty == false }
        let today = now.day
        let usual = CaseSearch.usualDays
        guard written.isEmpty else {
            range = today - usual + 1...today
            for field in written { typed[field] = values[field] }
            var days: [Field: Int] = [:]
            for field in written {
                if let day = Self.day(values[field] ?? "") { days[field] = day } else { problems[field] = .notADay }
            }
            guard problems.isEmpty else { return }
            let last = days[.to] ?? today
            let first = days[.from] ?? last - usual + 1
            if first > last {
                problems[.to] = .notADay
            } else if last - first >= Limit.dashboardDays.value {
                problems[.from] = .tooMany
            } else {
                range = first...last
                typed = [.from: Self.text(first), .to: Self.text(last)]
            }
            return
        }
        let asked = values[.days].flatMap(Int.init).flatMap { Self.choices.contains($0) ? $0 : nil }
        if values[.days]?.isEmpty == false, asked == nil { problems[.days] = .notADay }
        let days = asked ?? usual
        choice = days
        range = today - days + 1...today
        typed = [.from: Self.text(range.lowerBound), .to: Self.text(range.upperBound)]
    }

    /// As many days, before the first; none of them before the first day that there is.
    package var before: ClosedRange<Int> { range.lowerBound - range.count...range.lowerBound - 1 }

    /// `2026-11-25`
    package static func text(_ day: Int) -> String { String(Instant(day: day).iso8601WithMilliseconds.prefix(10)) }

    private static func day(_ text: String) -> Int? {
        text.utf8.count == 10 ? EnrollmentSearch.instant(text, isEnd: false)?.day : nil
    }
}
