internal import Casework
internal import HTTPTypes
internal import OnboardingHTTP

/// An image that is shown when somebody asks for it. The link alone is in the page; whoever follows it is on record.
struct CaseImage {
    /// Unique on the page.
    let anchor: String
    let href: String
    /// What it shows, for who does not see it.
    let label: String
    /// Of the space that it takes.
    let width: Int
    let height: Int
}

extension CaseImage {
    /// The image itself, for its page alone.
    static func response(_ image: RevealImage.Image) -> Response {
        Response(
            body: .bytes(image.bytes), contentType: image.contentType,
            extraHeaders: [
                .cacheControl: "no-store", .crossOriginResourcePolicy: "same-origin",
                // A browser puts an image that is opened by itself into a page with a style of its own.
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
                .referrerPolicy: "no-referrer",
            ])
    }
}
