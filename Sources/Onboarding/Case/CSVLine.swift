/// A record of comma-separated values (RFC 4180), as spreadsheets open them.
package enum CSVLine {
    package static func text(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    /// A spreadsheet takes what begins like a formula for one, quoted or not; with an apostrophe in front it is text.
    private static func field(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } ?? false
        let safe = isFormula ? "'" + text : text
        let needsQuotes = safe.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
        return needsQuotes ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
    }
}
