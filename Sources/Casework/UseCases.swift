package import Onboarding
package import Tenancy

/// The use cases of a server by who asks for them, each with what it needs and nothing more. Built once at start; every part
/// is safe to use from any task.
package struct UseCases: Sendable {
    package let person: PersonUseCases
    package let portal: PortalUseCases
    package let desk: DeskUseCases
    package let administration: AdministrationUseCases

    /// - Parameters:
    ///   - mail: nil where no mail can be sent.
    ///   - exchange: with OpenID Connect providers; without it none responds.
    package init(
        cases: Cases, tenants: TenantDirectory, engines: Engines, pools: WorkerPools, publicURL: PublicURL,
        metrics: Metrics, mail: MailSetup? = nil,
        exchange: @escaping ProviderExchange = { _ throws(ProviderFailure) in throw .noResponse }
    ) {
        let duplicates = DuplicateSearch(
            store: cases.store, index: cases.faceIndex, engines: engines, pool: pools.engines, metrics: metrics)
        person = PersonUseCases(
            cases: cases, tenants: tenants, engines: engines, duplicates: duplicates, pools: pools,
            publicURL: publicURL, metrics: metrics)
        portal = PortalUseCases(
            cases: cases, tenants: tenants, engines: engines, duplicates: duplicates, pools: pools,
            publicURL: publicURL, metrics: metrics, mail: mail)
        administration = AdministrationUseCases(
            cases: cases, tenants: tenants, engines: engines, pools: pools, publicURL: publicURL, exchange: exchange)
        desk = DeskUseCases(
            cases: cases, engines: engines, duplicates: duplicates, pools: pools, enrollments: portal.enrollments,
            administration: administration)
    }
}
