public import AsyncHTTPClient
internal import Foundation
public import OnboardingAPI

/// What a tenant's own server asks of its users and groups (HyperSecure). It vouches for the images: no call judges whether a living
/// person was before a camera, so a match is no authentication.
public actor UsersClient {
    /// In whose name a call is made beside the client's.
    public enum Requester: Sendable {
        /// Whoever has the administrator's token, the secret of a client with the scope `users:admin`.
        case administrator(token: String)
        /// A user, by a token of `token(for:oneTimePassword:)` or `token(for:face:)`.
        case user(token: String)
        /// Nobody but the client, for those two.
        case client
    }

    /// What became of a call.
    public enum Result<Response: Sendable>: Sendable {
        case done(Response)
        case refused(UserErrorEnvelope)

        public var answer: Response? {
            guard case .done(let answer) = self else { return nil }
            return answer
        }
    }

    private let connection: ServerConnection
    private let authorization: String
    private let requester: Requester

    /// - Parameters:
    ///   - clientID: of a client with the scope `users`.
    ///   - httpClient: the caller's own where it needs other trust roots or limits.
    ///   - retry: what is tried again.
    /// - Throws: `invalidURL`.
    public init(
        publicURL: String, clientID: String, clientSecret: String, requester: Requester,
        httpClient: HTTPClient = .onboarding, retry: Retry = Retry()
    ) throws(ClientError) {
        connection = try ServerConnection(baseURL: publicURL, httpClient: httpClient, retry: retry)
        authorization = "Basic " + Data("\(clientID):\(clientSecret)".utf8).base64EncodedString()
        self.requester = requester
    }

    // MARK: Users

    /// Registers a user by one to five images of the face.
    public func enroll(
        _ userID: String, images: [[UInt8]], groupID: String? = nil, details: String? = nil, consent: Consent? = nil
    ) async throws(ClientError) -> Result<NewFacesResult> {
        var request = UserRequest(userId: userID, images: images)
        (request.groupId, request.details, request.consent) = (groupID, details, consent)
        return try await ask("/user/enroll", request, isRepeatable: false)
    }

    public func user(_ userID: String) async throws(ClientError) -> Result<UserResult> {
        try await ask("/user/get", UserRequest(userId: userID))
    }

    public func edit(_ userID: String, details: String) async throws(ClientError) -> Result<EmptyResult> {
        var request = UserRequest(userId: userID)
        request.details = details
        return try await ask("/user/edit", request)
    }

    /// Erases the person.
    public func remove(_ userID: String) async throws(ClientError) -> Result<EmptyResult> {
        try await ask("/user/remove", UserRequest(userId: userID), isRepeatable: false)
    }

    public func addFaces(_ images: [[UInt8]], to userID: String) async throws(ClientError) -> Result<NewFacesResult> {
        try await ask("/user/addFace", UserRequest(userId: userID, images: images), isRepeatable: false)
    }

    public func removeFace(_ faceID: String, of userID: String) async throws(ClientError) -> Result<EmptyResult> {
        var request = UserRequest(userId: userID)
        request.faceId = faceID
        return try await ask("/user/removeFace", request, isRepeatable: false)
    }

    public func faces(of userID: String) async throws(ClientError) -> Result<FacesResult> {
        try await ask("/user/fetchFaces", UserRequest(userId: userID))
    }

    /// Addresses that show the images to whoever has them, for 300 s.
    public func faceURLs(of userID: String) async throws(ClientError) -> Result<FaceURLsResult> {
        try await ask("/user/fetchFaceUrls", UserRequest(userId: userID))
    }

    public func oneTimePassword(for userID: String) async throws(ClientError) -> Result<OneTimePasswordResult> {
        try await ask("/user/getOTP", UserRequest(userId: userID))
    }

    public func token(
        for userID: String, oneTimePassword: String, isPermanent: Bool = false
    ) async throws(ClientError) -> Result<UserTokenResult> {
        var request = UserRequest(userId: userID)
        (request.otp, request.permanent) = (oneTimePassword, isPermanent)
        return try await ask("/user/auth", request, isRepeatable: false)
    }

    public func token(for userID: String, face image: [UInt8]) async throws(ClientError) -> Result<UserTokenResult> {
        try await ask("/user/faceauth", UserRequest(userId: userID, images: [image]))
    }

    /// Ends all tokens of a user.
    public func revokeTokens(of userID: String) async throws(ClientError) -> Result<EmptyResult> {
        try await ask("/user/revokeTokens", UserRequest(userId: userID))
    }

    // MARK: Images

    /// Whether an image shows the face of a user.
    public func verify(_ image: [UInt8], as userID: String) async throws(ClientError) -> Result<MatchResult> {
        try await ask("/image/verify", UserRequest(userId: userID, images: [image]))
    }

    /// Whose face an image shows, of the members of a group.
    public func recognize(
        _ image: [UInt8], in groupID: String? = nil
    ) async throws(ClientError) -> Result<MatchResult> {
        var request = UserRequest(images: [image])
        request.groupId = groupID
        return try await ask("/image/recognize", request)
    }

    // MARK: Groups

    public func createGroup(_ name: String, sizeLimit: Int) async throws(ClientError) -> Result<NewGroupResult> {
        var request = UserRequest()
        (request.groupname, request.sizeLimit) = (name, sizeLimit)
        return try await ask("/group/create", request, isRepeatable: false)
    }

    public func group(_ groupID: String) async throws(ClientError) -> Result<GroupResult> {
        try await ask("/group/get", UserRequest(groupId: groupID))
    }

    public func editGroup(
        _ groupID: String, name: String? = nil, sizeLimit: Int? = nil
    ) async throws(ClientError) -> Result<EmptyResult> {
        var request = UserRequest(groupId: groupID)
        request.params = UserRequest.Changes(groupname: name, sizeLimit: sizeLimit)
        return try await ask("/group/edit", request)
    }

    public func removeGroup(_ groupID: String) async throws(ClientError) -> Result<EmptyResult> {
        try await ask("/group/remove", UserRequest(groupId: groupID), isRepeatable: false)
    }

    public func add(_ userID: String, to groupID: String) async throws(ClientError) -> Result<EmptyResult> {
        try await ask("/group/addUser", UserRequest(userId: userID, groupId: groupID))
    }

    public func remove(_ userID: String, from groupID: String) async throws(ClientError) -> Result<EmptyResult> {
        try await ask("/group/removeUser", UserRequest(userId: userID, groupId: groupID))
    }

    /// - Parameter role: `user` or `groupAdmin`.
    public func setRole(
        _ role: String, of userID: String, in groupID: String
    ) async throws(ClientError) -> Result<EmptyResult> {
        var request = UserRequest(userId: userID, groupId: groupID)
        request.groupRole = role
        return try await ask("/group/userRole", request)
    }

    /// The members of a group; pages count from 1. Without a page all of them, which the server refuses where they are too many.
    public func members(
        of groupID: String, page: Int? = nil, size: Int? = nil
    ) async throws(ClientError) -> Result<GroupMembersResult> {
        var request = UserRequest(groupId: groupID)
        (request.pageNumber, request.pageSize) = (page, size)
        return try await ask("/group/listUsers", request)
    }

    // MARK: Every call

    private func ask<Response: Decodable & Sendable>(
        _ endpoint: String, _ body: UserRequest, isRepeatable: Bool = true
    ) async throws(ClientError) -> Result<Response> {
        var request = try ServerConnection.Request.post("/hypersecure/v1" + endpoint, json: body)
            .adding("Authorization", authorization)
        if !isRepeatable { request = request.once }
        switch requester {
        case .administrator(let token): request = request.adding("X-Admin-Token", token)
        case .user(let token): request = request.adding("X-User-Token", token)
        case .client: break
        }
        let response = try await connection.response(to: request)
        if response.status == 200, let answer = try? JSONDecoder().decode(Response.self, from: response.body) {
            return .done(answer)
        }
        guard response.status != 200,
            let refusal = try? JSONDecoder().decode(UserErrorEnvelope.self, from: response.body)
        else { throw .unexpectedAnswer(status: response.status) }
        return .refused(refusal)
    }
}

/// The body of any operation; what is nil is left out.
private struct UserRequest: Encodable {
    struct Changes: Encodable {
        var groupname: String?
        var sizeLimit: Int?
    }

    var userId: String?
    var groupId: String?
    var details: String?
    var consent: Consent?
    var faceId: String?
    var otp: String?
    var permanent: Bool?
    var groupname: String?
    var sizeLimit: Int?
    var groupRole: String?
    var params: Changes?
    var pageNumber: Int?
    var pageSize: Int?
    private var image1: Base64Bytes?
    private var image2: Base64Bytes?
    private var image3: Base64Bytes?
    private var image4: Base64Bytes?
    private var image5: Base64Bytes?
    /// One too many, so that the server says so.
    private var image6: Base64Bytes?

    init(userId: String? = nil, groupId: String? = nil, images: [[UInt8]] = []) {
        (self.userId, self.groupId) = (userId, groupId)
        func image(_ index: Int) -> Base64Bytes? {
            images.indices.contains(index) ? Base64Bytes(images[index]) : nil
        }
        (image1, image2, image3) = (image(0), image(1), image(2))
        (image4, image5, image6) = (image(3), image(4), image(5))
    }
}
