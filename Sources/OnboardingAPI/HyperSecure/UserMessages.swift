/// What operations on users and groups answer (HyperSecure), in the spellings of its guide.

/// The answer of whatever has none.
public struct EmptyResult: Codable, Equatable, Sendable {
    public init() {}
}

public struct UserResult: Codable, Equatable, Sendable {
    public struct Group: Codable, Equatable, Sendable {
        public let groupId: String
        /// `user` or `groupAdmin`.
        public let role: String

        public init(groupId: String, role: String) {
            self.groupId = groupId
            self.role = role
        }
    }

    public let userId: String
    /// Those that the user has in groups, each once.
    public let roles: [String]
    /// Milliseconds since 1970.
    public let createdDate: Int64
    public let details: String
    public let groups: [Group]
    /// Ids of the faces.
    public let faces: [String]

    public init(
        userId: String, roles: [String], createdDate: Int64, details: String, groups: [Group], faces: [String]
    ) {
        self.userId = userId
        self.roles = roles
        self.createdDate = createdDate
        self.details = details
        self.groups = groups
        self.faces = faces
    }
}

public struct FacesResult: Codable, Equatable, Sendable {
    public let faces: [String]

    public init(faces: [String]) {
        self.faces = faces
    }
}

public struct FaceURLsResult: Codable, Equatable, Sendable {
    public let faceUrls: [String]

    public init(faceUrls: [String]) {
        self.faceUrls = faceUrls
    }
}

public struct OneTimePasswordResult: Codable, Equatable, Sendable {
    public let otp: String

    public init(otp: String) {
        self.otp = otp
    }
}

public struct UserTokenResult: Codable, Equatable, Sendable {
    public let token: String

    public init(token: String) {
        self.token = token
    }
}

/// The faces that were made of the images of a request.
public struct NewFacesResult: Codable, Equatable, Sendable {
    public struct Face: Codable, Equatable, Sendable {
        /// What the image was called in the request: `image`, `image1` …
        public let label: String
        public let faceId: String

        public init(label: String, faceId: String) {
            self.label = label
            self.faceId = faceId
        }
    }

    public let faceIds: [Face]
    /// Of the first image.
    public let faceId: String

    public init(faceIds: [Face]) {
        self.faceIds = faceIds
        faceId = faceIds.first?.faceId ?? ""
    }
}

/// Whose face an image shows. Nobody judged whether a living person was before the camera: this is no authentication.
public struct MatchResult: Codable, Equatable, Sendable {
    public struct Details: Codable, Equatable, Sendable {
        public let userId: String
        public let details: String

        public init(userId: String, details: String) {
            self.userId = userId
            self.details = details
        }
    }

    /// Whether anybody reaches the threshold. Where nobody does, there are no further members but `conf`.
    public let exists: Bool
    /// 0 to 100: 100 · (1 − FMR^¼) of the false match rate, in percent.
    public let conf: Int
    public let faceId: String?
    public let personId: String?
    public let userDetails: Details?

    public init(exists: Bool, conf: Int, faceId: String? = nil, personId: String? = nil, userDetails: Details? = nil) {
        self.exists = exists
        self.conf = conf
        self.faceId = faceId
        self.personId = personId
        self.userDetails = userDetails
    }
}

public struct NewGroupResult: Codable, Equatable, Sendable {
    public let groupId: String

    public init(groupId: String) {
        self.groupId = groupId
    }
}

public struct GroupResult: Codable, Equatable, Sendable {
    public let groupname: String
    /// A text, as the guide has it.
    public let sizeLimit: String
    /// Milliseconds since 1970.
    public let createdDate: Int64

    public init(groupname: String, sizeLimit: String, createdDate: Int64) {
        self.groupname = groupname
        self.sizeLimit = sizeLimit
        self.createdDate = createdDate
    }
}

public struct GroupMembersResult: Codable, Equatable, Sendable {
    public struct User: Codable, Equatable, Sendable {
        public let userId: String
        public let details: String
        /// Milliseconds since 1970: when the user came into the group.
        public let createdTime: Int64
        public let faces: [String]

        public init(userId: String, details: String, createdTime: Int64, faces: [String]) {
            self.userId = userId
            self.details = details
            self.createdTime = createdTime
            self.faces = faces
        }
    }

    public let users: [User]
    /// Of all pages; where a page was asked for.
    public var totalRecords: Int?

    public init(users: [User], totalRecords: Int? = nil) {
        self.users = users
        self.totalRecords = totalRecords
    }
}

/// How an operation on users or groups is refused.
public struct UserErrorEnvelope: Codable, Equatable, Sendable {
    /// 603 to 699, or 3 for who asks and 4 for the server.
    public let errorCode: Int
    /// The name that the guide has for the number.
    public let errorMsg: String
    /// What it is about: of 699, 3 and 4 more than the name says.
    public let reason: String
    public let status: Int
    public let timestamp: String

    public init(errorCode: Int, errorMsg: String, reason: String, status: Int, timestamp: String) {
        self.errorCode = errorCode
        self.errorMsg = errorMsg
        self.reason = reason
        self.status = status
        self.timestamp = timestamp
    }
}
