/// What came of looking at a message that was due, as the metrics count it.
package enum MailAttempt: String, CaseIterable, Sendable {
    case taken
    /// Not now (SMTP 4xx), and for good (5xx).
    case deferred, refused
    /// The mail server could not be used, whomever the message was for.
    case notServed = "not-served"
    case loginDenied = "login-denied"
    case notSecure = "not-secure"
    case libraryMissing = "library-missing"
    case unreachable, failed
    /// This server ended meanwhile.
    case stopped
    /// Its link has ended; nobody needs it; what was stored is damaged.
    case expired, unneeded, unreadable
}
