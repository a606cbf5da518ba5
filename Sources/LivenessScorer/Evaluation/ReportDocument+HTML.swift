extension ReportDocument {
    /// One page without anything from elsewhere: no script, no font, no image but inline SVG. Every text is escaped.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(title.escapedForHTML)</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <main>
        <h1>\(title.escapedForHTML)</h1>
        \((blocks + details).map(\.html).joined(separator: "\n"))
        </main>
        </body>
        </html>

        """
    }

    /// Light and dark follow the reader's system. Wide tables scroll in their own frame, so that the page does not.
    private static let style = """
        :root { color-scheme: light dark; --text: #1b1f24; --quiet: #5b6570; --ground: #ffffff; --line: #d5dae0;
          --s0: #0b6e4f; --s1: #b3261e; --s2: #1f5fbf; --s3: #8a5a00; --s4: #7b2d8e; --s5: #006d77; --s6: #a3195b;
          --s7: #4f5d2f; }
        @media (prefers-color-scheme: dark) {
          :root { --text: #e6e9ec; --quiet: #a3adb8; --ground: #14171a; --line: #363c43;
            --s0: #5fd3a4; --s1: #ff8a80; --s2: #8ab4ff; --s3: #f2b84b; --s4: #d7a2ea; --s5: #6fd6df; --s6: #ff8fc1;
            --s7: #bccb8f; }
        }
        body { margin: 0; background: var(--ground); color: var(--text);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        main { max-width: 90rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
        p { max-width: 46rem; overflow-wrap: anywhere; }
        .table { overflow-x: auto; margin: 0 0 1rem; }
        table { border-collapse: collapse; font-size: 0.875rem; }
        th, td { padding: 0.3rem 0.7rem 0.3rem 0; text-align: left; vertical-align: top;
          border-bottom: 1px solid var(--line); white-space: nowrap; }
        th { color: var(--quiet); font-weight: 600; white-space: normal; vertical-align: bottom; }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        figure { margin: 0 0 1.5rem; max-width: 40rem; }
        figcaption { color: var(--quiet); font-size: 0.875rem; }
        svg { width: 100%; height: auto; }
        svg text { font: 11px system-ui, sans-serif; fill: var(--text); }
        svg .grid { stroke: var(--line); } svg .curve { fill: none; stroke-width: 2; }
        ul.key { list-style: none; margin: 0.3rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem;
          font-size: 0.875rem; }
        ul.key span { display: inline-block; width: 1.1rem; height: 0.2rem; margin-right: 0.4rem;
          vertical-align: middle; }
        details { margin: 0 0 1rem; } summary { cursor: pointer; }
        """
}

extension ReportBlock {
    fileprivate var html: String {
        switch self {
        case .heading(let text): "<h2>\(text.escapedForHTML)</h2>"
        case .paragraph(let text): "<p>\(text.escapedForHTML)</p>"
        case .table(let table): table.html
        case .curves(let plot): plot.figure
        case .histograms(let plot): plot.figure
        case .folded(let summary, let blocks):
            "<details><summary>\(summary.escapedForHTML)</summary>\n"
                + blocks.map(\.html).joined(separator: "\n") + "\n</details>"
        }
    }
}

extension ReportTable {
    fileprivate var html: String {
        func cells(_ texts: [String], _ tag: String) -> String {
            let cells = zip(columns, texts).map { column, text in
                "<\(tag)\(column.isNumber ? " class=\"number\"" : "")>\(text.escapedForHTML)</\(tag)>"
            }
            return "<tr>\(cells.joined())</tr>"
        }
        // A region that scrolls must be reachable by keyboard.
        return """
            <div class="table" tabindex="0">
            <table>
            <thead>\(cells(columns.map(\.title), "th"))</thead>
            <tbody>
            \(rows.map { cells($0, "td") }.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            """
    }
}

extension String {
    /// As text or attribute of an HTML page. Control characters become blanks, because HTML allows none.
    package var escapedForHTML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.properties.generalCategory == .control: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
