internal import Casework
internal import OnboardingCore

/// How numbers stand against those of as many days before, in words. Numbers that erasure has made smaller are compared with nothing.
struct DashboardComparison {
    let sums: CaseSums?
    private let keepsFailed: Bool
    private let format: CaseFormat
    private let days: String

    /// - Parameter earlier: nil where nothing is known of the days before.
    init(_ earlier: CaseDashboard.Earlier?, _ format: CaseFormat) {
        self.format = format
        let known = earlier.flatMap { $0.keepsRegistrations ? $0 : nil }
        sums = known?.sums
        keepsFailed = known?.keepsFailed ?? false
        days = known.map { format.counted("dashboard.before.days", $0.sums.days.count) } ?? ""
    }

    /// What is compared with what, or that nothing is.
    var sentence: String {
        guard let sums else { return format.words("dashboard.before.erased") }
        return format.words(
            keepsFailed ? "dashboard.before.compared" : "dashboard.before.completeAlone",
            ["days": days, "from": format.day(sums.days.lowerBound), "to": format.day(sums.days.upperBound)])
    }

    /// `12 more than in the 31 days before (58; 72.5 % of 80)`
    /// - Parameters:
    ///   - count: the same of the days before.
    ///   - all: what its share is of; nil for a number that is all.
    ///   - ofCompleteOnes: whether it counts registrations alone. Its share is of what failed, too.
    ///   - namesDays: whether it says which days, and not only that they were before.
    func whole(
        _ now: Int, _ count: (CaseSums) -> Int, of all: ((CaseSums) -> Int)? = nil, ofCompleteOnes: Bool = false,
        namesDays: Bool = false
    ) -> String? {
        guard let sums, keepsFailed || ofCompleteOnes else { return nil }
        let before = count(sums)
        let word = now > before ? "more" : now < before ? "fewer" : "same"
        let share =
            keepsFailed ? all.map { "; " + DashboardView.Figures.share(before, of: $0(sums), format) } ?? "" : ""
        return format.words(
            "dashboard.before.\(word)",
            [
                "n": format.number(abs(now - before)),
                "days": namesDays ? days : format.words("dashboard.before.before"),
                "then": format.number(before) + share,
            ])
    }

    /// `10 s longer than before (1 min 20 s)`
    func duration(_ now: Int, of share: Double, onlyComplete: Bool) -> String? {
        guard let sums, keepsFailed || onlyComplete,
            let before = sums.duration(of: share, onlyComplete: onlyComplete)
        else { return nil }
        let word = now > before ? "longer" : now < before ? "shorter" : "asLong"
        return format.words(
            "dashboard.before.\(word)",
            [
                "n": format.duration(seconds: abs(now - before)), "days": format.words("dashboard.before.before"),
                "then": format.duration(seconds: before),
            ])
    }
}
