/// How many cases of a tenant began in a range of days, by what is counted of them.
package struct CaseSums: Equatable, Sendable {
    /// Reasons beyond those that are named one by one. A case may have several, so that its number is no sum.
    package struct Others: Equatable, Sendable {
        package let reasons: [EnrollmentReason]
        /// Cases with any of them; nil where they are more than were counted.
        package let cases: Int?

        package init(reasons: [EnrollmentReason], cases: Int?) {
            self.reasons = reasons
            self.cases = cases
        }
    }

    /// Days of UTC, counted from 1 January 1970.
    package let days: ClosedRange<Int>
    package private(set) var cases: [CaseFigure: Int] = [:]
    package private(set) var states: [Int: [EnrollmentStanding.State: Int]] = [:]
    /// Those of each day that the tenant's client has registered: they are complete, too.
    package private(set) var handedIn: [Int: Int] = [:]
    /// Nil where every reason is named.
    package var others: Others?

    package init(days: ClosedRange<Int>) {
        self.days = days
    }

    package mutating func add(_ count: Int, of figure: CaseFigure) { cases[figure, default: 0] += count }

    package mutating func add(_ count: Int, of state: EnrollmentStanding.State, on day: Int) {
        states[day, default: [:]][state, default: 0] += count
    }

    package mutating func addHandedIn(_ count: Int, on day: Int) { handedIn[day, default: 0] += count }

    package subscript(figure: CaseFigure) -> Int { cases[figure] ?? 0 }

    package var total: Int { EnrollmentStanding.State.allCases.reduce(0) { $0 + self[.state($1)] } }

    /// Those that cases have, the most frequent first.
    package var reasons: [(reason: EnrollmentReason, cases: Int)] {
        EnrollmentReason.allCases.map { ($0, self[.reason($0)]) }.filter { $0.1 > 0 }
            .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
    }

    /// How many cases ended that took so long, in whole seconds.
    /// - Parameter isComplete: of those that were completed, or of the others.
    package func ended(isComplete: Bool, within seconds: Range<Int>) -> Int {
        durations(isComplete: isComplete).filter { seconds.contains($0.seconds) }.reduce(0) { $0 + $1.cases }
    }

    /// The duration, to two digits, that `share` of the cases that ended did not exceed; nil where none ended.
    package func duration(of share: Double, onlyComplete: Bool) -> Int? {
        let all = durations(isComplete: true) + (onlyComplete ? [] : durations(isComplete: false))
        let sorted = all.sorted { $0.seconds < $1.seconds }
        let rank = share * Double(sorted.reduce(0) { $0 + $1.cases })
        var passed = 0
        for (seconds, cases) in sorted {
            passed += cases
            if Double(passed) >= rank { return seconds }
        }
        return nil
    }

    private func durations(isComplete: Bool) -> [(seconds: Int, cases: Int)] {
        cases.compactMap { figure, count in
            guard case .duration(isComplete, let seconds) = figure else { return nil }
            return (seconds, count)
        }
    }
}
