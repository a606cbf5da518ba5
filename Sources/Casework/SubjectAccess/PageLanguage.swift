internal import Foundation

/// The language of the page and the text of an export.
package enum PageLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    func callAsFunction(_ english: String, _ german: String) -> String {
        switch self {
        case .english: english
        case .german: german
        }
    }

    /// One digit behind the point, none where it is 0.
    func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        guard abs(tenths) < 1e15 else { return self("very large", "sehr groß") }
        let (sign, digits) = (tenths < 0 ? "−" : "", Int(abs(tenths)))
        let fraction = digits % 10
        return sign + "\(digits / 10)" + (fraction == 0 ? "" : self(".", ",") + "\(fraction)")
    }

    /// `2026-11-25T21:44:03.000Z` as a reader likes it.
    func time(_ instant: String) -> String {
        "\(instant.prefix(10)) \(instant.dropFirst(11).prefix(8)) UTC"
    }

    /// How many pairs of different people there are for one that scores as high, to two digits.
    /// - Parameter score: −log10 of the false match rate.
    func pairs(_ score: Double) -> String {
        let count = pow(10, min(max(score, 0), 15))
        let unit = count < 100 ? 1 : pow(10, floor(log10(count)) - 1)
        return grouped(Int((count / unit).rounded() * unit))
    }

    /// From 10,000 on in groups of three digits.
    private func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        guard digits.count > 4 else { return String(digits) }
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += self(",", ".") }
            text.append(digit.element)
        }
    }

    func count(_ number: Int, _ english: (String, String), _ german: (String, String)) -> String {
        let word = number == 1 ? self(english.0, german.0) : self(english.1, german.1)
        return "\(number) \(word)"
    }
}
