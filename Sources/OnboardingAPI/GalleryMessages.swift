/// Galleries: groups of registrations, under the names of AwareID.

public struct GalleryUserRequest: Codable, Equatable, Sendable {
    public var username: String?
    public var email: String?
    public var image: Base64Bytes
    public var firstName: String?
    public var lastName: String?
    public var phoneNumber: String?
    /// That the person has given to the client.
    public var consent: Consent?

    public init(
        username: String, email: String, image: Base64Bytes, firstName: String? = nil, lastName: String? = nil,
        phoneNumber: String? = nil, consent: Consent? = nil
    ) {
        (self.username, self.email, self.image) = (username, email, image)
        (self.firstName, self.lastName, self.phoneNumber) = (firstName, lastName, phoneNumber)
        self.consent = consent
    }
}

extension GalleryUserRequest: LargeRequest {
    public static let memberNames = [
        "username", "email", "image", "firstName", "lastName", "phoneNumber", "consent",
    ]
}

public struct RegistrationCodeResponse: Codable, Equatable, Sendable {
    public let registrationCode: String

    public init(registrationCode: String) {
        self.registrationCode = registrationCode
    }
}

public struct GalleryMatchRequest: Codable, Equatable, Sendable {
    public var image: Base64Bytes
    /// Nil for the gallery that every tenant has.
    public var galleryName: String?
    /// Registration codes; nil for all.
    public var candidateList: [String]?

    public init(image: Base64Bytes, galleryName: String? = nil, candidateList: [String]? = nil) {
        (self.image, self.galleryName, self.candidateList) = (image, galleryName, candidateList)
    }
}

extension GalleryMatchRequest: LargeRequest {
    public static let memberNames = ["image", "galleryName", "candidateList"]
}

/// Who is like the face of an image, the most similar first. No image by itself says that a person was before a camera.
public struct GalleryMatchResponse: Codable, Equatable, Sendable {
    public struct Match: Codable, Equatable, Sendable {
        public let registrationCode: String
        /// 0 to 100: 100 · (1 − FMR^¼) of the false match rate, in percent.
        public let score: Int

        public init(registrationCode: String, score: Int) {
            self.registrationCode = registrationCode
            self.score = score
        }
    }

    public let matchCount: Int
    public let list: [Match]

    public init(list: [Match]) {
        self.list = list
        matchCount = list.count
    }
}

public struct GalleryRequest: Codable, Equatable, Sendable {
    public var galleryName: String?

    public init(galleryName: String?) {
        self.galleryName = galleryName
    }
}

public struct GalleryRegistrationRequest: Codable, Equatable, Sendable {
    public var galleryName: String?
    public var registrationCode: String?

    public init(galleryName: String?, registrationCode: String?) {
        (self.galleryName, self.registrationCode) = (galleryName, registrationCode)
    }
}

public struct GalleriesRegistrationsRequest: Codable, Equatable, Sendable {
    public var galleryNames: [String]
    public var registrationCodes: [String]

    public init(galleryNames: [String], registrationCodes: [String]) {
        (self.galleryNames, self.registrationCodes) = (galleryNames, registrationCodes)
    }
}

public struct GalleriesOfRegistrationRequest: Codable, Equatable, Sendable {
    public var registrationCode: String?

    public init(registrationCode: String?) {
        self.registrationCode = registrationCode
    }
}

public struct GalleryPageRequest: Codable, Equatable, Sendable {
    public var galleryName: String?
    /// From 1.
    public var pageNumber: Int?
    public var pageSize: Int?

    public init(galleryName: String?, pageNumber: Int? = nil, pageSize: Int? = nil) {
        (self.galleryName, self.pageNumber, self.pageSize) = (galleryName, pageNumber, pageSize)
    }
}

public struct GalleryListResponse: Codable, Equatable, Sendable {
    public struct Gallery: Codable, Equatable, Sendable {
        public let galleryName: String

        public init(galleryName: String) {
            self.galleryName = galleryName
        }
    }

    public let list: [Gallery]

    public init(list: [Gallery]) {
        self.list = list
    }
}

public struct GalleryNamesResponse: Codable, Equatable, Sendable {
    public let list: [String]

    public init(list: [String]) {
        self.list = list
    }
}

public struct GalleryHoldsResponse: Codable, Equatable, Sendable {
    public let exist: Bool

    public init(exist: Bool) {
        self.exist = exist
    }
}

public struct GalleryPageResponse: Codable, Equatable, Sendable {
    public let pageNumber: Int
    public let pageSize: Int
    public let totalPages: Int
    public let totalRecords: Int
    /// Registration codes.
    public let list: [String]

    public init(pageNumber: Int, pageSize: Int, totalRecords: Int, list: [String]) {
        (self.pageNumber, self.pageSize, self.totalRecords, self.list) = (pageNumber, pageSize, totalRecords, list)
        totalPages = pageSize > 0 ? (totalRecords + pageSize - 1) / pageSize : 0
    }
}

/// The answer of whatever changes galleries.
public struct GalleryChangeResponse: Codable, Equatable, Sendable {
    public let message: String

    public init(message: String = "OK") {
        self.message = message
    }
}
