internal import CMail

/// The server that takes mail from this program, and as whom it is asked.
package struct MailServer: Sendable {
    /// `smtp://` or `smtps://`, the host and the port.
    package let url: String
    /// Whom messages are from.
    package let sender: MailAddress
    private let requiresTLS: Bool
    private let user: String?
    private let password: String?
    private let certificates: String?

    /// Why a server cannot be asked like this.
    package enum Invalid: Error, Equatable, Sendable {
        case url
        case sender
        /// The password would be sent in the clear.
        case passwordInTheClear
        case credentials
    }

    /// - Parameters:
    ///   - url: `smtp://HOST` or `smtps://HOST`, with a port (587 and 465 without) and, for `smtp`, `?tls=required` or
    ///     `?tls=optional`. Without one TLS is required, but of a server on this machine.
    ///   - user: nil for a server that takes mail of whoever reaches it; goes with `password`.
    ///   - certificates: the path of a PEM file of the certificates that are trusted; nil for those of the system.
    package init(
        url: String, user: String?, password: String?, sender: String, certificates: String?
    ) throws(Invalid) {
        guard let place = Self.place(of: url) else { throw .url }
        guard let sender = MailAddress(sender) else { throw .sender }
        guard (user == nil) == (password == nil), [user, password].allSatisfy(Self.isLine) else {
            throw .credentials
        }
        guard user == nil || place.requiresTLS || place.isLocal else { throw .passwordInTheClear }
        self.url = place.url
        self.sender = sender
        requiresTLS = place.requiresTLS
        self.user = user
        self.password = password
        self.certificates = certificates
    }

    /// Hands a message over. Blocks the thread.
    /// - Parameter seconds: the most that it may take.
    package func send(
        _ bytes: [UInt8], to recipient: MailAddress, within seconds: Int32, stop: MailStop
    ) -> MailReply {
        var code: Int32 = 0
        let status = asking(within: seconds, stop) { server in
            bytes.withUnsafeBufferPointer { bytes in
                cmail_send(server, sender.text, recipient.text, bytes.baseAddress, bytes.count, &code)
            }
        }
        return MailReply(status, code: Int(code))
    }

    /// Connects and signs in as for a message, and sends none. Blocks the thread.
    /// - Parameter seconds: the most that it may take.
    package func check(within seconds: Int32) -> MailReply {
        var code: Int32 = 0
        let status = asking(within: seconds, MailStop()) { cmail_check($0, &code) }
        return MailReply(status, code: Int(code))
    }

    private func asking(
        within seconds: Int32, _ stop: MailStop, _ body: (UnsafePointer<cmail_server>) -> cmail_status
    ) -> cmail_status {
        // The name that it greets with is the sender's domain: that of this machine is nobody's business.
        "\(url)/\(sender.domain)".withCString { url in
            withOptionalCString(user) { user in
                withOptionalCString(password) { password in
                    withOptionalCString(certificates) { certificates in
                        var server = cmail_server(
                            url: url, tls: requiresTLS ? CMAIL_TLS_REQUIRED : CMAIL_TLS_OPTIONAL, username: user,
                            password: password, certificates: certificates,
                            timeout_in_seconds: seconds,
                            stops: { context, hasBegun in
                                guard let context else { return 0 }
                                let stop = Unmanaged<MailStop>.fromOpaque(context).takeUnretainedValue()
                                return stop.stops(hasBegun: hasBegun != 0) ? 1 : 0
                            }, context: Unmanaged.passUnretained(stop).toOpaque())
                        return withExtendedLifetime(stop) { body(&server) }
                    }
                }
            }
        }
    }

    private func withOptionalCString<Value>(
        _ text: String?, _ body: (UnsafePointer<CChar>?) -> Value
    ) -> Value {
        guard let text else { return body(nil) }
        return text.withCString(body)
    }

    /// - Returns: nil for any other form.
    private static func place(of text: String) -> (url: String, requiresTLS: Bool, isLocal: Bool)? {
        let form =
            #/
            (?<scheme> smtps? ) ://
            (?<host> [A-Za-z0-9] [A-Za-z0-9.\-]* | \[ [0-9A-Fa-f:.]+ \] )
            (?: : (?<port> [0-9]{1,5} ) )? /?
            (?: \?tls= (?<tls> required | optional ) )?
            /#
        guard text.utf8.count <= 512, let parts = text.wholeMatch(of: form)?.output else { return nil }
        let port = parts.port.map { Int($0) ?? 0 } ?? (parts.scheme == "smtps" ? 465 : 587)
        guard (1...65_535).contains(port), parts.scheme == "smtp" || parts.tls != "optional" else { return nil }
        let host = parts.host.lowercased()
        let isLocal = host == "localhost" || host == "[::1]" || host.wholeMatch(of: /127(\.[0-9]{1,3}){3}/) != nil
        let requiresTLS = parts.scheme == "smtps" || (parts.tls.map { $0 == "required" } ?? !isLocal)
        return ("\(parts.scheme)://\(host):\(port)", requiresTLS, isLocal)
    }

    private static func isLine(_ text: String?) -> Bool {
        guard let text else { return true }
        return (1...1024).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
