internal import Tenancy

/// How the pages of a tenant look, as the frame of a page shows it.
struct BrandFrame: Equatable, Sendable {
    struct Logo: Equatable, Sendable {
        let logoPath: String
        let logoWidth: Int
        let logoHeight: Int
    }

    /// What persons know the tenant as.
    let brandName: String
    /// Below the base; nil where the pages' own colours count.
    let stylesheet: String?
    let logo: Logo?

    init(_ tenant: Tenant) {
        brandName = tenant.displayName
        stylesheet = BrandStylesheet(tenant.settings.pages).map { BrandFiles.stylesheetPath($0.digest) }
        logo = tenant.logo.map {
            Logo(logoPath: BrandFiles.logoPath($0.digest), logoWidth: $0.width, logoHeight: $0.height)
        }
    }
}
