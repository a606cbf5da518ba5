public import AsyncHTTPClient
@_exported public import OnboardingAPI
@_exported public import OnboardingCalls
@_exported public import OnboardingJSON

extension EnrollmentClient {
    /// The QR flow: with what a QR image handed over.
    /// - Parameters:
    ///   - bearer: that the same phone had before the app was started anew.
    ///   - form: in which face packages are sent.
    ///   - httpClient: the caller's own where it needs other trust roots or limits.
    ///   - retry: what is tried again.
    /// - Throws: `invalidURL`.
    public init(
        handOff: QRHandOff, bearer: String? = nil, form: FacePackageSealer.Form = .v2,
        httpClient: HTTPClient = .onboarding, retry: Retry = Retry()
    ) throws(ClientError) {
        try self.init(
            handOff: handOff, bearer: bearer, sealedBy: FacePackageSealer.maker(form), httpClient: httpClient,
            retry: retry)
    }

    /// The flow without a QR image, where the client is the tenant's own and holds its credentials.
    /// - Throws: `invalidURL`.
    public init(
        credentials: TenantCredentials, form: FacePackageSealer.Form = .v2, httpClient: HTTPClient = .onboarding,
        retry: Retry = Retry()
    ) throws(ClientError) {
        try self.init(
            credentials: credentials, sealedBy: FacePackageSealer.maker(form), httpClient: httpClient, retry: retry)
    }
}

extension ReturningClient {
    /// The QR flow: with what a QR image handed over.
    /// - Throws: `invalidURL`.
    public init(
        handOff: QRHandOff, form: FacePackageSealer.Form = .v2, httpClient: HTTPClient = .onboarding,
        retry: Retry = Retry()
    ) throws(ClientError) {
        try self.init(handOff: handOff, sealedBy: FacePackageSealer.maker(form), httpClient: httpClient, retry: retry)
    }

    /// The flow without a QR image, where the client is the tenant's own and holds its credentials.
    /// - Throws: `invalidURL`.
    public init(
        credentials: TenantCredentials, form: FacePackageSealer.Form = .v2, httpClient: HTTPClient = .onboarding,
        retry: Retry = Retry()
    ) throws(ClientError) {
        try self.init(
            credentials: credentials, sealedBy: FacePackageSealer.maker(form), httpClient: httpClient, retry: retry)
    }
}

extension FacePackageSealer {
    fileprivate static func maker(_ form: Form) -> MakePackageSealer {
        { keys throws(ClientError) in try FacePackageSealer(keys: keys, form: form) }
    }
}
