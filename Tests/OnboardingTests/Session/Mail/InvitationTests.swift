import Foundation
import Mail
import OnboardingCore
import TestSupport
import Testing

@testable import Onboarding
@testable import Tenancy

/// What an invitation says, by the words of the checkout.
@Suite struct InvitationTests {
    private func invitation(
        _ language: MessageLanguage = .english, from name: String = "Zürich Bank", isTest: Bool = false,
        to recipient: String = "ada@example.org"
    ) -> Invitation {
        Invitation(
            callbackURL: "https://onboarding.test/onboarding?data=x", displayName: name, expiresAt: 1_800_000_600_000,
            isTest: isTest, language: language, recipient: recipient)
    }

    private func message(_ invitation: Invitation) throws -> MailMessage {
        let words = try InvitationWords(folder: Material.packageRoot + "/web/texts")
        let sender = try #require(MailAddress("no-reply@kyc.example.org"))
        return try #require(
            words.message(
                invitation, from: sender, messageID: "a@kyc.example.org",
                written: Instant(millisecondsSince1970: 1_800_000_000_999)))
    }

    private func text(_ message: MailMessage) -> String {
        message.paragraphs.map { paragraph in
            switch paragraph {
            case .text(let text): text
            case .link(let label, let url): "\(label) \(url)"
            }
        }.joined(separator: "\n")
    }

    @Test(arguments: MessageLanguage.allCases)
    func itSaysWhoAsksWhereToAndUntilWhen(language: MessageLanguage) throws {
        let message = try message(invitation(language))
        #expect(message.language == language.rawValue && message.senderName == "Zürich Bank")
        #expect(message.subject.hasPrefix("Zürich Bank: "))
        #expect(message.recipient.text == "ada@example.org" && message.dateInSeconds == 1_800_000_000)
        let text = text(message)
        #expect(
            text.contains("Zürich Bank")
                && text.contains(language == .english ? "15 Jan 2027, 08:10 UTC" : "15. Jan. 2027, 08:10 UTC"))
        #expect(text.contains("https://onboarding.test/onboarding?data=x"))
        #expect(!text.contains("{") && !text.contains("}"))
        #expect(!text.contains(language == .english ? "Guten Tag" : "Hello"))
        #expect(String(decoding: message.bytes, as: UTF8.self).contains("Message-ID: <a@kyc.example.org>\r\n"))
    }

    @Test func ofATestItSaysSo() throws {
        #expect(try !text(message(invitation())).contains("This is a test"))
        #expect(try text(message(invitation(isTest: true))).hasPrefix("This is a test"))
    }

    /// A value is no text of ours: what stands in it is not filled in again.
    @Test func aNameWithBracesStaysAsItIs() throws {
        let message = try message(invitation(from: "{expiry}{tenant}$0\\1"))
        #expect(message.subject.hasPrefix("{expiry}{tenant}$0\\1: "))
        #expect(text(message).components(separatedBy: "15 Jan 2027").count == 2)
    }

    @Test func aRecipientThatIsNoAddressHasNoMessage() throws {
        let words = try InvitationWords(folder: Material.packageRoot + "/web/texts")
        let sender = try #require(MailAddress("a@b.c"))
        let none = words.message(
            invitation(to: "a@b.c\r\nRCPT"), from: sender, messageID: "a@b.c",
            written: Instant(millisecondsSince1970: 0))
        #expect(none == nil)
    }

    @Test(arguments: [
        nil, "{", "{}", #"{"mail": {"subject": "a"}}"#,
        #"""
        {"mail": {"subject": "{name}", "test": "a", "greeting": "a", "request": "a", "link": "a", "expiry": "a",
        "unexpected": "a", "automatic": "a"}}
        """#,
    ]) func wordsThatAreMissingOrNotOursStopTheStart(json: String?) throws {
        let folder = NSTemporaryDirectory() + "/onboarding-words-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if let json {
            for language in MessageLanguage.allCases {
                try Data(json.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(language.rawValue).json"))
            }
        }
        #expect(throws: ConfigurationError.self) { try InvitationWords(folder: folder) }
    }

    @Test func anAttemptIsSoonThenLaterAndOnceMoreBeforeTheEnd() throws {
        let now = Instant(millisecondsSince1970: 0)
        let day = now.adding(seconds: 86_400)
        var (attempts, at, pauses): (Int, Instant, [Int64]) = (1, now, [])
        while let next = MailSchedule.next(after: attempts, at: at, until: day, random: 0.5) {
            pauses.append((next.millisecondsSince1970 - at.millisecondsSince1970) / 1000)
            (attempts, at) = (attempts + 1, next)
        }
        #expect(pauses.prefix(6) == [10, 60, 300, 900, 3600, 3600])
        #expect(at == day.adding(seconds: -60), "the last is a minute before the end")
        #expect(MailSchedule.next(after: 1, at: now, until: now.adding(seconds: 60), random: 0) == nil)
        #expect(
            MailSchedule.next(after: 1, at: now, until: now.adding(seconds: 65), random: 0.5) == now.adding(seconds: 5))
        let (low, high) = (
            MailSchedule.next(after: 2, at: now, until: day, random: 0),
            MailSchedule.next(after: 2, at: now, until: day, random: 1)
        )
        #expect(low == now.adding(seconds: 48) && high == now.adding(seconds: 72))
    }
}
