/// A page of the registration list. Pages count from 1.
public struct RegistrationListRequest: Codable, Equatable, Sendable {
    public var pageNumber: Int
    public var pageSize: Int

    public init(pageNumber: Int, pageSize: Int) {
        self.pageNumber = pageNumber
        self.pageSize = pageSize
    }
}

public struct RegistrationListResponse: Codable, Equatable, Sendable {
    public struct Entry: Codable, Equatable, Sendable {
        public let registrationCode: String
        public let username: String
        public let name: String
        public let email: String
        /// ISO 8601.
        public let startDate: String
        public let origin: EnrollmentSummary.Origin

        public init(
            registrationCode: String, username: String, name: String, email: String, startDate: String,
            origin: EnrollmentSummary.Origin
        ) {
            self.registrationCode = registrationCode
            self.username = username
            self.name = name
            self.email = email
            self.startDate = startDate
            self.origin = origin
        }
    }

    public let pageNumber: Int
    public let pageSize: Int
    public let totalPages: Int
    public let totalRecords: Int
    /// The newest first; empty beyond the end.
    public let list: [Entry]

    public init(pageNumber: Int, pageSize: Int, totalPages: Int, totalRecords: Int, list: [Entry]) {
        self.pageNumber = pageNumber
        self.pageSize = pageSize
        self.totalPages = totalPages
        self.totalRecords = totalRecords
        self.list = list
    }
}

/// The enrollment of a registration code with its devices and what happened on the way.
public struct RegistrationDetail: Codable, Equatable, Sendable {
    public struct Device: Codable, Equatable, Sendable {
        public let deviceId: String
        /// Whether it gave a public key.
        public let hasPublicKey: Bool

        public init(deviceId: String, hasPublicKey: Bool) {
            self.deviceId = deviceId
            self.hasPublicKey = hasPublicKey
        }
    }

    public struct Activity: Codable, Equatable, Sendable {
        public let type: String
        public let result: String
        /// ISO 8601.
        public let date: String
        /// The device that was added.
        public let deviceId: String?
        /// As the step's own answer says it: of addFace 0 … 100, of addDocument −log10 of the false match rate. Absent where
        /// nothing was computed.
        public var score: Double?

        public init(type: String, result: String, date: String, deviceId: String? = nil) {
            self.type = type
            self.result = result
            self.date = date
            self.deviceId = deviceId
        }
    }

    public let registrationCode: String
    public let username: String
    public let name: String
    public let email: String
    public let phoneNumber: String
    /// ISO 8601.
    public let startDate: String
    /// Those that open it, oldest first.
    public let registeredDevices: [Device]
    /// ISO 8601: until when it opens to nobody, because authentications failed too often; absent where it does.
    public let lockedUntil: String?
    /// Oldest first.
    public let activities: [Activity]
    /// How it stands or ended: one that is not complete is no registration.
    public let enrollment: EnrollmentDetail

    public init(
        registrationCode: String, username: String, name: String, email: String, phoneNumber: String, startDate: String,
        registeredDevices: [Device], lockedUntil: String? = nil, activities: [Activity], enrollment: EnrollmentDetail
    ) {
        self.registrationCode = registrationCode
        self.username = username
        self.name = name
        self.email = email
        self.phoneNumber = phoneNumber
        self.startDate = startDate
        self.registeredDevices = registeredDevices
        self.lockedUntil = lockedUntil
        self.activities = activities
        self.enrollment = enrollment
    }
}
