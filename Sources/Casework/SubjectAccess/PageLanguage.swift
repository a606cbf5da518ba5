internal import Figures
internal import OnboardingCore

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
        return marked(Figures.text(value, .decimals(1)))
    }

    /// What was measured and what it had to be, in as many digits as tell the two apart.
    func numbers(_ value: Double, beside limit: Double) -> (value: String, limit: String) {
        let found = Figures.texts(value, beside: limit, .decimals(1))
        return (marked(found.number), marked(found.limit))
    }

    private func marked(_ figures: String) -> String {
        let text = figures.hasSuffix(".0") ? String(figures.dropLast(2)) : figures
        return text.replacing("-", with: "−").replacing(".", with: self(".", ","))
    }

    /// `2026-11-25T21:44:03.000Z` as every page writes it.
    func time(_ instant: String) -> String { written.moment(instant) }

    /// How many pairs of different people there are for one that scores as high, to two digits.
    /// - Parameter score: −log10 of the false match rate.
    func pairs(_ score: Double) -> String {
        PairCount.text(score, groups: self(",", "."))
    }

    /// The same of a score and of what it had to be, in as many digits as tell the two apart.
    func pairs(_ score: Double, beside limit: Double) -> (score: String, limit: String) {
        PairCount.texts(score, beside: limit, groups: self(",", "."))
    }

    /// `2020-10-31` as every page writes it; as it stands where it is no whole day.
    func day(_ date: String) -> String { written.day(date) }

    private var written: WrittenTime {
        switch self {
        case .english: .english
        case .german: .german
        }
    }

    func count(_ number: Int, _ english: (String, String), _ german: (String, String)) -> String {
        let word = number == 1 ? self(english.0, german.0) : self(english.1, german.1)
        return "\(number) \(word)"
    }
}
