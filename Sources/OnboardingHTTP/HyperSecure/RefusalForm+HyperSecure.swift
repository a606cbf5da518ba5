internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

extension RefusalForm {
    /// The errors of the HyperSecure guide: what no number of an operation says has one of the transport.
    static let hyperSecure = RefusalForm { refusal, _, now, extraHeaders in
        var headers = refusal.headers(adding: extraHeaders)
        if refusal.status == 401 { headers[.wwwAuthenticate] = #"Basic realm="hypersecure", charset="UTF-8""# }
        let code = TransportCode(refusal)
        return userError(
            code.rawValue, code.name, reason: refusal.reason.rawValue, status: refusal.status, at: now, headers)
    }

    /// The response to an operation that was not done.
    static func response(to error: UserError, at now: Instant) -> Response {
        userError(
            error.number.rawValue, error.number.name, reason: error.cause?.rawValue ?? error.number.name,
            status: error.number.status, at: now, [:])
    }

    private static func userError(
        _ code: Int, _ name: String, reason: String, status: Int, at now: Instant, _ headers: HTTPFields
    ) -> Response {
        let envelope = UserErrorEnvelope(
            errorCode: code, errorMsg: name, reason: reason, status: status, timestamp: now.iso8601WithMilliseconds)
        // An envelope of plain members always encodes; an empty body is the honest rest.
        let body = (try? sortedKeyJSON(envelope)) ?? []
        return Response(status: status, body: .bytes(body), contentType: Response.jsonType, extraHeaders: headers)
    }
}

/// The numbers that the guide has for what concerns no operation.
private enum TransportCode: Int {
    /// Who asks is not known, or may not ask.
    case authentication = 3
    case server = 4
    case other = 699

    init(_ refusal: Refusal) {
        switch refusal.status {
        case 401, 403: self = .authentication
        case 500...: self = .server
        default: self = .other
        }
    }

    var name: String {
        switch self {
        case .authentication: "ERROR_AUTHENTICATION"
        case .server: "ERROR_INTERNAL_SERVER"
        case .other: UserError.Number.other.name
        }
    }
}

extension UserError.Number {
    var status: Int {
        switch self {
        case .userNotFound, .groupNotFound, .invalidEndpoint: 404
        case .userAlreadyExists, .groupAlreadyExists: 409
        default: 400
        }
    }
}
