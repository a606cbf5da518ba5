internal import HTTPTypes

/// A page that is a document, the one of the interface or a report: it may load and run nothing.
enum DocumentPage {
    private static let contentType = "text/html; charset=utf-8"
    private static let headers: HTTPFields = [
        .contentSecurityPolicy:
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        .referrerPolicy: "no-referrer",
    ]

    static func response(html: [UInt8]) -> Response {
        Response(body: .bytes(html), contentType: contentType, extraHeaders: headers)
    }

    /// One that is the same for everybody.
    static func response(html: CodedText) -> Response {
        Response(text: html, contentType: contentType, extraHeaders: headers)
    }
}
