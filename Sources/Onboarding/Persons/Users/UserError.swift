/// Why an operation on users or groups was not done, by the numbers of the HyperSecure guide. A number is never given another
/// sense.
package struct UserError: Error, Equatable, Sendable {
    package enum Number: Int, CaseIterable, Sendable {
        case missingUserID = 603
        case missingUserDetails = 604
        case missingGroups = 605
        case missingGroupID = 606
        case missingGroupName = 607
        case missingGroupRole = 608
        case missingGroupSizeLimit = 609
        case missingImage = 610
        case missingRole = 611
        /// An image shows no face, or there is none to compare with.
        case missingFace = 612
        case missingFaceID = 613
        case missingFaceIDs = 614
        case userNotFound = 615
        case userAlreadyExists = 616
        case groupNotFound = 617
        case groupAlreadyExists = 618
        case oneTimePasswordMismatch = 621
        case invalidEndpoint = 622
        /// What was handed in as an image cannot be read as one.
        case invalidImage = 623
        /// A key that the operation does not have.
        case illegalParameter = 624
        case other = 699

        /// As the guide spells it.
        package var name: String {
            switch self {
            case .missingUserID: "INPUT_MISSING_USER_ID"
            case .missingUserDetails: "INPUT_MISSING_USER_DETAILS"
            case .missingGroups: "INPUT_MISSING_GROUPS"
            case .missingGroupID: "INPUT_MISSING_GROUP_ID"
            case .missingGroupName: "INPUT_MISSING_GROUP_NAME"
            case .missingGroupRole: "INPUT_MISSING_GROUP_ROLE"
            case .missingGroupSizeLimit: "INPUT_MISSING_GROUP_SIZE_LIMIT"
            case .missingImage: "INPUT_MISSING_IMAGE"
            case .missingRole: "INPUT_MISSING_ROLE"
            case .missingFace: "INPUT_MISSING_FACE"
            case .missingFaceID: "INPUT_MISSING_FACE_ID"
            case .missingFaceIDs: "INPUT_MISSING_FACE_IDS"
            case .userNotFound: "INPUT_USER_NOT_FOUND"
            case .userAlreadyExists: "INPUT_USER_ALREADY_EXIST"
            case .groupNotFound: "INPUT_GROUP_NOT_FOUND"
            case .groupAlreadyExists: "INPUT_GROUP_ALREADY_EXIST"
            case .oneTimePasswordMismatch: "INPUT_OTP_MISMATCH"
            case .invalidEndpoint: "ERROR_INPUT_INVALID_ENDPOINT"
            case .invalidImage: "INPUT_INVALID_IMAGE_PATH"
            case .illegalParameter: "ERROR_INPUT_ILLEGAL_PARAMETER"
            case .other: "INPUT_OTHER"
            }
        }
    }

    /// What 699 is about, or why 612 says that no face is there which could be compared. A word is never renamed or reused.
    package enum Cause: String, CaseIterable, Sendable {
        case bodyMalformed = "BODY_MALFORMED"
        case wrongType = "WRONG_TYPE"
        case valueTooLong = "VALUE_TOO_LONG"
        case sizeLimitOutOfRange = "SIZE_LIMIT_OUT_OF_RANGE"
        case tooManyImages = "TOO_MANY_IMAGES"
        case tooManyFaces = "TOO_MANY_FACES"
        case severalFaces = "SEVERAL_FACES"
        /// The faces that were handed in are not one person's, or not the user's.
        case facesDiffer = "FACES_DIFFER"
        /// It was made by the person's own enrollment.
        case faceOfEnrollment = "FACE_OF_ENROLLMENT"
        case faceNotMatching = "FACE_NOT_MATCHING"
        /// Somebody is registered with the face, and the tenant registers nobody twice.
        case faceRegistered = "FACE_REGISTERED"
        case groupFull = "GROUP_FULL"
        case tooManyGroups = "TOO_MANY_GROUPS"
        /// The group that every tenant has stays, under its name.
        case defaultGroup = "DEFAULT_GROUP"
        case groupTooLargeToSearch = "GROUP_TOO_LARGE_TO_SEARCH"
        case pageOutOfRange = "PAGE_OUT_OF_RANGE"
        case consentInvalid = "CONSENT_INVALID"
        case consentRequired = "CONSENT_REQUIRED"
        // Why a face is not compared, of 612.
        case faceTooSmall = "FACE_TOO_SMALL"
        case poseTooLarge = "POSE_TOO_LARGE"
        case badExposure = "BAD_EXPOSURE"
        case tooBlurry = "TOO_BLURRY"
    }

    package let number: Number
    package let cause: Cause?

    package init(_ number: Number, because cause: Cause? = nil) {
        self.number = number
        self.cause = cause
    }

    /// 699.
    package init(_ cause: Cause) {
        number = .other
        self.cause = cause
    }
}
