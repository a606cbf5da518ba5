internal import HTTPTypes

/// A page for people: a heading and a few sentences. Every text is escaped, and nothing is loaded.
struct Page {
    let title: String
    let sentences: [String]

    func response(status: Int = 200, extraHeaders: HTTPFields = [:]) -> Response {
        Self.response(html: [UInt8](html.utf8), status: status, extraHeaders: extraHeaders)
    }

    /// A page that was made before, which may load and run nothing either.
    static func response(html: [UInt8], status: Int = 200, extraHeaders: HTTPFields = [:]) -> Response {
        var headers = extraHeaders
        headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        headers[.referrerPolicy] = "no-referrer"
        return Response(
            status: status, body: .bytes(html), contentType: "text/html; charset=utf-8", extraHeaders: headers)
    }

    private var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Self.escaped(title))</title>
        <style>
        body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 0; color: #16202c; background: #f4f6f8; }
        main { max-width: 28rem; margin: 12vh auto 0; padding: 2rem 1.5rem; background: #fff; border-radius: 1rem; }
        h1 { font-size: 1.5rem; margin: 0 0 1rem; }
        p { margin: 0 0 1rem; }
        </style>
        </head>
        <body>
        <main>
        <h1>\(Self.escaped(title))</h1>
        \(sentences.map { "<p>\(Self.escaped($0))</p>" }.joined(separator: "\n"))
        </main>
        </body>
        </html>

        """
    }

    /// As text of an element, and as the value of an attribute in either quotes. By code points, because a bracket and an
    /// accent behind it are one character.
    static func escaped(_ text: String) -> String {
        let names: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
        ]
        return text.unicodeScalars.map { names[$0] ?? String($0) }.joined()
    }
}
