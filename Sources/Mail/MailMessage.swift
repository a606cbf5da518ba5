/// A message to one person (RFC 5322), as plain text and as HTML that says the same. Equal values give equal bytes, so that a
/// message that is sent again is the same message.
package struct MailMessage: Equatable, Sendable {
    /// What stands between two empty lines.
    package enum Paragraph: Equatable, Sendable {
        case text(String)
        /// - label: what leads there, in words.
        case link(label: String, url: String)
    }

    package let sender: MailAddress
    /// What the recipient's program shows in place of the address; may be empty.
    package let senderName: String
    package let recipient: MailAddress
    package let subject: String
    package let paragraphs: [Paragraph]
    /// A tag of BCP 47.
    package let language: String
    /// Without its angle brackets, unique in the world.
    package let messageID: String
    /// Since 1970.
    package let dateInSeconds: Int64

    package init(
        sender: MailAddress, senderName: String, recipient: MailAddress, subject: String, paragraphs: [Paragraph],
        language: String, messageID: String, dateInSeconds: Int64
    ) {
        self.sender = sender
        self.senderName = senderName
        self.recipient = recipient
        self.subject = subject
        self.paragraphs = paragraphs
        self.language = language
        self.messageID = messageID
        self.dateInSeconds = dateInSeconds
    }

    /// ASCII in lines that end with CR LF, none longer than the 998 characters that SMTP carries.
    package var bytes: [UInt8] {
        // `=_` cannot come of quoted-printable, so that no part ends early.
        let boundary = "=_" + messageID.prefix { $0 != "@" }.prefix(60)
        let head = [
            HeaderField("Date", tokens: [MailDate.text(secondsSince1970: dateInSeconds)]),
            HeaderField("From", sender, named: senderName),
            HeaderField("To", recipient),
            HeaderField("Subject", text: subject),
            HeaderField("Message-ID", tokens: ["<\(messageID)>"]),
            HeaderField("MIME-Version", tokens: ["1.0"]),
            HeaderField("Content-Language", tokens: [language]),
            // RFC 3834: no absence is to be answered.
            HeaderField("Auto-Submitted", tokens: ["auto-generated"]),
            HeaderField("Content-Type", tokens: ["multipart/alternative;", "boundary=\"\(boundary)\""]),
        ]
        var bytes = [UInt8](head.map(\.lines).joined().utf8)
        for (kind, content) in [("plain", text), ("html", html)] {
            let fields = [
                HeaderField("Content-Type", tokens: ["text/\(kind);", "charset=UTF-8"]),
                HeaderField("Content-Transfer-Encoding", tokens: ["quoted-printable"]),
            ]
            bytes += "\r\n--\(boundary)\r\n\(fields.map(\.lines).joined())\r\n".utf8
            bytes += QuotedPrintable.encode(content)
        }
        return bytes + "\r\n--\(boundary)--\r\n".utf8
    }

    private var text: String {
        paragraphs.map { paragraph in
            switch paragraph {
            case .text(let text): text + "\n"
            case .link(let label, let url): "\(label):\n\(url)\n"
            }
        }.joined(separator: "\n")
    }

    /// Nothing is loaded from anywhere, so that nobody is told that it was opened.
    private var html: String {
        let body = paragraphs.map { paragraph in
            switch paragraph {
            case .text(let text): "<p>\(Self.escaped(text))</p>\n"
            case .link(let label, let url): "<p><a href=\"\(Self.escaped(url))\">\(Self.escaped(label))</a></p>\n"
            }
        }.joined()
        return """
            <!DOCTYPE html>
            <html lang="\(Self.escaped(language))">
            <head>
            <meta charset="UTF-8">
            <meta name="viewport" content="width=device-width">
            <title>\(Self.escaped(subject))</title>
            </head>
            <body>
            \(body)</body>
            </html>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
