internal import Foundation
internal import OnboardingCore

extension Instant {
    /// `Mon, 02 Mar 2026 07:36:25 GMT` (RFC 9110 §5.6.7); the library keeps its own to itself.
    var httpDate: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: Double(secondsSince1970)))
    }
}
