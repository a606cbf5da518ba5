package import OnboardingHTTP
internal import Tenancy

/// All that browsers are served: the portal, the capture page, the desk, and what they load.
package enum Pages {
    /// - Throws: `SiteError` where a file of `web` is missing or wrong.
    package static func served(_ material: PageMaterial) throws -> ServedPages {
        let useCases = material.useCases
        let (desk, administration) = (useCases.desk, useCases.administration)
        let site = try Site(folder: Installation.root + "/web", material)
        let accessibility = Route(
            .get, "/accessibility", for: site.signedInIfAnybody, refusals: site.refusals
        ) { try site.page("accessibility", for: $0) }
        let routes = [
            site.staticFiles.routes, site.brandFiles.routes, [accessibility], SignInPages(site: site).routes,
            ProviderPages(site: site).routes,
            AccountPages(site: site).routes,
            PortalPages(site: site, portal: useCases.portal).routes,
            try CaptureRoutes(site, useCases.person, useCases.portal).all,
            CaseRoutes.all(site, desk, for: site.signedIn(with: .cases)), CaseListPage(site: site, desk: desk).routes,
            DashboardPage(
                site: site, caseDashboard: desk.caseDashboard, models: administration.modelsInUse
            ).routes,
            ReviewPage(site: site, settleCase: desk.settleCase, proposals: desk.proposals).routes,
            ErasurePage(site: site, eraseCase: desk.eraseCase, proposals: desk.proposals).routes,
            ProposalPages(site: site, proposals: desk.proposals).routes,
            AuthenticationPages(site: site, desk: desk).routes,
            GroupPages(site: site, groupList: desk.groupList).routes,
            AdminPages(
                site: site, administration: administration, doctor: material.doctor, proposals: desk.proposals
            ).routes,
        ].flatMap(\.self)
        return ServedPages(routes: routes, refusals: site.refusals)
    }
}
