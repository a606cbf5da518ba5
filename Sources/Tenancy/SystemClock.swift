internal import Foundation
package import OnboardingCore

extension Instant {
    /// The system's clock.
    package static func now() -> Instant {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// `2026-03-02T07:36:25.000Z`
    package var iso8601WithMilliseconds: String {
        // The style cuts what a binary fraction lacks, so that 123 ms would be .122.
        let whole = Date(timeIntervalSince1970: Double(secondsSince1970)).formatted(Date.ISO8601FormatStyle())
        let fraction = String(1000 + millisecondsSince1970 - secondsSince1970 * 1000).dropFirst()
        return "\(whole.dropLast()).\(fraction)Z"
    }

    /// Whole seconds since 1970, rounded down: what tokens carry.
    package var secondsSince1970: Int64 {
        millisecondsSince1970 / 1000 - (millisecondsSince1970 % 1000 < 0 ? 1 : 0)
    }
}
