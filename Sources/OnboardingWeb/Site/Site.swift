internal import Foundation
internal import HTTPTypes
internal import Logging
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// What every page is made with: templates, words, static files, and the frame around a page's content.
struct Site: Sendable {
    let tenants: TenantDirectory
    let publicURL: PublicURL
    let clock: @Sendable () -> Instant
    let logger: Logger
    /// Who signs operators in, and out.
    let operators: OperatorSignIn
    let providers: ProviderSignIn
    let passkeys: OperatorPasskeys
    let staticFiles: StaticFiles
    let brandFiles: BrandFiles
    private let templates: Templates
    private let words: [Language: Words]

    /// - Parameter folder: `web`, with `templates`, `static` and `texts`.
    init(folder: String, _ material: PageMaterial) throws(SiteError) {
        (tenants, publicURL) = (material.tenants, material.publicURL)
        (clock, logger) = (material.clock, material.logger)
        let administration = material.useCases.administration
        (operators, providers) = (administration.operators, administration.providerSignIn)
        passkeys = administration.passkeys
        brandFiles = BrandFiles(tenants: tenants, changeLogo: administration.changeLogo)
        templates = try Templates(folder: folder + "/templates")
        staticFiles = try StaticFiles(folder: folder + "/static")
        var words: [Language: Words] = [:]
        for language in Language.allCases {
            words[language] = try Words(file: "\(folder)/texts/\(language.rawValue).json")
        }
        self.words = words
    }

    /// What stands before the paths of links: the path of the public URL.
    var base: String { publicURL.path ?? "" }

    func words(in language: Language) throws -> Words {
        guard let words = words[language] else { throw SiteError.unreadable(file: language.rawValue) }
        return words
    }

    /// The language that a request is answered in. `?lang=de` chooses one, for later pages as well.
    func language(of request: Request) -> Language { Self.chosenLanguage(in: request) ?? Language(of: request.headers) }

    func words(for request: Request) throws -> Words { try words(in: language(of: request)) }

    /// A page.
    /// - Parameters:
    ///   - template: its path below `templates`, without the ending.
    ///   - content: a structure or a dictionary; its members are `{{content.…}}` in the template.
    ///   - brand: of whose page it is; without it, of who is signed in.
    ///   - query: what a link to the page in another language carries on; nil for all of a page of who is signed in, and nothing of
    ///     another's, whose address may hold what opens an enrollment.
    func page(
        _ template: String, _ content: Any = [String: Any](), for request: Request, status: Int = 200,
        usesCamera: Bool = false, brand: BrandFrame? = nil, query: PageQuery? = nil, extraHeaders: HTTPFields = [:]
    ) throws -> Response {
        let language = language(of: request)
        var headers = extraHeaders
        if Self.chosenLanguage(in: request) != nil {
            headers.append(
                try Language.cookie.set(
                    language.rawValue, lifetimeInSeconds: Language.cookieLifetimeInSeconds))
        }
        let frame = PageFrame(
            words: try words(in: language), language: language, base: base, staticVersion: staticFiles.version,
            path: request.path, principal: request.principal,
            session: OperatorCookie.value(in: request.headers), brand: brand, content: content,
            query: query ?? (request.principal?.operator == nil ? .empty : Self.query(of: request)), at: request.now)
        return try page(template, frame, status: status, usesCamera: usesCamera, extraHeaders: headers)
    }

    /// The same for who has no request any more, such as a refusal.
    func page(
        _ template: String, _ frame: PageFrame, status: Int, usesCamera: Bool = false, extraHeaders: HTTPFields = [:]
    ) throws -> Response {
        guard let html = templates.render(template, frame) else {
            throw SiteError.unreadable(file: "templates/\(template).mustache")
        }
        var headers = PageHeaders.all(usesCamera: usesCamera)
        headers.append(contentsOf: extraHeaders)
        return Response(
            status: status, body: .bytes([UInt8](html.utf8)), contentType: "text/html; charset=utf-8",
            extraHeaders: headers)
    }

    /// Sends a browser on to another page of ours, which it asks for by GET.
    func seeOther(_ path: String, extraHeaders: HTTPFields = [:]) -> Response {
        var headers = extraHeaders
        headers[.location] = base + path
        return Response(status: 303, body: .bytes([]), contentType: nil, extraHeaders: headers)
    }

    /// Sends a browser on to what its operator has proposed.
    func seeProposal(_ id: ProposalID) -> Response { seeOther("/proposals/\(id.text)?done=proposed") }

    /// What was asked of a page, but for the language.
    static func query(of request: Request) -> PageQuery { PageQuery(request.queryText, without: ["lang"]) }

    private static func chosenLanguage(in request: Request) -> Language? {
        (try? request.query["lang"]).flatMap { $0 }.flatMap(Language.init(rawValue:))
    }
}
