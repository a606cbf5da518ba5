internal import OnboardingCore

/// That a registered person came back, in one line of what is told of the registration.
package struct ReturnedAuthentication: Encodable, Equatable, Sendable {
    package let authenticationId: String
    /// A word of `AuthenticationPurpose`.
    package let purpose: String
    /// A word of `EnrollmentStanding.State`.
    package let state: String
    /// A code of `AuthenticationFailure`.
    package let reason: String?
    package let begunAt: String
    package let endedAt: String?
    /// Where a failure of it locked the registration.
    package let lockedUntil: String?
    /// What became of the registration's devices: a word of `DeviceChange`; nil where none was registered.
    package let deviceChange: String?

    var line: String {
        let kind = purpose == AuthenticationPurpose.authenticate.rawValue ? "authentication" : "re-enrollment"
        return "\(begunAt)  came back, \(kind) \(authenticationId): \(state)" + (reason.map { ", \($0)" } ?? "")
            + (endedAt.map { ", ended \($0)" } ?? "") + (deviceChange.map { ", another device: \($0)" } ?? "")
            + (lockedUntil.map { ", the registration was locked until \($0)" } ?? "")
    }
}

extension ReturnedAuthentication {
    /// - Returns: nil where the events do not begin as those of an authentication do: `audit verify` says so.
    init?(_ explained: ExplainedAuthentication) {
        guard let course = AuthenticationCourse(explained) else { return nil }
        self.init(
            authenticationId: explained.id.text, purpose: explained.purpose.rawValue, state: course.state.rawValue,
            reason: course.failure?.rawValue, begunAt: course.begunAt.iso8601WithMilliseconds,
            endedAt: course.endedAt?.iso8601WithMilliseconds, lockedUntil: course.lock?.until,
            deviceChange: course.deviceChange?.rawValue)
    }
}
