package import OnboardingCore
internal import OnboardingJSON

extension VerifyDevice {
    package struct Request: Sendable {
        let authToken: String
        /// Signs `authToken`.
        let device: SignedByDevice

        package init(
            authToken: String, deviceID: String, signature: [UInt8]?,
            readPublicKey: @escaping @Sendable (String) -> [UInt8]?
        ) {
            self.authToken = authToken
            device = SignedByDevice(deviceID: deviceID, signature: signature, readPublicKey: readPublicKey)
        }
    }

    /// Whether the device was verified. Stored as (`StepResult`)
    ///
    ///     {"isVerified":true,"requiresChallenge":true,"status":"pending","version":1}
    ///
    /// with `status` a word of `CaseStatus`; `requiresChallenge` is absent where it is not so.
    package struct Result: StepResult {
        var version = FirstVersion()
        package let isVerified: Bool
        package let status: CaseStatus
        /// true where captures of the face have to answer a challenge.
        package let requiresChallenge: Bool?

        private enum CodingKeys: String, CodingKey {
            case version, isVerified, status, requiresChallenge
        }
    }
}
