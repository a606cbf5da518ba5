package import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

extension Authenticate {
    /// What whoever comes back is asked for. Stored as (`StepResult`)
    ///
    ///     {"authToken":"…","recordsVideo":false,"requiredChecks":["verifyFace"],"requiresChallenge":true,"version":1}
    ///
    /// with words of `AuthenticationCheck`; `requiresChallenge` is absent where it is not so.
    package struct Result: StepResult {
        var version = FirstVersion()
        /// Opens all steps that follow.
        package let authToken: String
        /// In the order in which they must come.
        package let requiredChecks: [AuthenticationCheck]
        package let recordsVideo: Bool
        /// true where captures of the face have to answer a challenge from the first on.
        package let requiresChallenge: Bool?

        init(_ token: String, _ progress: AuthenticationProgress?, _ settings: TenantSettings) {
            authToken = token
            requiredChecks = progress?.policy.requiredChecks ?? []
            recordsVideo = settings.recordsAuthenticationVideo
            requiresChallenge = progress?.requiresChallenge == true ? true : nil
        }

        private enum CodingKeys: String, CodingKey {
            case version, authToken, requiredChecks, recordsVideo, requiresChallenge
        }
    }
}
