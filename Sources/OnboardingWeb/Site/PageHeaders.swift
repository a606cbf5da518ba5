internal import HTTPTypes
internal import OnboardingHTTP

/// The headers of every page (OWASP ASVS 5.0, V3). What a page loads is ours, and nothing of it stands in the page.
enum PageHeaders {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "media-src 'self' blob:", "connect-src 'self'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    ].joined(separator: "; ")

    private static let refused = [
        "microphone=()", "geolocation=()", "payment=()", "usb=()", "serial=()", "midi=()",
        "display-capture=()", "browsing-topics=()",
    ]

    /// - Parameter usesCamera: true for the page that captures, and for no other.
    static func all(usesCamera: Bool) -> HTTPFields {
        [
            .contentSecurityPolicy: policy, .referrerPolicy: "no-referrer",
            .permissionsPolicy: ([usesCamera ? "camera=(self)" : "camera=()"] + refused).joined(separator: ", "),
            .crossOriginOpenerPolicy: "same-origin", .crossOriginResourcePolicy: "same-origin",
            .xFrameOptions: "DENY",
        ]
    }
}

extension HTTPField.Name {
    static let permissionsPolicy = named("Permissions-Policy")
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    static let xFrameOptions = named("X-Frame-Options")
    static let secFetchSite = named("Sec-Fetch-Site")
}
