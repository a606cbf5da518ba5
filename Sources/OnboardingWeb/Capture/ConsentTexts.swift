internal import Onboarding
internal import Tenancy

/// The texts that the capture page asks consent to: the words of `capture.start.consent`, those of `capture.start.consentAge` where
/// the age is estimated, and behind them what the tenant adds.
struct ConsentTexts: Sendable {
    static let path = "capture.start.consent"
    static let agePath = "capture.start.consentAge"

    private let words: [(language: Language, words: Words)]

    /// - Throws: where a language has no such words: nobody may be asked to agree to nothing.
    init(_ site: Site) throws {
        words = try Language.allCases.map { ($0, try site.words(in: $0)) }
        for (language, words) in words {
            for path in [Self.path, Self.agePath] where words.text(at: path) == nil {
                throw SiteError.wrong(file: "texts/\(language.rawValue).json", cause: "\(path) is missing.")
            }
        }
    }

    /// What a tenant's persons are shown, in each language.
    func all(of tenant: Tenant) -> [ConsentText] {
        let own = tenant.settings.pages
        return words.map { language, words in
            ConsentText(
                [
                    words(Self.path, ["tenant": tenant.displayName]),
                    tenant.settings.estimatesAge ? words(Self.agePath) : "",
                    own.consentText.text(in: language.rawValue) ?? "",
                ], version: own.consentVersion, language: language.rawValue)
        }
    }

    func text(of tenant: Tenant, in language: Language) -> ConsentText? {
        all(of: tenant).first { $0.language == language.rawValue }
    }
}
