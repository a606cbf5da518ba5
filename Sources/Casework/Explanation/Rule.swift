internal import Figures
internal import Foundation
internal import OnboardingCore

extension Explanation {
    /// A rule as it was applied: what was measured, beside what it was held to.
    package struct Rule: Encodable, Equatable, Sendable {
        /// What the measured value has to be to the threshold, for the rule to hold. Of instants, earlier is below.
        package enum Bound: String, CaseIterable, Encodable, Sendable {
            case atLeast, atMost, above, below

            var words: String {
                switch self {
                case .atLeast: "at least"
                case .atMost: "at most"
                case .above: "above"
                case .below: "below"
                }
            }

            func holds(_ measured: Double, _ threshold: Double) -> Bool {
                switch self {
                case .atLeast: measured >= threshold
                case .atMost: measured <= threshold
                case .above: measured > threshold
                case .below: measured < threshold
                }
            }
        }

        /// Why there is no measured value.
        package enum Missing: String, CaseIterable, Encodable, Sendable {
            /// It could not be measured, or nobody tried.
            case notMeasured
            /// It was measured, and the record does not have it.
            case notRecorded
            /// The record had it, until it was erased.
            case erased
            /// The record cannot be read.
            case unreadable
            /// The rule has no number: it holds or does not.
            case noQuantity

            var words: String {
                switch self {
                case .notMeasured: "was not measured"
                case .notRecorded: "is not in the record"
                case .erased: "has been erased"
                case .unreadable: "is in a record that cannot be read"
                case .noQuantity: "has no number"
                }
            }
        }

        package enum Unit: String, CaseIterable, Encodable, Sendable {
            case frames, milliseconds, pixels, degrees, bits, percent, times, share, scale, correlation, logOdds, years
            case attempts, captures, checks, failures, points
            case millimetres, pixelsPerMillimetre, greyLevel, sides
            /// −log10 of the false match rate.
            case matchScore
        }

        /// A word that stays: `liveness.flatness.ratio`.
        package let rule: String
        /// What it asks, in English.
        package var meaning: String
        /// nil where nobody can tell any more, and where nothing was measured and nothing depended on it.
        package var holds: Bool?
        package var measured: Double?
        package var threshold: Double?
        /// A day or an instant, where the rule compares such.
        package var measuredDate: String?
        package var thresholdDate: String?
        package var bound: Bound?
        package var unit: Unit?
        package var missing: Missing?
        /// A word of the record that says more: which finding, which step of a challenge.
        package var detail: String?
    }
}

extension Explanation.Rule {
    /// A number held to another. One that is no number was not measured, and the rule did not hold.
    init(
        _ rule: String, _ meaning: String, _ measured: Double?, _ bound: Bound, _ threshold: Double?, _ unit: Unit,
        otherwise missing: Missing = .notMeasured, detail: String? = nil
    ) {
        let number = measured.flatMap { $0.isFinite ? $0 : nil }
        let limit = threshold.flatMap { $0.isFinite ? $0 : nil }
        self.init(
            rule: rule, meaning: meaning,
            holds: number.flatMap { number in limit.map { bound.holds(number, $0) } }
                ?? (missing == .notMeasured ? false : nil),
            measured: number, threshold: limit, bound: bound, unit: unit, missing: number == nil ? missing : nil,
            detail: detail)
    }

    /// A rule without a number, or one whose number nobody knows any more.
    init(
        _ rule: String, _ meaning: String, holds: Bool?, _ missing: Missing = .noQuantity, detail: String? = nil
    ) {
        self.init(rule: rule, meaning: meaning, holds: holds, missing: missing, detail: detail)
    }

    /// For a court: what was asked, what was found, and whether it was enough.
    var sentence: String {
        var words = "\(rule)" + (detail.map { " (\($0))" } ?? "") + ": \(meaning); "
        let (found, limit) = figures
        if let found = found.map({ Self.words($0, measured, in: unit?.rawValue) }) ?? measuredDate {
            words += "measured \(found)"
        } else {
            words +=
                (missing ?? .notMeasured) == .noQuantity ? "no number" : "the value \((missing ?? .notMeasured).words)"
        }
        if let bound, let limit = limit.map({ Self.words($0, threshold, in: unit?.rawValue) }) ?? thresholdDate {
            words += ", has to be \(bound.words) \(limit)"
        } else if bound != nil {
            words += ", the threshold is not in the record"
        }
        switch holds {
        case true?: return words + ": it held"
        case false?: return words + ": it did not hold"
        case nil:
            return words
                + (missing == .notMeasured ? ": was not looked at" : ": whether it held cannot be told any more")
        }
    }

    /// What was measured and what it was held to, in six significant digits, or in as many as tell the two apart; the JSON has all
    /// of them.
    private var figures: (measured: String?, limit: String?) {
        Self.figures(measured, beside: threshold)
    }

    /// The same of any two numbers.
    static func figures(
        _ measured: Double?, beside limit: Double?
    ) -> (measured: String?, limit: String?) {
        guard let measured, let limit else {
            return (
                measured.map { Figures.text($0, .significant(6)) }, limit.map { Figures.text($0, .significant(6)) }
            )
        }
        let found = Figures.texts(measured, beside: limit, .significant(6))
        return (found.number, found.limit)
    }

    /// - Parameters:
    ///   - digits: of the number.
    ///   - unit: a word of `Unit`, or another that reads as it stands.
    static func words(_ digits: String, _ number: Double?, in unit: String?) -> String {
        switch unit.map({ Unit(rawValue: $0) }) {
        case nil, .scale??, .share??: digits
        case .matchScore??: "a match score of \(digits)"
        case .correlation??: "a correlation of \(digits)"
        case .logOdds??: "\(digits) log-odds"
        case .pixelsPerMillimetre??: "\(digits) pixels per millimetre"
        case .greyLevel??: "grey level \(digits)"
        default: digits + (unit.map { " " + (number == 1 && $0.hasSuffix("s") ? String($0.dropLast()) : $0) } ?? "")
        }
    }
}
