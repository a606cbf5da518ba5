internal import LivenessScorer
internal import OnboardingCore

extension MonthlyReport {
    /// One page without anything from elsewhere and without a script, for a phone's screen and for paper. Every text is escaped.
    package var html: String {
        let over = isOver ? "" : " The month is not over."
        let personas = test ? "<p>A test tenant: personas of the sandbox are counted.</p>" : ""
        let waits =
            demographics?.state == .monthNotOver
            ? "<p>Persons are counted by sex and age once the month is over: two reports would tell of whoever came between.</p>"
            : ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\("\(tenant), \(month)".escapedForHTML)</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <main>
            <h1>Enrollments and authentications of \(tenant.escapedForHTML), \(month.escapedForHTML)</h1>
            \(personas)
            <p>From \(Self.day(from)) until before \(Self.day(until)) (UTC), counted on \(Self.day(countedAt)).\(over)</p>
            \(tables.map(\.html).joined(separator: "\n"))
            \(waits)
            </main>
            </body>
            </html>

            """
    }

    /// The day (UTC) of an instant in ISO 8601.
    private static func day(_ instant: String) -> String { WrittenTime.english.day(instant).escapedForHTML }

    /// Light and dark follow the reader's system. Wide tables scroll in their own frame, so that the page does not,
    /// and keep their last column of numbers in sight.
    private static let style = """
        :root { color-scheme: light dark; --text: #1b1f24; --quiet: #5b6570; --ground: #ffffff; --line: #d5dae0; }
        @media (prefers-color-scheme: dark) {
          :root { --text: #e6e9ec; --quiet: #a3adb8; --ground: #14171a; --line: #363c43; }
        }
        body { margin: 0; background: var(--ground); color: var(--text);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
        p { overflow-wrap: anywhere; } p.note { color: var(--quiet); font-size: 0.875rem; margin: 0 0 1.5rem; }
        .table { overflow-x: auto; margin: 1.5rem 0 0.5rem; }
        table { border-collapse: collapse; width: 100%; }
        caption { text-align: left; font-weight: 600; padding: 0 0 0.3rem; }
        th, td { padding: 0.3rem 0.7rem 0.3rem 0; text-align: left; vertical-align: top;
          border-bottom: 1px solid var(--line); }
        th { font-weight: 400; } thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        td.number { white-space: nowrap; }
        .number:last-child { position: sticky; right: 0; padding-left: 0.3rem; background: var(--ground); }
        @media (max-width: 32rem) { table { font-size: 0.875rem; } th, td { padding-right: 0.4rem; } }
        @media print {
          :root { color-scheme: light; --text: #000000; --quiet: #333333; --ground: #ffffff; --line: #999999; }
          main { max-width: none; padding: 0; } .table { overflow: visible; break-inside: avoid; }
        }
        """
}

extension MonthlyReport.Table {
    fileprivate var html: String {
        func numbered(_ column: Int) -> String { column >= words ? " class=\"number\"" : "" }
        let heads = columns.enumerated().map { column, text in
            "<th scope=\"col\"\(numbered(column))>\(text.escapedForHTML)</th>"
        }
        let lines = rows.map { row in
            let cells = row.enumerated().map { column, text in
                // Codes are long words: they may break after each underscore.
                let shown = text.escapedForHTML.replacing("_", with: "_<wbr>")
                return column == 0
                    ? "<th scope=\"row\">\(shown)</th>" : "<td\(numbered(column))>\(shown)</td>"
            }
            return "<tr>\(cells.joined())</tr>"
        }
        let none = "<tr><td colspan=\"\(columns.count)\">none</td></tr>"
        // A region that scrolls must be reachable by keyboard, and then it needs a name.
        return """
            <div class="table" tabindex="0" role="region" aria-label="\(caption.escapedForHTML)">
            <table>
            <caption>\(caption.escapedForHTML)</caption>
            <thead><tr>\(heads.joined())</tr></thead>
            <tbody>
            \(lines.isEmpty ? none : lines.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            \(note.map { "<p class=\"note\">\($0.escapedForHTML)</p>" } ?? "")
            """
    }
}
