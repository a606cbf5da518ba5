internal import Casework
internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

/// What the HyperSecure guide offers: a tenant's users, their faces and groups. For the tenant's own trusted clients, which vouch
/// for the images: no operation judges whether a living person was before a camera.
package struct HyperSecureRoutes: Sendable {
    let portal: PortalUseCases
    let signIn: SignIn

    static let root = "/hypersecure/v1"

    private typealias Operation =
        @Sendable (UserOperationRequest, UserRequester, Instant) async throws -> any Encodable
        & Sendable

    var all: [Route] { userRoutes + groupRoutes + imageRoutes + [faceRoute, unknown] }

    // MARK: Users

    private var userRoutes: [Route] {
        let users = portal.users
        return [
            route("/user/get", ["userId"]) { asked, requester, now in
                UserResult(try await users.profile(try asked.text("userId"), by: requester, at: now))
            },
            route("/user/edit", ["userId", "details"]) { asked, requester, now in
                try await users.edit(
                    try asked.text("userId"), details: try asked.text("details"), by: requester, at: now)
                return EmptyResult()
            },
            route("/user/remove", ["userId"]) { asked, requester, now in
                ErasureResponse(try await users.remove(try asked.text("userId"), by: requester, at: now))
            },
            route("/user/removeFace", ["userId", "faceId"]) { asked, requester, now in
                try await users.removeFace(
                    try asked.text("faceId"), of: try asked.text("userId"), by: requester, at: now)
                return EmptyResult()
            },
            route("/user/fetchFaces", ["userId"]) { asked, requester, now in
                FacesResult(faces: try await users.faceIDs(of: try asked.text("userId"), by: requester, at: now))
            },
            route("/user/fetchFaceUrls", ["userId"]) { asked, requester, now in
                FaceURLsResult(
                    faceUrls: try await users.faceURLs(of: try asked.text("userId"), by: requester, at: now))
            },
            route("/user/getOTP", ["userId"]) { asked, requester, now in
                OneTimePasswordResult(
                    otp: try await users.oneTimePassword(for: try asked.text("userId"), by: requester, at: now))
            },
            route("/user/auth", ["userId", "otp", "permanent"]) { asked, requester, now in
                UserTokenResult(
                    token: try await users.token(
                        for: try asked.text("userId"), oneTimePassword: try asked.text("otp"),
                        isPermanent: try asked.flag("permanent") ?? false, by: requester, at: now))
            },
            route("/user/revokeTokens", ["userId"]) { asked, requester, now in
                try await users.endTokens(of: try asked.text("userId"), by: requester, at: now)
                return EmptyResult()
            },
            route("/user/faceauth", ["userId"], takesImages: true) { asked, requester, now in
                UserTokenResult(
                    token: try await users.token(
                        for: try asked.text("userId"), face: asked.images.map(\.bytes), by: requester, at: now))
            },
            route("/user/enroll", ["userId", "groupId", "details", "consent"], takesImages: true) {
                asked, requester, now in
                let registration = Users.Registration(
                    userID: try asked.text("userId"), groupID: try asked.text("groupId"),
                    details: try asked.text("details"), consent: try asked.consent, images: asked.images.map(\.bytes))
                return NewFacesResult(
                    try await users.enroll(registration, by: requester, at: now), of: asked)
            },
            route("/user/addFace", ["userId"], takesImages: true) { asked, requester, now in
                NewFacesResult(
                    try await users.addFaces(
                        asked.images.map(\.bytes), to: try asked.text("userId"), by: requester, at: now), of: asked)
            },
        ]
    }

    // MARK: Groups

    private var groupRoutes: [Route] {
        let groups = portal.groups
        return [
            route("/group/create", ["groupname", "sizeLimit"]) { asked, requester, now in
                NewGroupResult(
                    groupId: try await groups.create(
                        name: try asked.text("groupname"), sizeLimit: try asked.wholeNumber("sizeLimit"), by: requester,
                        at: now))
            },
            route("/group/get", ["groupId"]) { asked, requester, _ in
                GroupResult(try await groups.group(try asked.text("groupId"), by: requester))
            },
            route("/group/edit", ["groupId", "params"]) { asked, requester, now in
                let changes = try asked.object("params", keys: ["groupname", "sizeLimit"])
                try await groups.edit(
                    try asked.text("groupId"), name: try changes?.text("groupname"),
                    sizeLimit: try changes?.wholeNumber("sizeLimit"), by: requester, at: now)
                return EmptyResult()
            },
            route("/group/remove", ["groupId"]) { asked, requester, now in
                try await groups.remove(try asked.text("groupId"), by: requester, at: now)
                return EmptyResult()
            },
            route("/group/addUser", ["groupId", "userId"]) { asked, requester, now in
                try await groups.add(
                    try asked.text("userId"), to: try asked.text("groupId"), by: requester, at: now)
                return EmptyResult()
            },
            route("/group/removeUser", ["groupId", "userId"]) { asked, requester, now in
                try await groups.remove(
                    try asked.text("userId"), from: try asked.text("groupId"), by: requester, at: now)
                return EmptyResult()
            },
            route("/group/userRole", ["groupId", "userId", "groupRole"]) { asked, requester, now in
                try await groups.setRole(
                    try asked.text("groupRole"), of: try asked.text("userId"), in: try asked.text("groupId"),
                    by: requester, at: now)
                return EmptyResult()
            },
            route("/group/listUsers", ["groupId", "pageNumber", "pageSize"]) { asked, requester, now in
                let (number, size) = (try asked.wholeNumber("pageNumber"), try asked.wholeNumber("pageSize"))
                let page =
                    number == nil && size == nil
                    ? nil : UserGroups.Page(number: number ?? 1, size: size ?? Limit.pageSize.value)
                let found = try await groups.members(
                    of: try asked.text("groupId"), page: page, by: requester, at: now)
                return GroupMembersResult(
                    users: found.page.map(GroupMembersResult.User.init), totalRecords: page == nil ? nil : found.total)
            },
        ]
    }

    // MARK: Images

    private var imageRoutes: [Route] {
        let users = portal.users
        return [
            route("/image/verify", ["userId"], takesImages: true) { asked, requester, now in
                MatchResult(
                    try await users.verify(
                        asked.images.map(\.bytes), as: try asked.text("userId"), by: requester, at: now))
            },
            route("/image/recognize", ["groupId"], takesImages: true) { asked, requester, now in
                MatchResult(
                    try await users.recognize(
                        asked.images.map(\.bytes), in: try asked.text("groupId"), by: requester, at: now))
            },
        ]
    }

    /// The signature opens it, and nothing else is asked for; it is kept by nobody on the way.
    private var faceRoute: Route {
        let users = portal.users
        return Route(.get, Users.facePath + "/{faceId}", for: .anyone, refusals: .hyperSecure) { request in
            let query = try request.query
            guard
                let image = try await users.image(
                    faceID: request.parameters["faceId"], expires: query["expires"], signature: query["signature"],
                    below: request.pathTenant?.id, at: request.now)
            else { throw Refusal(.routeUnknown) }
            return Response(
                body: .bytes(image), contentType: "image/jpeg",
                extraHeaders: [.cacheControl: "no-store", .referrerPolicy: "no-referrer"])
        }
    }

    // MARK: Every operation

    private func route(
        _ endpoint: String, _ keys: Set<String>, takesImages: Bool = false, operation: @escaping Operation
    ) -> Route {
        let (users, bodies) = (portal.users, portal.users.bodies)
        return Route(
            .post, Self.root + endpoint, for: .usersClient(signIn),
            bodyLimit: takesImages ? .documentBody : .body, effort: takesImages ? .pooled : .long,
            refusals: .hyperSecure
        ) { request in
            do {
                let requester = try await users.requester(
                    try request.authenticated, userToken: request.headers[.userToken], at: request.now)
                let asked =
                    takesImages
                    ? try await bodies.run(.body) {
                        try UserOperationRequest(request, keys: keys, takesImages: true)
                    } : try UserOperationRequest(request, keys: keys, takesImages: false)
                return try .json(try await operation(asked, requester, request.now))
            } catch let error as UserError {
                return RefusalForm.response(to: error, at: request.now)
            }
        }
    }

    /// Whatever else is asked in the form of an operation has a number of its own.
    private var unknown: Route {
        Route(
            .post, Self.root + "/{kind}/{operation}", for: .usersClient(signIn),
            refusals: .hyperSecure
        ) { request in
            RefusalForm.response(to: UserError(.invalidEndpoint), at: request.now)
        }
    }
}
