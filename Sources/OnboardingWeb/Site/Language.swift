internal import HTTPTypes
internal import OnboardingHTTP

/// A language that pages speak.
enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// As it calls itself.
    var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// `ltr` or `rtl`, as in HTML.
    var direction: String {
        switch self {
        case .english, .german: "ltr"
        }
    }

    static let cookie = HostCookie("language", sameSite: .lax)
    static let cookieLifetimeInSeconds = 365 * 86_400

    /// What the person chose before, or else the first of ours that the browser asks for.
    init(of headers: HTTPFields) {
        if let chosen = Self.cookie.value(in: headers).flatMap(Language.init(rawValue:)) {
            self = chosen
        } else {
            self = Self.accepted(headers[.acceptLanguage] ?? "") ?? .english
        }
    }

    /// The best of a field such as `de-AT,de;q=0.9,en;q=0.5` (RFC 9110 §12.5.4).
    static func accepted(_ field: String) -> Language? {
        let ranges = field.split(separator: ",").prefix(16).compactMap { range -> (Language, Double)? in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = parts.first?.split(separator: "-").first,
                let language = Language(rawValue: tag.lowercased())
            else { return nil }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return (language, weight ?? 1)
        }
        // The first of those that weigh the same.
        return ranges.enumerated().filter { $0.element.1 > 0 }
            .max { ($0.element.1, -$0.offset) < ($1.element.1, -$1.offset) }?.element.0
    }
}
