package import OnboardingCore

/// When a message is tried again that the mail server has not taken: soon, because a person waits for it, then at greater
/// distances, and once more just before its link ends.
package enum MailSchedule {
    /// Seconds from one attempt to the next; the last one again and again.
    private static let pauses: [Double] = [10, 60, 300, 900, 3600]
    /// So that what failed together is not tried together.
    private static let jitter = 0.2
    /// A link that ends sooner helps nobody.
    private static let leastUseInSeconds: Int64 = 60

    /// - Parameters:
    ///   - attempts: how often it was tried, this time included.
    ///   - end: of the link.
    ///   - random: 0 … 1.
    /// - Returns: nil where it is given up.
    package static func next(after attempts: Int, at now: Instant, until end: Instant, random: Double) -> Instant? {
        let seconds = pauses[min(max(attempts - 1, 0), pauses.count - 1)] * (1 + jitter * (2 * random - 1))
        let pause = Instant(millisecondsSince1970: now.millisecondsSince1970 + Int64((seconds * 1000).rounded()))
        let next = min(pause, end.adding(seconds: -leastUseInSeconds))
        return next > now ? next : nil
    }
}
