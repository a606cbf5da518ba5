internal import Foundation

/// A field of a message's head (RFC 5322 §2.2), in lines of 78 characters as far as its words allow. Whatever it is made of, it
/// is one field: what would end a line becomes a blank.
struct HeaderField {
    private static let longestLine = 78
    /// Of a word that is written as it is; a longer one is encoded, because nothing can be folded within it.
    private static let longestWord = 60
    /// Bytes of text in one encoded word, so that it fits a line with the longest of our names before it.
    private static let encodedBytes = 42

    let name: String
    /// What a line may end between.
    private let words: [String]

    /// The field as it is sent, with the end of its last line.
    var lines: String {
        var (text, length) = (name + ":", name.utf8.count + 1)
        for (index, word) in words.enumerated() {
            // The first stays on the line of the name: a line of blanks alone is obsolete (§4.2).
            if index > 0, length + 1 + word.utf8.count > Self.longestLine {
                text += "\r\n"
                length = 0
            }
            text += " " + word
            length += 1 + word.utf8.count
        }
        return text + "\r\n"
    }

    /// Of values that are ASCII by their making: identifiers, dates, media types.
    init(_ name: String, tokens: [String]) {
        self.name = name
        words = tokens.map(Self.oneLine)
    }

    /// A text for a reader, such as a subject.
    init(_ name: String, text: String) {
        self.name = name
        words = Self.words(of: text)
    }

    /// An address with a name before it, where there is one.
    init(_ name: String, _ address: MailAddress, named displayName: String = "") {
        self.name = name
        words = Self.phrase(displayName) + ["<\(address.text)>"]
    }

    private static func words(of text: String) -> [String] {
        let text = oneLine(text)
        let words = text.split(separator: " ").map(String.init)
        guard isPlain(text), words.allSatisfy({ $0.utf8.count <= longestWord }) else { return encodedWords(of: text) }
        return words
    }

    /// A name before an address (RFC 5322 §3.2.5), where commas and colons mean something else.
    private static func phrase(_ name: String) -> [String] {
        let name = oneLine(name)
        guard isPlain(name), name.utf8.count <= longestWord else { return encodedWords(of: name) }
        guard !name.isEmpty else { return [] }
        let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return ["\"\(quoted)\""]
    }

    /// Printable ASCII that no reader takes for an encoded word.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
    }

    /// The text in one line: blanks at its ends left out, one for each run of them and of what is no letter but an order to
    /// the terminal or the layout.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .spaceSeparator: " "
            default: scalar
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view).split(separator: " ").joined(separator: " ")
    }

    /// RFC 2047, in base64: each word has whole scalars of UTF-8.
    private static func encodedWords(of text: String) -> [String] {
        var (words, bytes): ([String], [UInt8]) = ([], [])
        func finish() {
            guard !bytes.isEmpty else { return }
            words.append("=?UTF-8?B?\(Data(bytes).base64EncodedString())?=")
            bytes = []
        }
        for scalar in text.unicodeScalars {
            let next = [UInt8](String(scalar).utf8)
            if bytes.count + next.count > encodedBytes { finish() }
            bytes += next
        }
        finish()
        return words
    }
}
