package import OnboardingHTTP
internal import Onboarding

/// All that browsers are served: the portal, the capture page, the desk, and what they load.
package enum Pages {
    /// - Throws: `SiteError` where a file of `web` is missing or wrong.
    package static func served(_ material: PageMaterial) throws -> ServedPages {
        let site = try Site(folder: Installation.root + "/web", material)
        let accessibility = Route(
            .get, "/accessibility", for: site.signedInIfAnybody, refusals: site.refusals
        ) { try site.page("accessibility", for: $0) }
        let routes = [
            site.staticFiles.routes, site.brandFiles.routes, [accessibility], SignInPages(site: site).routes,
            ProviderPages(site: site).routes,
            AccountPages(site: site).routes,
            PortalPages(site: site).routes, try CaptureRoutes(site).all,
            CaseRoutes.all(site, for: site.signedIn(with: .cases)), CaseListPage(site: site).routes,
            DashboardPage(site: site).routes,
            ReviewPage(site: site).routes, ErasurePage(site: site).routes,
            AuthenticationPages(site: site).routes, GroupPages(site: site).routes,
            AdminPages(site: site).routes,
        ].flatMap(\.self)
        return ServedPages(routes: routes, refusals: site.refusals)
    }
}
