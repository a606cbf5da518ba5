internal import Synchronization

/// Tells messages that are on their way that the program ends.
package final class MailStop: Sendable {
    private let instant = Mutex<ContinuousClock.Instant?>(nil)

    /// For a message of which a part was sent: cut off, it might be taken or not, and nobody would know.
    private static let grace = Duration.seconds(10)

    package init() {}

    package func stop() {
        instant.withLock { if $0 == nil { $0 = ContinuousClock().now } }
    }

    func stops(hasBegun: Bool) -> Bool {
        guard let instant = instant.withLock({ $0 }) else { return false }
        return !hasBegun || ContinuousClock().now - instant > Self.grace
    }
}
