internal import Onboarding

/// What a template sees.
struct PageFrame {
    /// One way to see the page in another language.
    struct Choice {
        let code: String
        let name: String
        let isChosen: Bool
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
    /// The hidden field `csrf` of every form of who is signed in.
    let csrf: String?
    let content: Any

    init(
        words: Words, language: Language, base: String, staticVersion: String, path: String, principal: Principal?,
        session: String?, content: Any
    ) {
        self.words = words
        self.language = language.rawValue
        direction = language.direction
        languages = Language.allCases.map {
            Choice(code: $0.rawValue, name: $0.ownName, isChosen: $0 == language)
        }
        self.base = base
        files = "\(base)/static/\(staticVersion)"
        self.path = path
        self.operator = principal.flatMap { OperatorFrame($0, path: path) }
        csrf = session.map(FormToken.init(session:))?.text
        self.content = content
    }
}
