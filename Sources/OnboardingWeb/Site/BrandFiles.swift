internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP
internal import Synchronization
internal import Tenancy

/// The style sheets and logos of tenants. Whoever sees a page of a tenant sees them, so they are nobody's secret; their addresses
/// bear digests and no names, so that nobody learns by asking which tenants there are.
final class BrandFiles: Sendable {
    private struct Colors: Hashable {
        let primary: Color?
        let accent: Color?
    }

    private let tenants: TenantDirectory
    private let changeLogo: ChangeLogo
    /// What was made of which colours: an unknown address makes nothing.
    private let made = Mutex<[Colors: BrandStylesheet]>([:])
    private static let mostMade = 4096

    init(tenants: TenantDirectory, changeLogo: ChangeLogo) {
        self.tenants = tenants
        self.changeLogo = changeLogo
    }

    static func stylesheetPath(_ digest: String) -> String { "/brand/\(digest)/colors.css" }

    static func logoPath(_ digest: String) -> String { "/brand/\(digest)/logo" }

    var routes: [Route] {
        [
            Route(.get, "/brand/{digest}/colors.css", for: .anyone) { [self] request in
                let asked = request.parameters["digest"]
                let sheets = try await tenants.all().lazy.compactMap { self.stylesheet(of: $0.settings.pages) }
                guard let sheet = sheets.first(where: { $0.digest == asked }) else { throw Refusal(.routeUnknown) }
                return Response(
                    body: .bytes([UInt8](sheet.text.utf8)), contentType: "text/css; charset=utf-8",
                    extraHeaders: Self.headers(sheet.digest))
            },
            Route(.get, "/brand/{digest}/logo", for: .anyone) { [self] request in
                guard let asked = request.parameters["digest"],
                    let file = try await changeLogo.file(digest: asked)
                else { throw Refusal(.routeUnknown) }
                var headers = Self.headers(asked)
                headers[.contentSecurityPolicy] = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
                return Response(body: .bytes(file.bytes), contentType: file.type, extraHeaders: headers)
            },
        ]
    }

    private func stylesheet(of pages: PageSettings) -> BrandStylesheet? {
        let colors = Colors(primary: pages.primaryColor, accent: pages.accentColor)
        return made.withLock { made in
            if let sheet = made[colors] { return sheet }
            if made.count >= Self.mostMade { made = [:] }
            let sheet = BrandStylesheet(pages)
            made[colors] = sheet
            return sheet
        }
    }

    /// An address never bears anything else.
    private static func headers(_ digest: String) -> HTTPFields {
        [
            .cacheControl: "public, max-age=31536000, immutable", .eTag: "\"\(digest)\"",
            .crossOriginResourcePolicy: "same-origin",
        ]
    }
}
