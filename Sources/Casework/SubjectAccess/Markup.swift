/// HTML that is escaped by how it is written: what is interpolated into a literal is text, unless it is markup already.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    private(set) var html: String

    init(stringLiteral value: String) {
        html = value
    }

    init(stringInterpolation: Interpolation) {
        html = stringInterpolation.html
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            html.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) {
            html += literal
        }

        mutating func appendInterpolation(_ text: String) {
            html += Markup.escaped(text)
        }

        mutating func appendInterpolation(_ markup: Markup) {
            html += markup.html
        }

        mutating func appendInterpolation(_ markup: [Markup]) {
            for part in markup { html += part.html }
        }
    }

    /// Safe in text and in attributes between quotation marks. What HTML has no place for becomes U+FFFD.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(character)
            case _ where character.value < 0x20 || (0x7F...0x9F).contains(character.value): escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
