internal import Casework
internal import OnboardingCrypto
internal import OnboardingHTTP
internal import OnboardingJSON
internal import Tenancy

/// The tenant's settings: every key with what it does, what it may be, what it is; and who changed which when.
struct ConfigurationPage: Sendable {
    let site: Site
    let administration: AdministrationUseCases
    let proposals: Proposals

    private static let changesShown = 20
    private static let logoPath = "/admin/logo"
    private static let logoAnchor = "logo"

    var routes: [Route] {
        [
            site.adminRoute(.get, AdminTab.configuration.path, of: .configuration) { request in
                let done = try request.query["done"].flatMap(ConfigurationSection.init(rawValue:))
                return try await page(
                    request, done: done, logoIsSaved: try request.query["done"] == Self.logoAnchor)
            },
            site.adminRoute(.post, AdminTab.configuration.path + "/{section}", of: .configuration, handle: change),
            site.adminRoute(.post, Self.logoPath, of: .configuration, handle: changeLogo),
        ]
    }

    private func page(
        _ request: Request, _ form: ConfigurationForm? = nil, done: ConfigurationSection? = nil,
        logoRefusal: LogoRefusal? = nil, logoIsSaved: Bool = false, status: Int = 200
    ) async throws -> Response {
        let principal = try request.authenticated
        let standing = try await administration.configuration.standing(by: principal)
        let history = try await administration.tenantTrail.page(
            kind: .configurationChanged, limit: Self.changesShown, by: principal)
        return try site.page(
            "admin/configuration",
            ConfigurationView(
                principal, standing, form, history: history.entries, done: done, logoRefusal: logoRefusal,
                logoIsSaved: logoIsSaved, words: try site.words(for: request)),
            for: request, status: status)
    }

    private func change(_ request: Request) async throws -> Response {
        let (fields, principal) = (try request.form(), try request.authenticated)
        guard let section = request.parameters["section"].flatMap(ConfigurationSection.init(rawValue:)),
            section.isEditable
        else { throw Refusal(.routeUnknown) }
        var form = ConfigurationForm(section, fields, try await administration.configuration.standing(by: principal))
        let document = form.change()
        guard form.problems.isEmpty else { return try await page(request, form, status: 422) }
        do {
            guard let document else { return saved(section) }
            do {
                try await administration.configuration.set(document, by: principal, at: request.now)
                return saved(section)
            } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
                return site.seeProposal(
                    try await proposals.propose(.changeSettings(document), by: principal, at: request.now))
            }
        } catch let refusal as ConfigurationRefusal {
            form.take(refusal)
            return try await page(request, form, status: 422)
        }
    }

    private func saved(_ section: ConfigurationSection) -> Response {
        site.seeOther("\(AdminTab.configuration.path)?done=\(section.rawValue)#\(section.rawValue)")
    }

    /// The file is a text of the form: a script of the page has made it one.
    private func changeLogo(_ request: Request) async throws -> Response {
        let (fields, principal) = (try request.form(), try request.authenticated)
        do {
            if fields["remove"] == "yes" {
                try await administration.changeLogo.remove(by: principal, at: request.now)
            } else {
                guard let file = Base64URL.decode(fields["image"] ?? "") else { throw LogoRefusal.notAnImage }
                try await administration.changeLogo.set(file, by: principal, at: request.now)
            }
            return site.seeOther(
                "\(AdminTab.configuration.path)?done=\(Self.logoAnchor)#\(Self.logoAnchor)")
        } catch let refusal as LogoRefusal {
            return try await page(request, logoRefusal: refusal, status: 422)
        }
    }
}
