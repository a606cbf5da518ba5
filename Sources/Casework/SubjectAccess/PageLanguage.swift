internal import Figures

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
        guard abs(value) < 1e14 else { return self("very large", "sehr groß") }
        return written(Figures.text(value, .decimals(1)))
    }

    /// What was measured and what it had to be, in as many digits as tell the two apart.
    func numbers(_ value: Double, beside limit: Double) -> (value: String, limit: String) {
        let found = Figures.texts(value, beside: limit, .decimals(1))
        return (written(found.number), written(found.limit))
    }

    private func written(_ figures: String) -> String {
        let text = figures.hasSuffix(".0") ? String(figures.dropLast(2)) : figures
        return text.replacing("-", with: "−").replacing(".", with: self(".", ","))
    }

    /// `2026-11-25T21:44:03.000Z` as a reader likes it.
    func time(_ instant: String) -> String {
        "\(instant.prefix(10)) \(instant.dropFirst(11).prefix(8)) UTC"
    }

    /// How many pairs of different people there are for one that scores as high, to two digits.
    /// - Parameter score: −log10 of the false match rate.
    func pairs(_ score: Double) -> String {
        PairCount.text(score, groups: self(",", "."))
    }

    /// The same of a score and of what it had to be, in as many digits as tell the two apart.
    func pairs(_ score: Double, beside limit: Double) -> (score: String, limit: String) {
        PairCount.texts(score, beside: limit, groups: self(",", "."))
    }

    /// `2020-10-31` as a reader likes it: `31 October 2020`, `31. Oktober 2020`; as it stands where it is no whole day.
    func day(_ date: String) -> String {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        guard date.count == 10, parts.count == 3, (1...12).contains(parts[1]) else { return date }
        let month = self(Self.months.english[parts[1] - 1], Self.months.german[parts[1] - 1])
        return self("\(parts[2]) \(month) \(parts[0])", "\(parts[2]). \(month) \(parts[0])")
    }

    private static let months = (
        english: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        german: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ]
    )

    func count(_ number: Int, _ english: (String, String), _ german: (String, String)) -> String {
        let word = number == 1 ? self(english.0, german.0) : self(english.1, german.1)
        return "\(number) \(word)"
    }
}
