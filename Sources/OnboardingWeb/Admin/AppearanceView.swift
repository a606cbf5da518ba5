internal import OnboardingCore
internal import Tenancy

/// How the tenant's pages look in both schemes, and its logo: `admin/appearance.mustache`.
struct AppearanceView {
    struct Scheme {
        let schemeClass: String
        let schemeName: String
        /// Each of the tenant's colours with its least contrast.
        let figures: [Figure]
    }

    struct Figure {
        let figure: String
    }

    let schemes: [Scheme]
    let hasLogo: Bool
    /// Why the file that was sent is no logo; nil where none was refused.
    let logoProblem: String?
    /// Whether it was set or taken away just now.
    let logoIsSaved: Bool
    let logoHint: String
    /// Of a file, in bytes.
    let mostBytes: Int

    init(_ tenant: Tenant, _ refusal: LogoRefusal?, logoIsSaved: Bool = false, words: Words) {
        let pages = tenant.settings.pages
        schemes = PageScheme.allCases.map { scheme in
            let palette = BrandPalette(primary: pages.primaryColor, accent: pages.accentColor, in: scheme)
            func figure(_ name: String, _ color: Color?) -> Figure? {
                color.map { color in
                    Figure(
                        figure: words(
                            "admin.appearance.contrast",
                            [
                                "name": name, "color": color.text,
                                "found": ContrastShortfall.text(of: scheme.leastContrast(of: color)),
                            ]))
                }
            }
            let name = scheme == .light ? "light" : "dark"
            return Scheme(
                schemeClass: "scheme-" + name, schemeName: words("admin.appearance.\(name)"),
                figures: [figure("primaryColor", palette.primary?.color), figure("accentColor", palette.accent)]
                    .compactMap(\.self))
        }
        hasLogo = tenant.logo != nil
        logoProblem = refusal.map { Self.sentence(for: $0, words) }
        self.logoIsSaved = logoIsSaved
        logoHint = words("admin.appearance.logoHint", Self.bounds)
        mostBytes = Limit.logoFile.value
    }

    static func sentence(for refusal: LogoRefusal, _ words: Words) -> String {
        words("admin.appearance.refused.\(refusal.rawValue)", bounds)
    }

    private static var bounds: [String: String] {
        ["size": "\(Limit.logoFile.value >> 10)", "side": "\(Limit.logoSide.value)"]
    }
}
