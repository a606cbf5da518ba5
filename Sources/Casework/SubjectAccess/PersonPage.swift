/// What is kept of a person, for that person to read: one page without script and without anything from elsewhere, whose
/// images lie beside it.
struct PersonPage {
    let record: PersonRecord
    let say: PageLanguage

    init(_ record: PersonRecord, in language: PageLanguage) {
        (self.record, say) = (record, language)
    }

    var html: String {
        let title = say("Your data at \(record.tenant.name)", "Ihre Daten bei \(record.tenant.name)")
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="\(say.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            \(summary)\(holder)\(record.enrollments.enumerated().map { attempt($1, number: $0 + 1) })\(retention)\(recipients)\(rights)\(others)
            </main>
            </body>
            </html>

            """
        return page.html
    }

    // MARK: - Parts of a page

    func section(_ heading: String, _ contents: Markup...) -> Markup {
        "<section>\n<h2>\(heading)</h2>\n\(contents)</section>\n"
    }

    func paragraph(_ text: String) -> Markup { "<p>\(text)</p>\n" }

    /// In the words of somebody else, whose lines stay lines.
    func quoted(_ text: String) -> Markup { "<p class=\"quoted\"><bdi>\(text)</bdi></p>\n" }

    /// Names beside values; a value that is not known is left out.
    func facts(_ rows: [(String, String?)]) -> Markup {
        let shown = rows.compactMap { name, value -> Markup? in
            value.map { "<tr><th scope=\"row\">\(name)</th><td><bdi>\($0)</bdi></td></tr>\n" }
        }
        return "<table class=\"facts\">\n\(shown)</table>\n"
    }

    /// On a narrow screen each row becomes a list, in which every cell carries the head of its column.
    func table(_ heads: [String], _ rows: [[String]]) -> Markup {
        let head = heads.map { "<th scope=\"col\">\($0)</th>" as Markup }
        let body = rows.map { row -> Markup in
            let cells = zip(heads, row).map { head, cell -> Markup in
                cell.isEmpty ? "<td></td>" : "<td data-head=\"\(head)\"><bdi>\(cell)</bdi></td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return
            "<div class=\"table\"><table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body)</tbody>\n</table></div>\n"
    }

    func yes(_ flag: Bool) -> String { flag ? say("yes", "ja") : say("no", "nein") }

    /// Light and dark follow the reader's system. On paper images stay whole, and wide tables wrap.
    private static let style: Markup = """
        :root { color-scheme: light dark; --text: #1b1f24; --quiet: #5b6570; --ground: #ffffff; --line: #d5dae0;
          --block: #f4f6f8; --note: #7a4b00; }
        @media (prefers-color-scheme: dark) {
          :root { --text: #e6e9ec; --quiet: #a3adb8; --ground: #14171a; --line: #363c43; --block: #1c2024;
            --note: #f2b84b; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--text);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.25rem; margin-top: 2.4rem; }
        h3 { font-size: 1rem; margin: 1.6rem 0 0.4rem; }
        p, li { max-width: 46rem; }
        h1, h2, h3, p, li, th, td { overflow-wrap: break-word; hyphens: auto; }
        bdi { hyphens: manual; white-space: pre-line; }
        .quoted { white-space: pre-line; border-left: 0.2rem solid var(--line); padding-left: 0.8rem; }
        .note { color: var(--note); font-weight: 600; }
        .step { background: var(--block); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0 1rem 0.6rem;
          margin: 1rem 0; }
        .table { overflow-x: auto; margin: 0 0 1rem; }
        table { border-collapse: collapse; font-size: 0.9rem; }
        th, td { padding: 0.3rem 1rem 0.3rem 0; text-align: left; vertical-align: top;
          border-bottom: 1px solid var(--line); }
        th { color: var(--quiet); font-weight: 600; }
        .facts { width: 100%; table-layout: fixed; } .facts th { width: 14rem; }
        .images { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.8rem;
          margin: 0.8rem 0; }
        figure { margin: 0; } figcaption { color: var(--quiet); font-size: 0.8rem; }
        img { display: block; width: 100%; height: auto; border: 1px solid var(--line); }
        @media (max-width: 34rem) {
          thead { display: none; }
          table, tbody, tr, th, td, .facts th { display: block; width: 100%; border: 0; padding: 0; }
          tr { border-bottom: 1px solid var(--line); padding: 0.3rem 0; }
          td[data-head]::before { content: attr(data-head) ": "; color: var(--quiet); font-weight: 600; }
        }
        @media print {
          :root { --text: #000; --quiet: #333; --ground: #fff; --line: #999; --block: #fff; --note: #000; }
          main { max-width: none; padding: 0; } .table { overflow: visible; }
          .table table { width: 100%; table-layout: fixed; }
          figure, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
          .images { grid-template-columns: repeat(4, 1fr); }
        }
        """
}
