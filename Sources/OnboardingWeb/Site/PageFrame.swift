internal import OnboardingCore
internal import Tenancy

/// What a template sees.
struct PageFrame {
    /// One way to see the page in another language.
    struct Choice {
        let code: String
        let name: String
        let isChosen: Bool
        /// Leads to the same page in it.
        let query: String
    }

    let words: Words
    let language: String
    let direction: String
    let languages: [Choice]
    /// Before the path of every link.
    let base: String
    /// Before the path of every static file.
    let files: String
    /// Of this page, without its query.
    let path: String
    let `operator`: OperatorFrame?
    /// Nil where nobody knows whose page it is.
    let brand: BrandFrame?
    /// The hidden field `csrf` of every form of who is signed in.
    let csrf: String?
    let content: Any

    /// - Parameters:
    ///   - brand: of whose page it is; without it, of who is signed in.
    ///   - query: what a link to the page in another language carries on.
    ///   - now: nil for a page that says nothing of the end of the session.
    init(
        words: Words, language: Language, base: String, staticVersion: String, path: String, principal: Principal?,
        session: String?, brand: BrandFrame? = nil, content: Any, query: PageQuery = .empty, at now: Instant? = nil
    ) {
        self.words = words
        self.language = language.rawValue
        direction = language.direction
        languages = Language.allCases.map {
            Choice(
                code: $0.rawValue, name: $0.ownName, isChosen: $0 == language,
                query: query.text.isEmpty ? "?lang=\($0.rawValue)" : "\(query.suffix)&lang=\($0.rawValue)")
        }
        self.base = base
        files = "\(base)/static/\(staticVersion)"
        self.path = path
        self.operator = principal.flatMap { OperatorFrame($0, path: path, at: now) }
        self.brand = brand ?? principal.map { BrandFrame($0.tenant) }
        csrf = session.map(FormToken.init(session:))?.text
        self.content = content
    }
}
