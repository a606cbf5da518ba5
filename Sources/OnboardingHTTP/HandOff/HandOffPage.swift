internal import HTTPTypes

/// What a browser sees at the address in the QR image: the camera of a phone opens it where the tenant's app does not.
/// The page looks at nothing in the address; the app reads `data` itself.
enum HandOffPage {
    static let all = [
        Route(.get, "/onboarding", for: .anyone) { _ in
            Response(
                body: [UInt8](page.utf8), contentType: "text/html; charset=utf-8",
                extraHeaders: [
                    .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
                    .referrerPolicy: "no-referrer",
                ])
        }
    ]

    private static let page = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Continue in the app</title>
        <style>
        body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 0; color: #16202c; background: #f4f6f8; }
        main { max-width: 28rem; margin: 12vh auto 0; padding: 2rem 1.5rem; background: #fff; border-radius: 1rem; }
        h1 { font-size: 1.5rem; margin: 0 0 1rem; }
        p { margin: 0 0 1rem; }
        </style>
        </head>
        <body>
        <main>
        <h1>Continue in the app</h1>
        <p>This code starts an identity check. Open the app of the company that showed it to you, and scan the code there.</p>
        <p>The code works for one enrollment and a short while. If it has expired, ask for a new one where you found it.</p>
        </main>
        </body>
        </html>

        """
}
