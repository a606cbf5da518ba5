package import OnboardingCore

/// When an event is tried again that a webhook has not taken: nine times, over a day.
package enum WebhookSchedule {
    /// Seconds from one attempt to the next, about a day together.
    private static let pauses: [Double] = [5, 60, 300, 900, 1800, 3600, 7200, 14_400, 25_200, 32_400]
    /// So that what failed together is not tried together.
    private static let jitter = 0.2

    /// - Parameters:
    ///   - attempts: how often it was tried, this time included.
    ///   - random: 0 … 1.
    /// - Returns: nil where it is given up.
    package static func next(after attempts: Int, at now: Instant, random: Double) -> Instant? {
        guard pauses.indices.contains(attempts - 1) else { return nil }
        let seconds = pauses[attempts - 1] * (1 + jitter * (2 * random - 1))
        return Instant(millisecondsSince1970: now.millisecondsSince1970 + Int64((seconds * 1000).rounded()))
    }
}
