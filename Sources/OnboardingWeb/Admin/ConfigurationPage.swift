internal import Casework
internal import OnboardingCrypto
internal import OnboardingHTTP
internal import OnboardingJSON
internal import Tenancy

/// The tenant's settings, one section a page: every setting in words, with what it does, what it may be, what it is. The first page
/// leads to the sections, and tells who changed what when.
struct ConfigurationPage: Sendable {
    let site: Site
    let administration: AdministrationUseCases
    let proposals: Proposals

    private static let changesShown = 20
    private static let section = AdminTab.configuration.path + "/{section}"
    private static let logoPath = "/admin/logo"
    private static let logoAnchor = "logo"

    var routes: [Route] {
        [
            site.adminRoute(.get, AdminTab.configuration.path, of: .configuration, handle: overview),
            site.adminRoute(.get, Self.section, of: .configuration) { request in
                try await page(of: try section(of: request), request)
            },
            site.adminRoute(.post, Self.section, of: .configuration, handle: change),
            site.adminRoute(.post, Self.logoPath, of: .configuration, handle: changeLogo),
        ]
    }

    private func overview(_ request: Request) async throws -> Response {
        let principal = try request.authenticated
        return try site.page(
            "admin/configuration",
            ConfigurationView(
                principal, try await administration.configuration.standing(by: principal),
                history: try await changes(atMost: Self.changesShown, by: principal),
                words: try site.words(for: request)),
            for: request)
    }

    private func changes(atMost limit: Int, by principal: Principal) async throws -> [TenantTrail.Entry] {
        try await administration.tenantTrail.page(kind: .configurationChanged, limit: limit, by: principal).entries
    }

    private func section(of request: Request) throws -> ConfigurationSection {
        guard let section = request.parameters["section"].flatMap(ConfigurationSection.init(rawValue:)),
            !section.keys.isEmpty
        else { throw Refusal(.routeUnknown) }
        return section
    }

    private func page(
        of section: ConfigurationSection, _ request: Request, _ form: ConfigurationForm? = nil,
        logoRefusal: LogoRefusal? = nil, status: Int = 200
    ) async throws -> Response {
        let principal = try request.authenticated
        let done =
            try status == 200 ? request.query["done"].flatMap(ConfigurationSectionView.Done.init(rawValue:)) : nil
        // What was changed is the newest change of whoever has just sent the form.
        let own = "operator \(principal.operator?.name ?? "")"
        let newest =
            done == .changed
            ? try await changes(atMost: 1, by: principal).first { $0.actor == own && !$0.isWithdrawn } : nil
        return try site.page(
            "admin/configuration-section",
            ConfigurationSectionView(
                principal, section, try await administration.configuration.standing(by: principal), form, done: done,
                newest: newest, logoRefusal: logoRefusal, words: try site.words(for: request)),
            for: request, status: status)
    }

    private func change(_ request: Request) async throws -> Response {
        let (fields, principal) = (try request.form(), try request.authenticated)
        let section = try section(of: request)
        guard section.isEditable else { throw Refusal(.routeUnknown) }
        var form = ConfigurationForm(section, fields, try await administration.configuration.standing(by: principal))
        let document = form.change()
        guard form.problems.isEmpty else { return try await page(of: section, request, form, status: 422) }
        do {
            guard let document else { return seeDone(.same, section) }
            do {
                try await administration.configuration.set(document, by: principal, at: request.now)
                return seeDone(.changed, section)
            } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
                return site.seeProposal(
                    try await proposals.propose(.changeSettings(document), by: principal, at: request.now))
            }
        } catch let refusal as ConfigurationRefusal {
            form.take(refusal)
            return try await page(of: section, request, form, status: 422)
        }
    }

    private func seeDone(_ done: ConfigurationSectionView.Done, _ section: ConfigurationSection) -> Response {
        site.seeOther("\(AdminTab.configuration.path)/\(section.rawValue)?done=\(done.rawValue)")
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
                "\(AdminTab.configuration.path)/\(ConfigurationSection.pages.rawValue)?done=logo#\(Self.logoAnchor)")
        } catch let refusal as LogoRefusal {
            return try await page(of: .pages, request, logoRefusal: refusal, status: 422)
        }
    }
}
