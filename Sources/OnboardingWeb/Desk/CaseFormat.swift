internal import Casework
internal import Figures
internal import Foundation
internal import OnboardingCore

/// Numbers, instants and codes of a case as its page says them in one language.
struct CaseFormat {
    let words: Words
    let language: Language

    // MARK: Numbers

    /// With so many digits behind the point.
    func number(_ value: Double, digits: Int = 0) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "∞" }
        return written(Figures.text(value, .decimals(digits)))
    }

    /// With three significant digits, none of them for nothing.
    func short(_ value: Double) -> String {
        value.isFinite ? written(Figures.text(value, Self.usual)) : "∞"
    }

    /// A number and what it was held to, in as many digits as tell the two apart.
    func numbers(
        _ value: Double, beside limit: Double, _ precision: Figures.Precision = Self.usual
    ) -> (value: String, limit: String) {
        let found = Figures.texts(value, beside: limit, precision)
        return (written(found.number), written(found.limit))
    }

    static let usual = Figures.Precision.significant(3)

    /// Digits of `Figures` as the language has them.
    func written(_ figures: String) -> String {
        let parts = figures.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
        return (figures.hasPrefix("-") ? "−" : "") + grouped(String(parts.first ?? ""))
            + (parts.count > 1 ? decimalPoint + parts[1] : "")
    }

    func number(_ value: Int) -> String { number(Double(value)) }

    private var decimalPoint: String {
        switch language {
        case .english: "."
        case .german: ","
        }
    }

    private func grouped(_ digits: String) -> String {
        // A number of four digits is read as it stands.
        guard digits.count > 4 else { return digits }
        let separator = language == .english ? "," : "."
        return String(
            digits.reversed().enumerated().reduce(into: "") { text, digit in
                if digit.offset > 0, digit.offset.isMultiple(of: 3) { text += separator }
                text.append(digit.element)
            }.reversed())
    }

    func value(_ number: Double, in unit: Explanation.Rule.Unit?) -> String {
        worded(short(number), number, in: unit)
    }

    /// A value and what it was held to, in as many digits as tell the two apart.
    func values(
        _ number: Double, beside limit: Double, in unit: Explanation.Rule.Unit?,
        _ precision: Figures.Precision = Self.usual
    ) -> (value: String, limit: String) {
        let found = numbers(number, beside: limit, precision)
        return (worded(found.value, number, in: unit), worded(found.limit, limit, in: unit))
    }

    /// Several values and limits.
    func values(
        _ numbers: [Double], beside limits: [Double], in unit: Explanation.Rule.Unit?, _ precision: Figures.Precision
    ) -> (values: [String], limits: [String]) {
        let found = Figures.texts(numbers, beside: limits, precision)
        return (
            zip(numbers, found.numbers).map { worded(written($1), $0, in: unit) },
            zip(limits, found.limits).map { worded(written(whole($1, $0)), $0, in: unit) }
        )
    }

    /// Several values, nil where there is none, beside a limit that is written without its unit.
    func values(
        _ numbers: [Double?], beside limit: Double, in unit: Explanation.Rule.Unit?, _ precision: Figures.Precision
    ) -> (values: [String?], limit: String) {
        let found = Figures.texts(numbers.compactMap(\.self), beside: [limit], precision)
        var texts = found.numbers[...]
        let values = numbers.map { number in
            number.flatMap { number in texts.popFirst().map { worded(written($0), number, in: unit) } }
        }
        return (values, written(whole(found.limits[0], limit)))
    }

    /// A limit is never written in fewer digits than by itself, however few its values have.
    private func whole(_ figures: String, _ limit: Double) -> String {
        let plain = Figures.text(limit, Self.usual)
        return plain.count > figures.count ? plain : figures
    }

    private func worded(_ text: String, _ number: Double, in unit: Explanation.Rule.Unit?) -> String {
        guard let unit else { return text }
        let path = "case.units.\(unit.rawValue)"
        if number == 1, let one = words.text(at: path + "One") { return one.replacing("{n}", with: text) }
        return words.text(at: path)?.replacing("{n}", with: text) ?? text
    }

    /// A sentence with a number of things in it; of one it has a form of its own, which ends in `One`.
    func counted(_ path: String, _ count: Int, _ values: [String: String] = [:]) -> String {
        let one = path + "One"
        return words(
            count == 1 && words.text(at: one) != nil ? one : path,
            values.merging(["n": number(count)]) { first, _ in first })
    }

    /// The language in which an explanation speaks.
    var spoken: Explanation.Language {
        switch language {
        case .english: .en
        case .german: .de
        }
    }

    // MARK: Time

    /// `21 Nov 2026, 09:14 UTC`
    func time(_ instant: Instant) -> String { time(instant.iso8601WithMilliseconds) }

    func time(_ iso: String) -> String { words.written.moment(iso) }

    /// `21 Nov 2026, 09:14:03 UTC`, of several events of one minute.
    func exactTime(_ instant: Instant) -> String { exactTime(instant.iso8601WithMilliseconds) }

    func exactTime(_ iso: String) -> String { words.written.moment(iso, hasSeconds: true) }

    /// `21 Nov 2026`
    func day(_ day: Int) -> String { words.written.day(DashboardDays.text(day)) }

    /// A date that a document states: `21 Nov 2026`, or `Nov 2026` where it states no day.
    func date(_ date: String) -> String {
        let parts = date.split(separator: "-")
        guard parts.count == 2, let month = Int(parts[1]), (1...12).contains(month) else {
            return words.written.day(date)
        }
        return "\(words.written.months[month - 1]) \(parts[0])"
    }

    /// `30 s`, `2 min 10 s`
    func duration(seconds: Int) -> String {
        seconds < 60
            ? words("case.durations.wholeSeconds", ["n": "\(seconds)"])
            : duration(milliseconds: Int64(seconds) * 1000)
    }

    func duration(milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        func two(_ first: Int64, _ unit: String, _ second: Int64, _ smaller: String) -> String {
            let whole = words("case.durations.\(unit)", ["n": number(Int(first))])
            return second == 0 ? whole : whole + " " + words("case.durations.\(smaller)", ["n": "\(second)"])
        }
        return switch milliseconds {
        case ..<1000: words("case.durations.milliseconds", ["n": "\(max(0, milliseconds))"])
        case ..<60_000: words("case.durations.seconds", ["n": number(Double(milliseconds) / 1000, digits: 1)])
        case ..<3_600_000: two(seconds / 60, "minutes", seconds % 60, "wholeSeconds")
        case ..<86_400_000: two(seconds / 3600, "hours", seconds % 3600 / 60, "minutes")
        default: two(seconds / 86_400, "days", seconds % 86_400 / 3600, "hours")
        }
    }

    /// Names beside values; rows without a value are left out.
    /// - Parameter list: of the names, below `case`; nil where each row has the whole path of its own.
    func pairs(_ rows: [(String, String?)], in list: String? = nil) -> [CasePage.Pair] {
        rows.compactMap { name, value in
            value.map { CasePage.Pair(name: words(list.map { "case.\($0).\(name)" } ?? name), value: $0) }
        }
    }

    // MARK: Codes

    /// What a code is called in a list of words; the code itself where nobody has named it.
    func name(_ code: String, in list: String) -> String { words.text(at: path(code, in: list)) ?? code }

    /// Nil where nobody has named it.
    func nameIfKnown(_ code: String, in list: String) -> String? { words.text(at: path(code, in: list)) }

    private func path(_ code: String, in list: String) -> String { "case.\(list).\(Self.key(code))" }

    /// `FACE_NOT_LIVE`, `liveness.flatness.ratio` and `case-image` as keys of texts are written: `faceNotLive`,
    /// `livenessFlatnessRatio`, `caseImage`.
    static func key(_ code: String) -> String {
        let parts = code.split { "._- ".contains($0) }.map(String.init)
        let isShouted = code == code.uppercased()
        let first = parts.first.map { isShouted ? $0.lowercased() : $0 } ?? ""
        return parts.dropFirst().reduce(first) { key, part in
            key + part.prefix(1).uppercased() + (isShouted ? part.dropFirst().lowercased() : String(part.dropFirst()))
        }
    }

    /// Several names, a comma between.
    func names(_ codes: [String], in list: String) -> String {
        codes.map { name($0, in: list) }.joined(separator: ", ")
    }

    // MARK: Match scores

    /// What a score means: about so many in so many pairs of different people score as high.
    func meaning(ofScore score: Double) -> String {
        let score = min(max(score, 0), 14)
        // One in so many; else in ten thousand pairs, or in so many that one of them is meant at least.
        let isWhole = score >= 1 && score == score.rounded()
        let exponent = isWhole ? Int(score) : max(4, Int(score.rounded(.up)))
        let pairs = pow(10, Double(exponent))
        return words(
            "case.pairs", ["pairs": number(pairs), "n": short(pairs * pow(10, -score))])
    }
}
