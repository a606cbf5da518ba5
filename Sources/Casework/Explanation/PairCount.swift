internal import Foundation

/// How many pairs of different people there are for one that scores as high: what a match score means to a reader.
enum PairCount {
    /// - Parameter score: −log10 of the false match rate.
    /// - Returns: to two digits, from 10,000 on in groups of three.
    static func text(_ score: Double, groups separator: String) -> String {
        grouped(count(score, digits: 2), separator)
    }

    /// The same of a score and of what it had to be, in as many digits as tell the two apart, as far as pairs are whole.
    static func texts(
        _ score: Double, beside limit: Double, groups separator: String
    ) -> (score: String, limit: String) {
        let digits = (2..<16).first { score == limit || count(score, digits: $0) != count(limit, digits: $0) } ?? 15
        return (
            grouped(count(score, digits: digits), separator), grouped(count(limit, digits: digits), separator)
        )
    }

    private static func count(_ score: Double, digits: Int) -> Int {
        let count = pow(10, min(max(score, 0), 15))
        let unit = max(1, pow(10, floor(log10(count)) + 1 - Double(digits)))
        return Int((count / unit).rounded() * unit)
    }

    private static func grouped(_ number: Int, _ separator: String) -> String {
        let digits = Array(String(number))
        guard digits.count > 4 else { return String(digits) }
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += separator }
            text.append(digit.element)
        }
    }
}
