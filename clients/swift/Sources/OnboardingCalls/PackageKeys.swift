internal import OnboardingAPI

/// The sealer for a tenant's keys, which are asked for once.
actor PackageKeys {
    private let connection: AuthorizedConnection
    private let makeSealer: MakePackageSealer
    private var known: (any PackageSealer)?

    init(of connection: AuthorizedConnection, sealedBy makeSealer: @escaping MakePackageSealer) {
        self.connection = connection
        self.makeSealer = makeSealer
    }

    func sealer() async throws(ClientError) -> StepResult<any PackageSealer> {
        if let known { return .accepted(known) }
        let result: StepResult<PublicKeysResponse> = try await connection.result(of: .packageKeys)
        switch result {
        case .refused(let envelope):
            return .refused(envelope)
        case .accepted(let keys):
            let made = try makeSealer(keys)
            known = made
            return .accepted(made)
        }
    }
}
