public import AsyncHTTPClient
public import OnboardingAPI

/// What a tenant's own server asks of its galleries: groups of registrations, among which a face is looked for. They are the groups
/// of `UsersClient`, by their names, and no call judges whether a living person was before a camera either.
///
/// The credentials are of a client with the scope `users`, and `users:admin` for whatever changes something.
public actor GalleriesClient {
    /// What the gallery is called that every tenant has, with everybody in it.
    public static let everybody = "(default)"

    private let connection: AuthorizedConnection

    /// - Parameters:
    ///   - httpClient: the caller's own where it needs other trust roots or limits.
    ///   - retry: what is tried again.
    /// - Throws: `invalidURL`.
    public init(credentials: TenantCredentials, httpClient: HTTPClient = .onboarding, retry: Retry = Retry())
        throws(ClientError)
    {
        connection = AuthorizedConnection(
            connection: try ServerConnection(baseURL: credentials.publicURL, httpClient: httpClient, retry: retry),
            apiKey: credentials.apiKey, source: .credentials(credentials))
    }

    // MARK: Faces

    /// Registers somebody by one image of the face.
    public func register(_ user: GalleryUserRequest) async throws(ClientError) -> StepResult<RegistrationCodeResponse> {
        try await post("registerUser", user, isRepeatable: false)
    }

    /// Whose face an image shows, the most similar first.
    /// - Parameters:
    ///   - gallery: nil for everybody.
    ///   - candidates: registration codes; nil for all.
    public func match(
        _ image: [UInt8], in gallery: String? = nil, among candidates: [String]? = nil
    ) async throws(ClientError) -> StepResult<GalleryMatchResponse> {
        try await post(
            "matchFace",
            GalleryMatchRequest(image: Base64Bytes(image), galleryName: gallery, candidateList: candidates))
    }

    // MARK: Galleries

    public func galleries() async throws(ClientError) -> StepResult<GalleryListResponse> {
        try await connection.result(
            of: ServerConnection.Request(method: .GET, path: "/onboarding/gallery/listGallery"))
    }

    public func add(_ gallery: String) async throws(ClientError) -> StepResult<GalleryChangeResponse> {
        try await post("addGallery", GalleryRequest(galleryName: gallery), isRepeatable: false)
    }

    /// Its registrations stay registered.
    public func delete(_ gallery: String) async throws(ClientError) -> StepResult<GalleryChangeResponse> {
        try await post("deleteGallery", GalleryRequest(galleryName: gallery), isRepeatable: false)
    }

    // MARK: Registrations in galleries

    public func add(
        registration code: String, to gallery: String
    ) async throws(ClientError) -> StepResult<GalleryChangeResponse> {
        try await post(
            "addRegistrationToGallery", GalleryRegistrationRequest(galleryName: gallery, registrationCode: code))
    }

    public func delete(
        registration code: String, from gallery: String
    ) async throws(ClientError) -> StepResult<GalleryChangeResponse> {
        try await post(
            "deleteRegistrationFromGallery", GalleryRegistrationRequest(galleryName: gallery, registrationCode: code))
    }

    /// Each to each; all or nothing.
    public func add(
        registrations codes: [String], to galleries: [String]
    ) async throws(ClientError) -> StepResult<GalleryChangeResponse> {
        try await post(
            "addRegistrationsToGalleries",
            GalleriesRegistrationsRequest(galleryNames: galleries, registrationCodes: codes)
        )
    }

    /// Each from each; all or nothing.
    public func delete(
        registrations codes: [String], from galleries: [String]
    ) async throws(ClientError) -> StepResult<GalleryChangeResponse> {
        try await post(
            "deleteRegistrationsFromGalleries",
            GalleriesRegistrationsRequest(galleryNames: galleries, registrationCodes: codes))
    }

    public func holds(
        registration code: String, in gallery: String
    ) async throws(ClientError) -> StepResult<GalleryHoldsResponse> {
        try await post(
            "isRegistrationInGallery", GalleryRegistrationRequest(galleryName: gallery, registrationCode: code))
    }

    public func galleries(
        ofRegistration code: String
    ) async throws(ClientError) -> StepResult<GalleryNamesResponse> {
        try await post("listGalleryOfRegistration", GalleriesOfRegistrationRequest(registrationCode: code))
    }

    /// A page of the registration codes in a gallery; pages count from 1.
    public func registrations(
        in gallery: String, page: Int? = nil, size: Int? = nil
    ) async throws(ClientError) -> StepResult<GalleryPageResponse> {
        try await post(
            "listRegistrationInGallery", GalleryPageRequest(galleryName: gallery, pageNumber: page, pageSize: size))
    }

    private func post<Response: Decodable & Sendable>(
        _ call: String, _ body: some Encodable, isRepeatable: Bool = true
    ) async throws(ClientError) -> StepResult<Response> {
        let request = try ServerConnection.Request.post("/onboarding/gallery/\(call)", json: body)
        return try await connection.result(of: isRepeatable ? request : request.once)
    }
}
