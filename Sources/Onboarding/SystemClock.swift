internal import OnboardingCore
internal import Foundation

extension Instant {
    /// The system's clock.
    static func now() -> Instant {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
