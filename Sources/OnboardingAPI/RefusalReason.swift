/// Why a request was refused, sent as `reason` beside the vendor's coarser `errorCode`.
///
/// A code is never renamed, reused or removed; a test freezes the list. `TOKEN_UNKNOWN` covers unknown, foreign,
/// expired and wrong-kind tokens on purpose, and `PACKAGE_UNREADABLE` every failure to open a sealed package, because
/// whoever can tell the causes apart has an oracle.
public enum RefusalReason: String, CaseIterable, Codable, Sendable {
    case badJSON = "BAD_JSON"
    case notAnObject = "NOT_AN_OBJECT"
    case wrongType = "WRONG_TYPE"
    case tooDeep = "TOO_DEEP"
    case fieldMissing = "FIELD_MISSING"
    case fieldEmpty = "FIELD_EMPTY"
    case fieldTooLong = "FIELD_TOO_LONG"
    case badBase64 = "BAD_BASE64"
    case notAnImage = "NOT_AN_IMAGE"
    case imageTooLarge = "IMAGE_TOO_LARGE"
    case imageTooSmall = "IMAGE_TOO_SMALL"
    case lightUnreadable = "LIGHT_UNREADABLE"
    case tooManyImages = "TOO_MANY_IMAGES"
    case noFrames = "NO_FRAMES"
    case tooManyFrames = "TOO_MANY_FRAMES"
    case frameSizesDiffer = "FRAME_SIZES_DIFFER"
    case frameTimesInvalid = "FRAME_TIMES_INVALID"
    case rotationInvalid = "ROTATION_INVALID"
    case unknownWorkflow = "UNKNOWN_WORKFLOW"
    case packageUnreadable = "PACKAGE_UNREADABLE"
    case packageFormNotAccepted = "PACKAGE_FORM_NOT_ACCEPTED"
    case packageReplayed = "PACKAGE_REPLAYED"
    case sessionIDInvalid = "SESSION_ID_INVALID"
    case publicKeyInvalid = "PUBLIC_KEY_INVALID"
    case consentRequired = "CONSENT_REQUIRED"
    case tokenUnknown = "TOKEN_UNKNOWN"
    case stepOutOfOrder = "STEP_OUT_OF_ORDER"
    case stepAlreadyDone = "STEP_ALREADY_DONE"
    case enrollmentFinished = "ENROLLMENT_FINISHED"
    case attemptsExhausted = "ATTEMPTS_EXHAUSTED"
    case encryptedContainerUnsupported = "ENCRYPTED_CONTAINER_UNSUPPORTED"
    case configurationConflict = "CONFIG_CONFLICT"
    case configurationValue = "CONFIG_VALUE"
    case pageOutOfRange = "PAGE_OUT_OF_RANGE"
    case registrationUnknown = "REGISTRATION_UNKNOWN"
    case tokenMissing = "TOKEN_MISSING"
    case tokenExpired = "TOKEN_EXPIRED"
    case tokenInvalid = "TOKEN_INVALID"
    case apiKeyMissing = "APIKEY_MISSING"
    case apiKeyUnknown = "APIKEY_UNKNOWN"
    case apiKeyForeign = "APIKEY_FOREIGN"
    case roleMissing = "ROLE_MISSING"
    case originNotAllowed = "ORIGIN_NOT_ALLOWED"
    case headMalformed = "HEAD_MALFORMED"
    case bodyMalformed = "BODY_MALFORMED"
    case bodyTooLarge = "BODY_TOO_LARGE"
    case contentEncodingUnsupported = "CONTENT_ENCODING_UNSUPPORTED"
    case rateLimited = "RATE_LIMITED"
    case routeUnknown = "ROUTE_UNKNOWN"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case requestTimeout = "REQUEST_TIMEOUT"
    case overloaded = "OVERLOADED"
    case storageUnavailable = "STORAGE_UNAVAILABLE"
    case internalError = "INTERNAL_ERROR"
}

/// The vendor's word, which existing clients compare.
public enum ErrorCode: String, Codable, Sendable {
    case inputFormat = "INPUT_FORMAT_ERROR"
    case inputValues = "INPUT_VALUES_ERROR"
    case invalidInput = "INVALID_INPUT"
    case internalServerError = "INTERNAL_SERVER_ERROR"
    case unauthorized = "UNAUTHORIZED"
    case forbidden = "FORBIDDEN"
    case notFound = "NOT_FOUND"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    case requestTimeout = "REQUEST_TIMEOUT"
    case tooManyRequests = "TOO_MANY_REQUESTS"
    case serviceUnavailable = "SERVICE_UNAVAILABLE"
}

extension RefusalReason {
    /// What the reason means on the wire: HTTP status, the vendor's word, and a sentence for the developer who
    /// integrates us. Nothing that the caller sent, no cause beyond the code.
    public var meaning: (status: Int, errorCode: ErrorCode, message: String) {
        switch self {
        case .badJSON: (400, .inputFormat, "The body is not valid JSON")
        case .notAnObject: (400, .inputFormat, "The body is not a JSON object")
        case .wrongType: (400, .inputFormat, "A field has the wrong type")
        case .tooDeep: (400, .inputFormat, "The body is nested too deeply")
        case .fieldMissing: (400, .inputValues, "Field is missing")
        case .fieldEmpty: (400, .inputValues, "Field is empty")
        case .fieldTooLong: (400, .inputValues, "Field is too long")
        case .badBase64: (400, .inputValues, "A field is not valid base64")
        case .notAnImage: (400, .inputValues, "A picture is not a readable JPEG, PNG or WebP")
        case .imageTooLarge: (400, .inputValues, "A picture is too large")
        case .imageTooSmall: (400, .inputValues, "A picture is too small")
        case .lightUnreadable:
            (400, .invalidInput, "Pictures in infrared or ultraviolet light cannot be read; send one in white light")
        case .tooManyImages: (400, .inputValues, "Too many pictures")
        case .noFrames: (400, .inputValues, "The package holds no frames")
        case .tooManyFrames: (400, .inputValues, "The package holds too many frames")
        case .frameSizesDiffer: (400, .inputValues, "The frames differ in size")
        case .frameTimesInvalid: (400, .inputValues, "The frame times are not rising")
        case .rotationInvalid: (400, .inputValues, "The rotation is not 0, 90, 180 or 270")
        case .unknownWorkflow: (400, .inputValues, "The workflow is not known or not allowed")
        case .packageUnreadable: (400, .inputValues, "The package could not be opened")
        case .packageFormNotAccepted: (400, .inputValues, "This form of package is not accepted")
        case .packageReplayed: (400, .inputValues, "The package was used before")
        case .sessionIDInvalid: (400, .inputValues, "The session id is not valid")
        case .publicKeyInvalid: (400, .inputValues, "The public key is not a valid P-256 key")
        case .consentRequired: (400, .inputValues, "Consent is required before a capture")
        case .tokenUnknown: (400, .inputValues, "The token is not known")
        case .stepOutOfOrder: (400, .inputValues, "This step is not the next one")
        case .stepAlreadyDone: (400, .inputValues, "This step is done")
        case .enrollmentFinished: (400, .inputValues, "The enrollment is finished")
        case .attemptsExhausted: (400, .inputValues, "No attempts are left")
        case .encryptedContainerUnsupported:
            (400, .invalidInput, "Encrypted document-reader containers cannot be read; send pictures")
        case .configurationConflict: (400, .inputValues, "The settings contradict each other")
        case .configurationValue: (400, .inputValues, "A setting has a value that is not allowed")
        case .pageOutOfRange: (400, .inputValues, "The page number or size is out of range")
        case .registrationUnknown: (404, .notFound, "The registration is not known")
        case .tokenMissing: (401, .unauthorized, "A bearer token is missing")
        case .tokenExpired: (401, .unauthorized, "Jwt is expired")
        case .tokenInvalid: (401, .unauthorized, "The bearer token is not valid")
        case .apiKeyMissing: (401, .unauthorized, "The apikey is missing")
        case .apiKeyUnknown: (401, .unauthorized, "The apikey is not known")
        case .apiKeyForeign: (403, .forbidden, "The apikey belongs to another tenant")
        case .roleMissing: (403, .forbidden, "The bearer token does not open this call")
        case .originNotAllowed: (403, .forbidden, "Pages of this origin may not call here")
        case .headMalformed: (400, .inputFormat, "The request is not HTTP/1.1")
        case .bodyMalformed: (400, .inputFormat, "The body is not framed as HTTP/1.1 asks")
        case .bodyTooLarge: (413, .payloadTooLarge, "The body is too large")
        case .contentEncodingUnsupported:
            (415, .unsupportedMediaType, "The body must be sent without a Content-Encoding")
        case .rateLimited: (429, .tooManyRequests, "Too many requests")
        case .routeUnknown: (404, .notFound, "No such route")
        case .methodNotAllowed: (405, .methodNotAllowed, "The method is not allowed here")
        case .requestTimeout: (408, .requestTimeout, "The body took too long to arrive")
        case .overloaded: (503, .serviceUnavailable, "The server is busy; try again")
        case .storageUnavailable: (503, .serviceUnavailable, "The server cannot store anything at the moment")
        case .internalError: (500, .internalServerError, "An unexpected error occurred")
        }
    }

    /// The vendor's word on a document call, where pictures have one of their own.
    public var errorCodeOnDocumentCalls: ErrorCode {
        switch self {
        case .badBase64, .notAnImage, .imageTooLarge, .imageTooSmall: .invalidInput
        default: meaning.errorCode
        }
    }
}
