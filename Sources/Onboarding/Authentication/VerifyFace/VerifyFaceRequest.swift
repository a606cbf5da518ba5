extension VerifyFace {
    package struct Request: Sendable {
        /// Of the authentication, or of the re-enrollment.
        let token: String
        let package: SubmittedPackage
        /// The id of the challenge that it answers; nil for a passive package.
        let challenge: String?
        /// Reads the text of a package that was opened; nil where it is no capture.
        let readContent: @Sendable ([UInt8]) -> SubmittedCapture?

        package init(
            token: String, package: SubmittedPackage, challenge: String? = nil,
            readContent: @escaping @Sendable ([UInt8]) -> SubmittedCapture?
        ) {
            self.token = token
            self.package = package
            self.challenge = challenge
            self.readContent = readContent
        }
    }
}
