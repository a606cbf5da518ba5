extension ReportDocument {
    /// For a terminal: headings, paragraphs and tables. Plots, details and what is folded are left to the page.
    package var text: String {
        ([title, ""]
            + blocks.flatMap { block -> [String] in
                switch block {
                case .heading(let heading): ["", heading, ""]
                case .paragraph(let paragraph): [paragraph, ""]
                case .table(let table): table.lines + [""]
                case .folded(let summary, _): [summary + ": on the page", ""]
                case .curves, .histograms: []
                }
            }).map(\.printable).joined(separator: "\n")
    }
}

extension ReportTable {
    /// One line a row, columns aligned.
    fileprivate var lines: [String] {
        let cells = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in cells.map { $0[column].printable.count }.max() ?? 0 }
        return cells.map { row in
            let padded = columns.indices.map { column in
                let text = row[column].printable
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return columns[column].isNumber ? blanks + text : text + blanks
            }
            var line = padded.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}

extension String {
    /// Without control characters: names come from files, and a terminal would obey them.
    fileprivate var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
