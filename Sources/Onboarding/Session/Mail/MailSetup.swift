internal import Foundation
package import Mail
internal import OnboardingCore
package import OnboardingStorage
package import Tenancy

/// What a server that sends mail needs: who takes it, and the words.
package struct MailSetup: Sendable {
    package let server: MailServer
    let words: InvitationWords

    /// Reads the password and the words.
    /// - Returns: nil where no mail server was named.
    /// - Throws: a sentence about the setting or the file.
    package init?(_ configuration: ServerConfiguration) throws(ConfigurationError) {
        let password = try configuration.mail?.passwordFile.map(Self.password)
        guard let server = try configuration.mail?.server(password: password) else { return nil }
        self.init(server: server, words: try InvitationWords(folder: Installation.root + "/web/texts"))
    }

    init(server: MailServer, words: InvitationWords) {
        self.server = server
        self.words = words
    }

    private static func password(inFile file: String) throws(ConfigurationError) -> String {
        let bytes = try SecretFile.contents(of: file, named: "The password of mailPasswordFile")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(description: "The password of mailPasswordFile \(file) is not UTF-8.")
        }
        // An editor ends the line.
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Asks the mail server, as for a message, and sends none. Blocks the thread.
    /// - Returns: what is wrong, in words; nil where it would take a message.
    package func whyUnusable(within seconds: Int32) -> String? {
        switch server.check(within: seconds) {
        case .taken: nil
        case .refused(let code), .notServed(let code): "it does not serve us, with the code \(code)"
        case .loginDenied: "it does not take the user and the password"
        case .notSecure: "it offers no TLS, or a certificate that is not trusted (mailCaFile)"
        case .unreachable, .stopped: "nobody answers there"
        case .libraryMissing: "libcurl is missing (apt install libcurl4 ca-certificates)"
        case .failed: "it cannot be used, and libcurl does not say why"
        }
    }

    /// The message that a row of the outbox stands for.
    /// - Returns: nil where it is of no use any more: the person has begun, or the enrollment has ended.
    /// - Throws: `keyMissing` where the person is being erased at this moment; `storedValueInvalid` where it is not what was
    ///   written.
    package func message(
        of mail: MailRow, in stored: StoredEnrollment, keys: any KeyStore
    ) throws -> MailMessage? {
        let dataKey = { try keys.dataKey(of: stored.id, tenant: stored.tenantID) }
        let (id, written) = (mail.messageID, mail.createdAt)
        let message: MailMessage?
        if mail.kind == OneTimePasswordMail.kind {
            guard let password = try OneTimePasswordMail(mail, under: dataKey()) else { return nil }
            message = words.message(password, from: server.sender, messageID: id, written: written)
        } else {
            let isComplete: Bool
            switch stored.enrollment.state {
            case .triggered, .validated: isComplete = false
            case .complete: isComplete = true
            case .open, .failed, .cancelled, .expired: return nil
            }
            // Only who is registered comes back.
            guard let invitation = try Invitation(mail, under: dataKey()), (invitation.purpose != nil) == isComplete
            else { return nil }
            message = words.message(invitation, from: server.sender, messageID: id, written: written)
        }
        guard let message else { throw StorageError.storedValueInvalid }
        return message
    }
}
