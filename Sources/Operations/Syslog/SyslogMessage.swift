internal import OnboardingCore
internal import Tenancy

/// A message of syslog (RFC 5424):
///
///     <PRI>1 TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA MSG
///
/// PROCID is always `-`, so that a message that is sent again has the same bytes.
struct SyslogMessage {
    /// How grave it is (RFC 5424 §6.2.1).
    enum Severity: Int {
        case warning = 4
        case notice = 5
    }

    /// One element of the structured data.
    struct Element {
        /// `NAME@NUMBER`, of an enterprise.
        let id: String
        /// In their order. Names are words of the code's own, values any text.
        let parameters: [(name: String, value: String)]
    }

    /// Of the log of an audit (RFC 5424 §6.2.1).
    static let audit = 13

    var facility = audit
    let severity: Severity
    let timestamp: Instant
    /// Empty where it is not known, as the next two.
    let host: String
    let application: String
    let id: String
    let elements: [Element]
    /// Empty for none.
    let text: String

    /// UTF-8. Before a text that is not ASCII stands the byte order mark, as §6.4 has it; before ASCII it would say nothing, and
    /// receivers that hand the text on unread would hand it on too.
    var bytes: [UInt8] {
        let head = [
            "<\(facility * 8 + severity.rawValue)>1", timestamp.iso8601WithMilliseconds, Self.header(host, 255),
            Self.header(application, 48), "-", Self.header(id, 32),
            elements.isEmpty ? "-" : elements.map(Self.text).joined(),
        ].joined(separator: " ")
        guard !text.isEmpty else { return Array(head.utf8) }
        let mark = text.utf8.allSatisfy { $0 < 0x80 } ? "" : "\u{FEFF}"
        return Array("\(head) \(mark)\(text)".utf8)
    }

    /// With its length before it (octet counting, RFC 6587 §3.4.1, RFC 5425 §4.3).
    var frame: [UInt8] {
        let bytes = bytes
        return Array("\(bytes.count) ".utf8) + bytes
    }

    /// A field of the head: printable ASCII, `-` for none.
    private static func header(_ text: String, _ limit: Int) -> String {
        let printable = text.utf8.map { (0x21...0x7E).contains($0) ? $0 : 0x5F }.prefix(limit)
        return printable.isEmpty ? "-" : String(decoding: printable, as: UTF8.self)
    }

    private static func text(_ element: Element) -> String {
        let parameters = element.parameters.map { #" \#($0.name)="\#(escaped($0.value))""# }
        return "[\(element.id)\(parameters.joined())]"
    }

    /// `"`, `\` and `]` behind a backslash (§6.3.3). Control characters, which may stand there and in no log, as `?`.
    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\", "]":
                escaped.unicodeScalars.append("\\")
                escaped.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped.unicodeScalars.append("?")
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
