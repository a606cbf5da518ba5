internal import Casework

/// How something turned out: a sign, its colour, and the word for it.
struct CaseMark {
    /// Of the style sheet: `good`, `bad`, `warn`, `none`.
    let kind: String
    let word: String
}

extension CaseMark {
    /// Of a check on the way; nil for evidence that no event names.
    init(of step: Explanation.Step?, _ format: CaseFormat) {
        guard let step else {
            self.init(kind: "none", word: format.words("case.decisions.notJudged"))
            return
        }
        self.init(
            kind: step.accepted ? "good" : step.counts == "attempt" ? "bad" : "warn",
            word: format.words(step.accepted ? "case.stepAccepted" : "case.stepNotAccepted"))
    }
}

/// A rule beside what was measured, as a row of a table.
struct CaseRuleRow {
    let code: String
    let ruleWords: String
    let measured: String
    let wanted: String
    let mark: CaseMark

    /// - Parameter isUnclear: whether it belongs to a cue that lies between the limits of for and against.
    init(_ rule: Explanation.Rule, isUnclear: Bool = false, _ format: CaseFormat) {
        code = rule.rule + (rule.detail.map { " (\($0))" } ?? "")
        ruleWords = Self.words(of: rule, format)
        let figures = rule.measured.flatMap { measured in
            rule.threshold.map { format.values(measured, beside: $0, in: rule.unit) }
        }
        measured =
            figures?.value ?? rule.measured.map { format.value($0, in: rule.unit) } ?? rule.measuredDate.map(
                format.time)
            ?? format.name((rule.missing ?? .notMeasured).rawValue, in: "missing")
        let limit =
            figures?.limit ?? rule.threshold.map { format.value($0, in: rule.unit) }
            ?? rule.thresholdDate.map(format.time)
        wanted =
            if let bound = rule.bound {
                limit.map { format.words("case.bounds.\(bound.rawValue)", ["n": $0]) }
                    ?? format.words("case.thresholdUnknown")
            } else {
                ""
            }
        mark =
            isUnclear && rule.holds == false && rule.measured != nil
            ? CaseMark(kind: "warn", word: format.words("case.decisions.notReached")) : Self.mark(of: rule, format)
    }

    /// What was not measured is told from what was measured and was too low.
    private static func mark(of rule: Explanation.Rule, _ format: CaseFormat) -> CaseMark {
        switch (rule.holds, rule.missing) {
        case (true?, _): CaseMark(kind: "good", word: format.words("case.decisions.passed"))
        case (false?, .notMeasured?): CaseMark(kind: "none", word: format.words("case.decisions.lacking"))
        case (false?, _): CaseMark(kind: "bad", word: format.words("case.decisions.failed"))
        case (nil, .notMeasured?): CaseMark(kind: "none", word: format.words("case.decisions.notJudged"))
        case (nil, _): CaseMark(kind: "none", word: format.words("case.decisions.lost"))
        }
    }

    /// Of its own, or of what it measures: several cues measure one thing.
    static func name(ofRule code: String, _ format: CaseFormat) -> String? {
        if let known = format.nameIfKnown(code, in: "rules") { return known }
        let parts = code.split(separator: ".").map(String.init)
        guard parts.first == "liveness", parts.count == 3 else { return nil }
        return format.nameIfKnown(parts[2], in: "measures")
    }

    private static func words(of rule: Explanation.Rule, _ format: CaseFormat) -> String {
        if let known = name(ofRule: rule.rule, format) { return known }
        let parts = rule.rule.split(separator: ".").map(String.init)
        guard parts.first == "liveness", parts.count > 1 else { return rule.meaning }
        guard let cue = format.nameIfKnown(parts[1], in: "cues") else { return rule.meaning }
        let because = rule.detail.flatMap { format.nameIfKnown($0, in: "reasons") }
        return format.words("case.cueNeeds", ["cue": cue]) + (because.map { ": \($0)" } ?? "")
    }
}
