internal import Foundation
internal import Mail
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// The words of messages to persons by language: the section `mail` of each file of `web/texts`.
struct InvitationWords: Sendable {
    /// By the names that the files have.
    private enum Text: String, CaseIterable {
        case subject, test, greeting, request, link, expiry, unexpected, automatic
        /// In the place of `request`, of whoever comes back.
        case authenticate, reEnroll
        case passwordSubject, password, passwordExpiry, passwordUnexpected
    }

    /// What stands in braces in a text.
    private enum Placeholder: String, CaseIterable {
        case tenant, expiry, password
    }

    private let texts: [MessageLanguage: [Text: String]]

    /// - Throws: a sentence that names the file.
    init(folder: String) throws(ConfigurationError) {
        var texts: [MessageLanguage: [Text: String]] = [:]
        for language in MessageLanguage.allCases {
            texts[language] = try Self.texts(inFile: "\(folder)/\(language.rawValue).json")
        }
        self.texts = texts
    }

    private static func texts(inFile file: String) throws(ConfigurationError) -> [Text: String] {
        guard let data = FileManager.default.contents(atPath: file),
            let json = try? JSONDecoder().decode(JSONValue.self, from: data)
        else { throw ConfigurationError(description: "The words of messages, \(file), cannot be read as JSON.") }
        var texts: [Text: String] = [:]
        for text in Text.allCases {
            guard case .string(let words)? = json.value(at: ["mail", text.rawValue]), !words.isEmpty,
                words.matches(of: placeholder).allSatisfy({ Placeholder(rawValue: String($0.1)) != nil })
            else {
                throw ConfigurationError(
                    description: "The text mail.\(text.rawValue) of \(file) is missing, or has an unknown placeholder.")
            }
            texts[text] = words
        }
        return texts
    }

    private static var placeholder: Regex<(Substring, Substring)> { /\{(\w*)\}/ }

    /// - Parameter written: when the invitation was written, whenever it is sent.
    /// - Returns: nil where the recipient is no address that mail is sent to.
    func message(
        _ invitation: Invitation, from sender: MailAddress, messageID: String, written: Instant
    ) -> MailMessage? {
        message(of: invitation, .subject, [:], from: sender, messageID: messageID, written: written) { text in
            [
                .text(text(.greeting)), .text(text(Self.request(of: invitation))),
                .link(label: text(.link), url: invitation.callbackURL),
                .text(text(.expiry)), .text(text(.unexpected)), .text(text(.automatic)),
            ]
        }
    }

    private static func request(of invitation: Invitation) -> Text {
        switch invitation.purpose {
        case nil: .request
        case .authenticate: .authenticate
        case .reEnroll: .reEnroll
        }
    }

    /// The same for a one-time password.
    func message(
        _ mail: OneTimePasswordMail, from sender: MailAddress, messageID: String, written: Instant
    ) -> MailMessage? {
        let values = [Placeholder.password: mail.password]
        return message(of: mail, .passwordSubject, values, from: sender, messageID: messageID, written: written) {
            text in
            [.greeting, .password, .passwordExpiry, .passwordUnexpected, .automatic].map { .text(text($0)) }
        }
    }

    /// - Parameter values: in the places of what is not in every message.
    private func message(
        of mail: some SealedMail, _ subject: Text, _ values: [Placeholder: String], from sender: MailAddress,
        messageID: String, written: Instant, paragraphs: ((Text) -> String) -> [MailMessage.Paragraph]
    ) -> MailMessage? {
        guard let recipient = MailAddress(mail.recipient) else { return nil }
        var values = values
        values[.tenant] = mail.displayName
        let expiry = Instant(millisecondsSince1970: mail.expiresAt).iso8601WithMilliseconds
        values[.expiry] = (WrittenTime(rawValue: mail.language.rawValue) ?? .english).moment(expiry)
        let text = { filled($0, mail.language, values) }
        return MailMessage(
            sender: sender, senderName: mail.displayName, recipient: recipient, subject: text(subject),
            paragraphs: (mail.isTest ? [.text(text(.test))] : []) + paragraphs(text),
            language: mail.language.rawValue, messageID: messageID,
            dateInSeconds: written.millisecondsSince1970 / 1000)
    }

    /// In one pass: a value that has braces of its own stays as it is.
    private func filled(_ text: Text, _ language: MessageLanguage, _ values: [Placeholder: String]) -> String {
        (texts[language]?[text] ?? "").replacing(Self.placeholder) { match in
            Placeholder(rawValue: String(match.1)).flatMap { values[$0] } ?? String(match.0)
        }
    }
}
