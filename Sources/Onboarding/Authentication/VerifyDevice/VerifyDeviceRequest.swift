package import OnboardingCore
internal import OnboardingJSON

extension VerifyDevice {
    package struct Request: Sendable {
        let authToken: String
        let deviceID: String
        /// ECDSA on P-256 with SHA-256 over the UTF-8 of `authToken`, as DER or, as browsers make it, as two numbers of 32 bytes;
        /// nil where none was sent.
        let signature: [UInt8]?
        /// The bytes of a public key as it was sent when the device was registered; nil where it is no base64.
        let readPublicKey: @Sendable (String) -> [UInt8]?

        package init(
            authToken: String, deviceID: String, signature: [UInt8]?,
            readPublicKey: @escaping @Sendable (String) -> [UInt8]?
        ) {
            self.authToken = authToken
            self.deviceID = deviceID
            self.signature = signature
            self.readPublicKey = readPublicKey
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
