/// What a client tries again by itself: a connection that broke and a proxy that reached no server, where the server answers the
/// same request as before; and 503 and 409 with `Retry-After`, where it says that a later try may do.
///
/// Every try has the same bytes and the same `Idempotency-Key`, so that nothing is begun or measured twice. What adds or removes
/// something of users and galleries, or uses up a password, is not sent again once it may have arrived.
public struct Retry: Equatable, Sendable {
    /// All tries together; 1 never tries again. With the pauses below five outlast a restart of the server.
    public var tries: Int
    /// Before the second try; doubled before each further one, unless the server names its own.
    public var pause: Duration
    /// Whoever is asked to wait longer than this gets the refusal instead.
    public var longestPause: Duration

    public init(tries: Int = 5, pause: Duration = .milliseconds(500), longestPause: Duration = .seconds(10)) {
        (self.tries, self.pause, self.longestPause) = (tries, pause, longestPause)
    }

    /// Nothing is tried again.
    public static let never = Retry(tries: 1)
}
