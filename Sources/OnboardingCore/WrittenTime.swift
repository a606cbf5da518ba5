/// How an instant is written for a reader, in one form on every page and by one clock, which it names:
/// `28 Nov 2026, 14:05 UTC`. `web/static/capture/times.js` writes the same in a browser.
package enum WrittenTime: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// - Parameters:
    ///   - instant: in UTC, as `2026-11-28T14:05:03.000Z`, or a day alone. What is neither stays as it is.
    ///   - hasSeconds: where several events of one minute stand below each other.
    package func moment(_ instant: String, hasSeconds: Bool = false) -> String {
        let parts = instant.split(separator: "T", maxSplits: 1)
        // Another clock's time is not to be called one of UTC.
        guard parts.count == 1 || instant.hasSuffix("Z") || instant.hasSuffix("+00:00") else { return instant }
        let time = parts.count == 2 ? parts[1].prefix(hasSeconds ? 8 : 5) : ""
        guard time.utf8.count >= 5, let day = dayIfWhole(String(parts[0])) else { return self.day(instant) }
        return "\(day), \(time) UTC"
    }

    /// A text with each instant in it written so: for sentences whose other readers are programs.
    package func moments(in text: String, hasSeconds: Bool = false) -> String {
        text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z/) {
            moment(String($0.output.0), hasSeconds: hasSeconds)
        }
    }

    /// `28 Nov 2026`
    /// - Parameter day: one of UTC, as `2026-11-28`, or an instant in it. What is no day stays as it is.
    package func day(_ day: String) -> String { dayIfWhole(String(day.prefix { $0 != "T" })) ?? day }

    /// `28 Nov`, where many days stand beside each other.
    package func dayOfYear(_ day: String) -> String {
        Self.numbers(of: day).map { shape(dayMark + " {month}", $0) } ?? day
    }

    /// From January on.
    package var months: [String] {
        switch self {
        case .english: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        case .german:
            ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."]
        }
    }

    /// Of a day, with `{day}`, `{month}` and `{year}`.
    package var shapeOfDay: String { dayMark + " {month} {year}" }

    private var dayMark: String {
        switch self {
        case .english: "{day}"
        case .german: "{day}."
        }
    }

    private func dayIfWhole(_ day: String) -> String? { Self.numbers(of: day).map { shape(shapeOfDay, $0) } }

    private func shape(_ shape: String, _ numbers: (year: Int, month: Int, day: Int)) -> String {
        shape.replacing("{day}", with: "\(numbers.day)").replacing("{month}", with: months[numbers.month - 1])
            .replacing("{year}", with: "\(numbers.year)")
    }

    private static func numbers(of day: String) -> (year: Int, month: Int, day: Int)? {
        let parts = day.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let number = Int(parts[2]),
            (1...12).contains(month), (1...31).contains(number)
        else { return nil }
        return (year, month, number)
    }
}
