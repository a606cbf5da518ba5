import Foundation
import TestSupport
import Testing

@testable import Mail

@Suite struct MailMessageTests {
    private static let golden = Material.packageRoot + "/Tests/MailTests/Golden/message.eml"

    private func message(
        subject: String = "Zürich Bank: bitte bestätigen Sie Ihre Identität",
        from name: String = "Zürich Bank, Filiale 7",
        paragraphs: [MailMessage.Paragraph] = [
            .text("Guten Tag,"),
            .text("Zürich Bank bittet Sie <schnell> zu antworten; 1 + 1 = 2."),
            .link(
                label: "Öffnen Sie den Link",
                url: "https://kyc.example.org/onboarding?data=" + String(repeating: "Ab-_", count: 60)),
            .text("."), .text("From here on nothing follows. "),
        ]
    ) throws -> MailMessage {
        MailMessage(
            sender: try #require(MailAddress("no-reply@kyc.example.org")), senderName: name,
            recipient: try #require(MailAddress("ada@example.org")), subject: subject, paragraphs: paragraphs,
            language: "de", messageID: "0123456789abcdef0123456789abcdef@kyc.example.org",
            dateInSeconds: 1_800_000_000)
    }

    private func head(_ message: MailMessage) throws -> String {
        let text = String(decoding: message.bytes, as: UTF8.self)
        return String(text[..<(try #require(text.range(of: "\r\n\r\n")).lowerBound)])
    }

    /// `UPDATE_GOLDEN=1` writes it.
    @Test func aMessageIsTheOneThatWasRead() throws {
        let bytes = try message().bytes
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(bytes).write(to: URL(fileURLWithPath: Self.golden))
        }
        let stored = try Data(contentsOf: URL(fileURLWithPath: Self.golden))
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: stored, as: UTF8.self))
        #expect(try message().bytes == bytes, "a message that is sent again is the same")
    }

    @Test func everyLineIsShortASCIIAndEndsWithCRLF() throws {
        let long = String(repeating: "wort ", count: 400) + String(repeating: "ü", count: 400)
        for bytes in [
            try message().bytes, try message(subject: long, from: long, paragraphs: [.text(long), .text(long)]).bytes,
        ] {
            #expect(bytes.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 13 || $0 == 10) })
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasSuffix("\r\n"))
            for line in text.components(separatedBy: "\r\n") {
                #expect(!line.contains("\r") && !line.contains("\n"))
                #expect(line.utf8.count <= 78, "\(line)")
            }
        }
    }

    /// Nobody adds a field or a recipient, whatever stands in a text.
    @Test(arguments: [
        "a\r\nBcc: eve@example.org", "a\nBcc: eve@example.org", "a\rBcc: eve@example.org",
        "a\u{85}Bcc: eve@example.org",
        "a\u{2028}Bcc: eve@example.org", "\r\n\r\n<script>", "a\u{0}b", "\" <eve@example.org>, \"",
        "=?UTF-8?B?DQpCY2M6?=",
    ]) func noTextEndsAFieldOfTheHead(hostile: String) throws {
        let usual = try head(message()).components(separatedBy: "\r\n").compactMap(Self.name)
        let head = try head(message(subject: hostile, from: hostile))
        #expect(head.components(separatedBy: "\r\n").compactMap(Self.name) == usual)
        #expect(head.components(separatedBy: "<no-reply@kyc.example.org>\r\n").count == 2)
    }

    /// Nil for a line that goes on.
    private static func name(of line: String) -> String? {
        line.hasPrefix(" ") ? nil : String(line.prefix { $0 != ":" })
    }

    @Test func textInHTMLIsEscapedAndNothingIsLoaded() throws {
        let message = try message(
            subject: "</title><script>",
            paragraphs: [.text("<b>&\"'"), .link(label: "<i>", url: "https://h/?a=\"'<>&b")])
        let text = String(decoding: message.bytes, as: UTF8.self)
        let html = try #require(text.range(of: "text/html")).upperBound
        let part = text[html...].replacing("=\r\n", with: "").replacing("=3D", with: "=")
        #expect(!part.contains("<script>") && !part.contains("<b>") && !part.contains("<i>"))
        #expect(part.contains("<p>&lt;b&gt;&amp;&quot;&#39;</p>"))
        #expect(part.contains("href=\"https://h/?a=&quot;&#39;&lt;&gt;&amp;b\""))
        #expect(!part.contains("src=") && !part.contains("url("))
    }

    @Test func noPartEndsEarly() throws {
        let boundary = "--=_0123456789abcdef0123456789abcdef"
        let text = String(
            decoding: try message(paragraphs: [.text(boundary), .text(boundary + "--")]).bytes, as: UTF8.self)
        #expect(text.components(separatedBy: "\r\n\(boundary)").count == 4, "two beginnings and one end")
    }
}
