internal import Casework
internal import Foundation
internal import OnboardingCore

/// What `desk/dashboard.mustache` shows. Each number leads to the list of the cases that it counts.
struct DashboardView {
    struct Choice {
        let days: Int
        let name: String
        let isChosen: Bool
    }

    struct Field {
        let value: String
        /// Nil where nothing is wrong with it.
        let problem: String?
    }

    /// A bar with its number, in a table.
    struct Bar {
        let name: String
        let count: String
        let share: String
        /// How it stands against the days before; nil where they say nothing.
        let before: String?
        let width: String
        let kind: String
        /// Nil where there is no case.
        let query: String?
    }

    struct Captures {
        let title: String
        let bars: [Bar]
    }

    /// One number above the charts.
    struct Total {
        let name: String
        let count: String
        let share: String
        /// How it stands against the days before; nil where they say nothing.
        let before: String?
        let kind: String
        let query: String
    }

    struct Percentile {
        let name: String
        let complete: String
        let completeBefore: String?
        let all: String
        let allBefore: String?
    }

    let choices: [Choice]
    let from: Field
    let to: Field
    let problems: [Problem]
    let span: String
    /// Nil where there is nothing to show.
    let figures: Figures?
    /// Nothing began in these days, and nothing is wrong with what was asked.
    let isEmpty: Bool

    struct Problem {
        let field: String
        let said: String
    }

    struct Figures {
        /// What the numbers are compared with, or why they are not.
        let compared: String
        let totals: [Total]
        let days: ColumnChart
        let funnel: [Bar]
        let reasons: [Bar]
        let liveness: ColumnChart
        let portrait: ColumnChart
        let durations: ColumnChart
        let percentiles: [Percentile]
        let captures: [Captures]
    }

    /// - Parameters:
    ///   - sums: nil where a part of what was asked for is wrong.
    ///   - earlier: of the days before.
    ///   - threshold: of the tenant, for face and portrait.
    init(
        _ sums: CaseSums?, after earlier: CaseDashboard.Earlier? = nil, of days: DashboardDays, threshold: Double,
        _ format: CaseFormat
    ) {
        let words = format.words
        func problem(_ field: DashboardDays.Field) -> String? {
            days.problems[field].map { problem in
                switch problem {
                case .notADay: words("dashboard.problem.\(field.rawValue)")
                case .tooMany:
                    words("dashboard.problem.tooMany", ["n": format.number(Limit.dashboardDays.value)])
                }
            }
        }
        choices = DashboardDays.choices.map { count in
            Choice(
                days: count, name: words("dashboard.choice", ["n": "\(count)"]), isChosen: days.choice == count)
        }
        (from, to) = (
            Field(value: days.typed[.from] ?? "", problem: problem(.from)),
            Field(value: days.typed[.to] ?? "", problem: problem(.to))
        )
        problems = DashboardDays.Field.allCases.compactMap { field in
            problem(field).map { Problem(field: field == .days ? "from" : field.rawValue, said: $0) }
        }
        span = words(
            "dashboard.span",
            [
                "from": format.day(days.range.lowerBound), "to": format.day(days.range.upperBound),
            ])
        isEmpty = sums?.total == 0
        figures = sums.flatMap { sums in
            sums.total > 0
                ? Figures(sums, DashboardComparison(earlier, format), threshold: threshold, format) : nil
        }
    }
}

extension DashboardView.Figures {
    /// What a column of days has a part for. Whom the tenant's client has registered is complete too, and counted apart.
    private struct End {
        let kind: String
        let states: [EnrollmentStanding.State]
        var origin: EnrollmentOrigin?

        var conditions: [(CaseSearch.Field, String)] {
            states.map { (.state, $0.rawValue) } + (origin.map { [(.origin, $0.rawValue)] } ?? [])
        }

        func cases(of counts: (EnrollmentStanding.State) -> Int, handedIn: Int) -> Int {
            let all = states.reduce(0) { $0 + counts($1) }
            return switch origin {
            case nil: all
            case .enrolled: all - handedIn
            case .handedIn: handedIn
            }
        }
    }

    /// - Parameter others: beside whose numbers they stand.
    private static func ends(_ sums: CaseSums, beside others: CaseSums? = nil) -> [End] {
        let complete =
            sums[.handedIn] > 0 || (others?[.handedIn] ?? 0) > 0
            ? [
                End(kind: "complete", states: [.complete], origin: .enrolled),
                End(kind: "handedIn", states: [.complete], origin: .handedIn),
            ] : [End(kind: "complete", states: [.complete])]
        return complete + [
            End(kind: "failed", states: [.failed]), End(kind: "expired", states: [.expired, .cancelled]),
            End(kind: "pending", states: [.pending]),
        ]
    }

    /// What is asked for beside, where the cases of the tenant's client are left out.
    private static func enrolled(_ sums: CaseSums) -> [(CaseSearch.Field, String)] {
        sums[.handedIn] > 0 ? [(.origin, EnrollmentOrigin.enrolled.rawValue)] : []
    }

    /// Where the columns of durations begin, in seconds.
    private static let durations = [0, 30, 60, 120, 300, 600, 1200, 3600, 7200, 18_000, 36_000]

    /// Days up to which each has a column of its own; beyond, seven of them have one.
    private static let singleDays = 92

    init(_ sums: CaseSums, _ comparison: DashboardComparison, threshold: Double, _ format: CaseFormat) {
        let (words, cases) = (format.words, Queries(days: sums.days))
        compared = comparison.sentence
        totals = Self.ends(sums, beside: comparison.sums).map { end in
            func count(_ sums: CaseSums) -> Int { end.cases(of: { sums[.state($0)] }, handedIn: sums[.handedIn]) }
            return DashboardView.Total(
                name: words("dashboard.end.\(end.kind)"), count: format.number(count(sums)),
                share: Self.share(count(sums), of: sums.total, format),
                before: comparison.whole(
                    count(sums), count, of: \.total, ofCompleteOnes: end.states == [.complete], namesDays: true),
                kind: end.kind, query: cases.query(end.conditions))
        }
        days = Self.days(sums, cases, format)
        funnel = Self.funnel(sums, comparison, cases, format)
        reasons = Self.reasons(sums, comparison, cases, format)
        liveness = Self.liveness(sums, cases, format)
        portrait = Self.portrait(sums, cases, threshold: threshold, format)
        durations = Self.durations(sums, cases, format)
        percentiles = [(0.5, "half"), (0.95, "most")].map { share, name in
            func text(_ onlyComplete: Bool) -> String {
                sums.duration(of: share, onlyComplete: onlyComplete).map { format.duration(seconds: $0) } ?? "–"
            }
            func before(_ onlyComplete: Bool) -> String? {
                sums.duration(of: share, onlyComplete: onlyComplete).flatMap {
                    comparison.duration($0, of: share, onlyComplete: onlyComplete)
                }
            }
            return DashboardView.Percentile(
                name: words("dashboard.percentile.\(name)"), complete: text(true), completeBefore: before(true),
                all: text(false), allBefore: before(false))
        }
        captures = [RequiredCheck.addFace, .addDocument].compactMap {
            Self.captures(of: $0, sums, comparison, cases, format)
        }
    }

    /// Fewer cases than that have no percentages: one of them would be five percent or more.
    private static let leastInPercent = 20

    /// `70.0 % of 100`, and `of 7`, behind the count.
    static func share(_ count: Int, of all: Int, _ format: CaseFormat) -> String {
        guard all >= leastInPercent else { return format.words("dashboard.of", ["all": format.number(all)]) }
        return format.words(
            "dashboard.percentOf",
            ["n": format.number(100 * Double(count) / Double(all), digits: 1), "all": format.number(all)])
    }

    private static func bar(
        _ name: String, _ count: Int, of all: Int, before: String? = nil, kind: String = "all", query: String,
        _ format: CaseFormat
    ) -> DashboardView.Bar {
        DashboardView.Bar(
            name: name, count: format.number(count), share: share(count, of: all, format), before: before,
            width: ChartText.percent(all == 0 ? 0 : 100 * min(1, Double(count) / Double(all))), kind: kind,
            query: count > 0 ? query : nil)
    }

    private static func days(_ sums: CaseSums, _ cases: Queries, _ format: CaseFormat) -> ColumnChart {
        let length = sums.days.count > singleDays ? 7 : 1
        let starts = Array(stride(from: sums.days.lowerBound, through: sums.days.upperBound, by: length))
        // A label for about six columns, three on a phone.
        let every = max(1, (starts.count + 5) / 6)
        let ends = ends(sums)
        let entries = starts.enumerated().map { index, start in
            let days = start...min(start + length - 1, sums.days.upperBound)
            let (first, last) = (format.day(days.lowerBound), format.day(days.upperBound))
            return ColumnChart.Entry(
                name: first == last ? first : format.words("dashboard.days", ["from": first, "to": last]),
                label: index.isMultiple(of: every)
                    ? format.words.written.dayOfYear(DashboardDays.text(days.lowerBound)) : nil,
                isLesser: !index.isMultiple(of: 2 * every),
                parts: ends.map { end in
                    let count = days.reduce(0) { count, day in
                        count
                            + end.cases(of: { sums.states[day]?[$0] ?? 0 }, handedIn: sums.handedIn[day] ?? 0)
                    }
                    return (count, Queries(days: days).query(end.conditions))
                })
        }
        let series = ends.map { end in
            ColumnChart.Series(name: format.words("dashboard.end.\(end.kind)"), kind: end.kind)
        }
        return ColumnChart(
            "days", title: format.words(length == 1 ? "dashboard.daysTitle" : "dashboard.weeksTitle"),
            description: format.counted(
                "dashboard.daysDescription", sums.total,
                [
                    "from": format.day(sums.days.lowerBound),
                    "to": format.day(sums.days.upperBound),
                    "complete": format.number(sums[.state(.complete)] - sums[.handedIn]),
                ]),
            firstColumn: format.words(length == 1 ? "dashboard.day" : "dashboard.week"), series: series,
            entries: entries, format)
    }

    private static func funnel(
        _ sums: CaseSums, _ comparison: DashboardComparison, _ cases: Queries, _ format: CaseFormat
    ) -> [DashboardView.Bar] {
        func begun(_ sums: CaseSums) -> Int { sums.total - sums[.handedIn] }
        func completed(_ sums: CaseSums) -> Int { sums[.state(.complete)] - sums[.handedIn] }
        let (words, all, enrolled) = (format.words, begun(sums), enrolled(sums))
        let first = bar(
            words("dashboard.step.begun"), all, of: all, before: comparison.whole(all, begun),
            query: cases.query(enrolled), format)
        // A check that nobody was asked for is no step.
        let checks = RequiredCheck.allCases.filter {
            sums[.judged($0, passed: true)] + sums[.judged($0, passed: false)] > 0
        }
        return [first]
            + checks.map { check in
                bar(
                    words("dashboard.step.\(check.rawValue)"), sums[.judged(check, passed: true)], of: all,
                    before: comparison.whole(
                        sums[.judged(check, passed: true)], { $0[.judged(check, passed: true)] }, of: begun),
                    query: cases.query([(.passed, check.rawValue)]), format)
            } + [
                bar(
                    words("dashboard.step.complete"), completed(sums), of: all,
                    before: comparison.whole(completed(sums), completed, of: begun, ofCompleteOnes: true),
                    kind: "complete",
                    query: cases.query([(.state, EnrollmentStanding.State.complete.rawValue)] + enrolled), format)
            ]
    }

    private static func reasons(
        _ sums: CaseSums, _ comparison: DashboardComparison, _ cases: Queries, _ format: CaseFormat
    ) -> [DashboardView.Bar] {
        let others = sums.others?.reasons ?? []
        var bars = sums.reasons.filter { !others.contains($0.reason) }.map { reason, count in
            bar(
                format.words("reason.\(reason.rawValue)"), count, of: sums.total,
                before: comparison.whole(count, { $0[.reason(reason)] }, of: \.total), kind: "failed",
                query: cases.query([(.reason, reason.rawValue)]), format)
        }
        if let rest = sums.others {
            let name = format.counted("dashboard.otherReasons", rest.reasons.count)
            let query = cases.query(rest.reasons.map { (.reason, $0.rawValue) })
            if let count = rest.cases {
                bars.append(bar(name, count, of: sums.total, kind: "failed", query: query, format))
            } else {
                let many = format.words(
                    "dashboard.moreThan", ["n": format.number(Limit.searchedEnrollments.value)])
                bars.append(
                    DashboardView.Bar(
                        name: name, count: many, share: "", before: nil, width: "0%", kind: "failed", query: query))
            }
        }
        return bars
    }

    private static func liveness(_ sums: CaseSums, _ cases: Queries, _ format: CaseFormat) -> ColumnChart {
        let entries = (0...10).map { band in
            // A hundred percent is a band of its own.
            let (first, last) = (band * 10, min(band * 10 + 9, 100))
            return ColumnChart.Entry(
                name: first == last ? "\(first)" : "\(first)–\(last)", label: "\(first)",
                isLesser: !band.isMultiple(of: 2),
                parts: [
                    (
                        sums[.liveness(band: band)],
                        cases.query([(.livenessFrom, "\(first)"), (.livenessTo, "\(last)")])
                    )
                ])
        }
        return scores(
            "liveness", entries: entries,
            description: format.counted("dashboard.livenessDescription", Self.total(of: entries)), format)
    }

    private static func portrait(
        _ sums: CaseSums, _ cases: Queries, threshold: Double, _ format: CaseFormat
    ) -> ColumnChart {
        // Up to the highest that there is, and so far that the threshold is seen.
        let used = sums.cases.keys.reduce(0) { most, figure in
            if case .portrait(let band) = figure { max(most, band) } else { most }
        }
        let last = max(used, min(19, Int(threshold.rounded(.up))), 7)
        let entries = (0...last).map { band in
            ColumnChart.Entry(
                name: "\(format.number(Double(band), digits: 1))–\(format.number(Double(band) + 0.9, digits: 1))",
                label: "\(band)", isLesser: !band.isMultiple(of: 2),
                parts: [
                    (
                        sums[.portrait(band: band)],
                        cases.query([(.portraitFrom, "\(band)"), (.portraitTo, "\(band).9")])
                    )
                ])
        }
        let text = format.words("dashboard.threshold", ["n": format.number(threshold, digits: 1)])
        return scores(
            "portrait", entries: entries,
            description: format.counted(
                "dashboard.portraitDescription", Self.total(of: entries),
                ["threshold": format.number(threshold, digits: 1)]),
            threshold: (min(1, threshold / Double(last + 1)), text), format)
    }

    private static func total(of entries: [ColumnChart.Entry]) -> Int {
        entries.reduce(0) { $0 + $1.parts.reduce(0) { $0 + $1.cases } }
    }

    private static func scores(
        _ id: String, entries: [ColumnChart.Entry], description: String,
        threshold: (share: Double, text: String)? = nil, _ format: CaseFormat
    ) -> ColumnChart {
        ColumnChart(
            id, title: format.words("dashboard.\(id)Title"), description: description,
            firstColumn: format.words("dashboard.score"),
            series: [ColumnChart.Series(name: format.words("dashboard.cases"), kind: "all")], entries: entries,
            labelsEdges: true, threshold: threshold, format)
    }

    private static func durations(_ sums: CaseSums, _ cases: Queries, _ format: CaseFormat) -> ColumnChart {
        let others = [EnrollmentStanding.State.failed, .expired, .cancelled]
        func text(_ seconds: Int) -> String { format.duration(seconds: seconds) }
        let entries = durations.enumerated().map { index, start in
            let end = index + 1 < durations.count ? durations[index + 1] : nil
            let limits: [(CaseSearch.Field, String)] =
                [(.durationFrom, "\(start)")] + (end.map { [(.durationTo, "\($0 - 1)")] } ?? [])
            func part(_ isComplete: Bool, _ states: [EnrollmentStanding.State]) -> (Int, String) {
                (
                    sums.ended(isComplete: isComplete, within: start..<(end ?? .max)),
                    cases.query(
                        states.map { (.state, $0.rawValue) } + (isComplete ? enrolled(sums) : []) + limits)
                )
            }
            let name =
                if let end {
                    start == 0
                        ? format.words("dashboard.under", ["n": text(end)])
                        : format.words("dashboard.between", ["from": text(start), "to": text(end)])
                } else {
                    format.words("dashboard.longer", ["n": text(start)])
                }
            return ColumnChart.Entry(
                name: name, label: end == nil ? nil : "< \(text(end ?? 0))",
                isLesser: !index.isMultiple(of: 3), parts: [part(true, [.complete]), part(false, others)])
        }
        let series = ["complete", "other"].map { kind in
            ColumnChart.Series(
                name: format.words("dashboard.\(kind)Ones"), kind: kind == "complete" ? "complete" : "expired")
        }
        return ColumnChart(
            "durations", title: format.words("dashboard.durationsTitle"),
            description: format.counted("dashboard.durationsDescription", Self.total(of: entries)),
            firstColumn: format.words("dashboard.took"), series: series, entries: entries, format)
    }

    /// Nil where nobody was asked for it.
    private static func captures(
        of check: RequiredCheck, _ sums: CaseSums, _ comparison: DashboardComparison, _ cases: Queries,
        _ format: CaseFormat
    ) -> DashboardView.Captures? {
        func judged(_ sums: CaseSums) -> Int {
            sums[.judged(check, passed: true)] + sums[.judged(check, passed: false)]
        }
        let (passed, failed) = (sums[.judged(check, passed: true)], sums[.judged(check, passed: false)])
        guard passed + failed > 0 else { return nil }
        let fields: (from: CaseSearch.Field, to: CaseSearch.Field) =
            check == .addFace
            ? (.faceCapturesFrom, .faceCapturesTo) : (.documentCapturesFrom, .documentCapturesTo)
        let bars = (1...CaseFigure.mostCaptures).map { number in
            let isLast = number == CaseFigure.mostCaptures
            return bar(
                format.words("dashboard.capture.\(isLast ? "later" : "at\(number)")"),
                sums[.captures(check, number)], of: passed + failed,
                before: comparison.whole(sums[.captures(check, number)], { $0[.captures(check, number)] }, of: judged),
                kind: "complete",
                query: cases.query(
                    [(.passed, check.rawValue), (fields.from, "\(number)")] + (isLast ? [] : [(fields.to, "\(number)")])
                ),
                format)
        }
        let never = bar(
            format.words("dashboard.capture.never"), failed, of: passed + failed,
            before: comparison.whole(failed, { $0[.judged(check, passed: false)] }, of: judged), kind: "failed",
            query: cases.query([(.failed, check.rawValue)]), format)
        return DashboardView.Captures(
            title: format.words("dashboard.captures.\(check.rawValue)"), bars: bars + [never])
    }
}

/// Queries of the list of cases that have the days of a number.
private struct Queries {
    let days: ClosedRange<Int>

    func query(_ conditions: [(CaseSearch.Field, String)]) -> String {
        let days: [(name: String, value: String)] = [
            (CaseSearch.Field.from.rawValue, DashboardDays.text(days.lowerBound)),
            (CaseSearch.Field.to.rawValue, DashboardDays.text(days.upperBound)),
        ]
        return CaseListView.query(days + conditions.map { ($0.rawValue, $1) })
    }
}
