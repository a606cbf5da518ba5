package import Mail

/// Who takes mail from this server, as whom, and what messages are from.
public struct MailConfiguration: Sendable {
    /// `smtp://` or `smtps://`: see `MailServer`.
    public var url: String
    public var sender: String
    /// Nil for a mail server that asks for none, as the next.
    public var user: String?
    public var passwordFile: String?
    /// A PEM file of the certificates that are trusted; nil for those of the system.
    public var certificates: String?

    /// - Parameter password: what stands in `passwordFile`; nil where none was named.
    package func server(password: String?) throws(ConfigurationError) -> MailServer {
        do {
            return try MailServer(
                url: url, user: user, password: password, sender: sender, certificates: certificates)
        } catch {
            throw ConfigurationError(description: error.sentence)
        }
    }

    /// Whether the values have a form that can be used. Reads no file: who only looks at the data needs no password of the mail
    /// server.
    func check() throws(ConfigurationError) {
        guard (user == nil) == (passwordFile == nil) else {
            throw ConfigurationError(
                description: "mail-user and mail-password-file belong together: only one was given.")
        }
        _ = try server(password: passwordFile.map { _ in "unread" })
    }
}

extension MailServer.Invalid {
    fileprivate var sentence: String {
        switch self {
        case .url:
            "mail-url must be smtp://HOST or smtps://HOST, with or without a port, and with smtp ?tls=required or "
                + "?tls=optional, and nothing else."
        case .sender: "mail-from must be an address such as no-reply@kyc.example.org, and nothing else."
        case .passwordInTheClear:
            "mail-url says ?tls=optional, and the password would go over the net in the clear. Leave it out."
        case .credentials: "mail-user and the password of the mail server must be one line each, and not be empty."
        }
    }
}
