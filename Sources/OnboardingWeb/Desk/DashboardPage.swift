internal import Casework
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// The desk's numbers: how the cases of some days went.
struct DashboardPage: Sendable {
    let site: Site
    let caseDashboard: CaseDashboard
    let models: ModelsInUse

    var routes: [Route] {
        [
            Route(
                .get, "/desk/dashboard", for: site.signedIn(with: .cases), effort: .long, refusals: site.refusals,
                handle: show)
        ]
    }

    private func show(_ request: Request) async throws -> Response {
        guard let pairs = FormFields.pairs([UInt8](request.queryText.utf8), atMost: Limit.formFields.value) else {
            throw Refusal(.queryInvalid)
        }
        let (principal, days) = (try request.authenticated, DashboardDays(pairs, at: request.now))
        let sums = try await caseDashboard.sums(of: days, for: principal)
        let earlier = try await caseDashboard.earlier(than: days, for: principal, at: request.now)
        let view = DashboardView(
            sums, after: earlier, of: days,
            threshold: max(
                principal.tenant.settings.portraitMatchThreshold, models.leastMatchThreshold),
            CaseFormat(words: try site.words(for: request), language: site.language(of: request)))
        return try site.page("desk/dashboard", view, for: request)
    }
}
