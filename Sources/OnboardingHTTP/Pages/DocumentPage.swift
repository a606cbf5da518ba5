internal import HTTPTypes

/// A page that is a document, the one of the interface or a report: it may load and run nothing.
enum DocumentPage {
    static func response(html: [UInt8]) -> Response {
        Response(
            body: .bytes(html), contentType: "text/html; charset=utf-8",
            extraHeaders: [
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
                .referrerPolicy: "no-referrer",
            ])
    }
}
