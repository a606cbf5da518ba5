internal import Foundation
package import OnboardingCore

extension Instant {
    /// The system's clock.
    package static func now() -> Instant {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// `2026-03-02T07:36:25.000Z`
    package var iso8601WithMilliseconds: String {
        let date = Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Whole seconds since 1970, rounded down: what tokens carry.
    package var secondsSince1970: Int64 { millisecondsSince1970 / 1000 }
}
