internal import OnboardingCore

/// When a connection is tried again that failed: after a second at first, then at twice the distance each time.
package enum SyslogSchedule {
    /// So that servers that failed together do not come together.
    private static let jitter = 0.2
    /// More would not fit, and is more than the longest pause anyway.
    private static let doublings = 10

    /// - Parameters:
    ///   - failures: in a row, this one included.
    ///   - random: 0 … 1.
    package static func pause(after failures: Int, random: Double) -> Duration {
        let seconds = min(Double(1 << min(max(failures - 1, 0), doublings)), Double(Limit.syslogPause.value))
        return .seconds(seconds * (1 + jitter * (2 * random - 1)))
    }
}
