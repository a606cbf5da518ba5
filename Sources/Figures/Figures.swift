internal import Foundation

/// How a number is written for a reader: in few digits by itself, and in as many as tell it from the limit that it was held to,
/// so that a value that was refused never reads as one that had to be accepted.
///
/// The text is plain: `-0.8003`, with a point and without groups, of at most 17 significant digits; what is 0 has no sign. With
/// an exponent (`1.5e-20`) below 1e-15 and from 1e15 on; `∞`, `-∞` and `NaN` for what has no digits.
public enum Figures {
    /// In how many digits a number is written where nothing stands beside it.
    public enum Precision: Equatable, Sendable {
        /// Zeros at the end are left out; whole digits never are.
        case significant(Int)
        /// Behind the point, with zeros at the end.
        case decimals(Int)
    }

    /// A double has no more digits that tell.
    private static let most = 17

    public static func text(_ number: Double, _ precision: Precision) -> String {
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-∞" : "∞" }
        guard number != 0 else {
            if case .decimals(let digits) = precision, digits > 0 {
                return "0." + String(repeating: "0", count: digits)
            }
            return "0"
        }
        switch precision {
        case .significant(let digits): return significant(number, digits)
        case .decimals(let digits):
            guard abs(number) < 1e15 else { return significant(number, most) }
            let text = String(format: "%.\(digits)f", number)
            let isZero = !text.contains { ("1"..."9").contains($0) }
            return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
        }
    }

    /// Numbers and the limits that they are held to. Whatever differs is written in digits that differ, and compares as the numbers
    /// do; equal numbers are written alike.
    /// - Parameter precision: that is enough where it tells them apart.
    public static func texts(
        _ numbers: [Double], beside limits: [Double], _ precision: Precision
    ) -> (numbers: [String], limits: [String]) {
        func written(_ number: Double, _ digits: Int) -> String {
            let plain = text(number, precision)
            guard digits > 0 else { return plain }
            let fine = significant(number, digits)
            return decimals(of: fine) > decimals(of: plain) ? fine : plain
        }
        let pairs = numbers.flatMap { number in limits.map { (number, $0) } }
            .filter { $0.isFinite && $1.isFinite && $0 != $1 }
        let digits = (0..<most).first { digits in
            pairs.allSatisfy { number, limit in
                let (first, second) = (Double(written(number, digits)), Double(written(limit, digits)))
                guard let first, let second else { return false }
                return number < limit ? first < second : first > second
            }
        }
        guard let digits else {
            return (numbers.map { significant($0, most) }, limits.map { significant($0, most) })
        }
        return (numbers.map { written($0, digits) }, limits.map { written($0, digits) })
    }

    /// One number and its limit.
    public static func texts(
        _ number: Double, beside limit: Double, _ precision: Precision
    ) -> (number: String, limit: String) {
        let found = texts([number], beside: [limit], precision)
        return (found.numbers[0], found.limits[0])
    }

    private static func significant(_ number: Double, _ digits: Int) -> String {
        guard number != 0, number.isFinite else { return text(number, .decimals(0)) }
        let magnitude = Int(log10(abs(number)).rounded(.down))
        let count = min(max(digits, magnitude < 15 ? magnitude + 1 : 1, 1), most)
        let parts = String(format: "%.\(count - 1)e", abs(number)).split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return "\(number)" }
        var figures = parts[0].filter(\.isNumber)
        while figures.count > 1, figures.hasSuffix("0") { figures.removeLast() }
        let sign = number < 0 ? "-" : ""
        if exponent < -15 || exponent >= 15 {
            let rest = figures.dropFirst()
            return sign + figures.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e\(exponent)"
        }
        if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + figures }
        let whole = figures.prefix(exponent + 1)
        let rest = figures.dropFirst(exponent + 1)
        return sign + whole + String(repeating: "0", count: exponent + 1 - whole.count)
            + (rest.isEmpty ? "" : "." + rest)
    }

    /// How far behind the point a text goes.
    private static func decimals(of text: String) -> Int {
        let parts = text.split(separator: "e")
        let behind = parts.first?.split(separator: ".").dropFirst().first?.count ?? 0
        return behind - (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }
}
