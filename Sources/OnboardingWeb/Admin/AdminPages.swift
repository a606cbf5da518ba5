internal import Casework
internal import HTTPTypes
internal import OnboardingHTTP
internal import Tenancy

/// The pages of who administers a tenant. Each is open to one right; nobody administers another tenant than their own.
struct AdminPages: Sendable {
    let site: Site
    let administration: AdministrationUseCases
    let doctor: Doctor
    let proposals: Proposals

    var routes: [Route] {
        [
            OverviewPage(site: site, configuration: administration.configuration, doctor: doctor).routes,
            ConfigurationPage(site: site, administration: administration, proposals: proposals).routes,
            RetentionPage(site: site, retention: administration.changeRetention, proposals: proposals).routes,
            PeoplePage(
                site: site, operatorAdministration: administration.operatorAdministration, proposals: proposals
            ).routes,
            CredentialsPage(
                site: site, clientCredentials: administration.clientCredentials, proposals: proposals
            ).routes,
            ModelsPage(site: site, modelsInUse: administration.modelsInUse).routes,
            TrailPage(site: site, tenantTrail: administration.tenantTrail).routes,
        ].flatMap(\.self)
    }
}

/// One page of the administration, as its tabs and the overview name it.
enum AdminTab: String, CaseIterable, Sendable {
    case overview, configuration, retention, people, credentials, models, trail

    var path: String { self == .overview ? "/admin" : "/admin/\(rawValue)" }

    /// Rights any of which opens it.
    var rights: [OperatorRight] {
        switch self {
        case .overview, .trail: OperatorFrame.administrative
        case .configuration, .models: [.configuration]
        case .retention: [.retention]
        case .people: [.people]
        case .credentials: [.credentials]
        }
    }

    func isOpen(to principal: Principal) -> Bool {
        principal.operator.map { person in rights.contains(where: person.rights.contains) } ?? false
    }
}

/// A tab, as a template shows it.
struct AdminTabView {
    let tabPath: String
    let tabName: String
    let tabLead: String
    let isCurrent: Bool

    /// Those that are open to who asks.
    static func all(for principal: Principal, at current: AdminTab, words: Words) -> [AdminTabView] {
        AdminTab.allCases.filter { $0.isOpen(to: principal) }.map { tab in
            AdminTabView(
                tabPath: tab.path, tabName: words("admin.tab.\(tab.rawValue)"),
                tabLead: words("admin.lead.\(tab.rawValue)"), isCurrent: tab == current)
        }
    }
}

extension Site {
    /// A route of the administration.
    func adminRoute(
        _ method: HTTPTypes.HTTPRequest.Method, _ template: String, of tab: AdminTab,
        handle: @escaping @Sendable (Request) async throws -> Response
    ) -> Route {
        // Tables are read and pages of hundreds of fields are made: not on an event loop.
        Route(
            method, template, for: signedIn(withAnyOf: tab.rights), bodyLimit: .configurationBody, effort: .long,
            refusals: refusals, handle: handle)
    }
}
