/// The vendor's word, which existing clients compare.
public enum ErrorCode: String, Codable, Sendable {
    case inputFormat = "INPUT_FORMAT_ERROR"
    case inputValues = "INPUT_VALUES_ERROR"
    case invalidInput = "INVALID_INPUT"
    case internalServerError = "INTERNAL_SERVER_ERROR"
    case unauthorized = "UNAUTHORIZED"
    case forbidden = "FORBIDDEN"
    case notFound = "NOT_FOUND"
    case conflict = "CONFLICT"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    case requestTimeout = "REQUEST_TIMEOUT"
    case tooManyRequests = "TOO_MANY_REQUESTS"
    case serviceUnavailable = "SERVICE_UNAVAILABLE"
}
