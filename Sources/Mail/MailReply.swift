internal import CMail

/// What came of handing a message over.
package enum MailReply: Equatable, Sendable {
    case taken
    /// The server does not take this message or this recipient, for now (4xx) or for good (5xx).
    case refused(code: Int)
    /// The server takes nothing at the moment or of us, whomever it is for.
    case notServed(code: Int)
    case loginDenied
    /// No TLS where it is required, or a certificate that is not trusted.
    case notSecure
    /// Nobody there, or the connection ended before the server had taken the message.
    case unreachable
    /// The program ends.
    case stopped
    /// libcurl is not installed.
    case libraryMissing
    case failed

    /// Whether the same message may be taken another time.
    package var mayPass: Bool {
        if case .refused(let code) = self { code < 500 } else { true }
    }

    init(_ status: cmail_status, code: Int) {
        self =
            switch status {
            case CMAIL_OK: .taken
            case CMAIL_REFUSED: .refused(code: code)
            case CMAIL_NOT_SERVED: .notServed(code: code)
            case CMAIL_LOGIN_DENIED: .loginDenied
            case CMAIL_NOT_SECURE: .notSecure
            case CMAIL_UNREACHABLE: .unreachable
            case CMAIL_STOPPED: .stopped
            case CMAIL_LIBRARY_MISSING: .libraryMissing
            default: .failed
            }
    }
}
