internal import OnboardingAPI

/// The sealer for a tenant's keys, which are asked for once.
actor PackageKeys {
    private let connection: AuthorizedConnection
    private var known: FacePackageSealer?

    init(of connection: AuthorizedConnection) {
        self.connection = connection
    }

    func sealer() async throws(ClientError) -> StepResult<FacePackageSealer> {
        if let known { return .accepted(known) }
        let result: StepResult<PublicKeysResponse> = try await connection.result(of: .packageKeys)
        switch result {
        case .refused(let envelope):
            return .refused(envelope)
        case .accepted(let keys):
            let made = try FacePackageSealer(keys: keys)
            known = made
            return .accepted(made)
        }
    }
}
