internal import HTTPTypes
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON

extension RefusalForm {
    /// The vendor's envelope.
    static let awareID = RefusalForm { refusal, now, headers in
        envelope(refusal, onDocumentCall: false, at: now, headers)
    }

    /// The same with the error words that the vendor has for document calls.
    static let awareIDDocument = RefusalForm { refusal, now, headers in
        envelope(refusal, onDocumentCall: true, at: now, headers)
    }

    private static func envelope(
        _ refusal: Refusal, onDocumentCall: Bool, at now: Instant, _ extraHeaders: HTTPFields
    ) -> Response {
        let envelope = ErrorEnvelope(
            refusal.reason, message: refusal.message, onDocumentCall: onDocumentCall,
            timestamp: now.iso8601WithMilliseconds)
        var headers = extraHeaders
        if let seconds = refusal.retryAfterInSeconds { headers[.retryAfter] = String(seconds) }
        if envelope.status == 401 { headers[.wwwAuthenticate] = challenge(for: refusal.reason) }
        // An envelope of five plain members always encodes; an empty body is the honest rest.
        let body = (try? sortedKeyJSON(envelope)) ?? []
        return Response(
            status: envelope.status, body: body, contentType: Response.jsonType, extraHeaders: headers)
    }

    /// RFC 6750 §3.1: what is wrong with a bearer that was sent, and nothing more to who sent none.
    private static func challenge(for reason: RefusalReason) -> String {
        switch reason {
        case .tokenExpired: #"Bearer error="invalid_token", error_description="Jwt is expired""#
        case .tokenInvalid: #"Bearer error="invalid_token""#
        default: "Bearer"
        }
    }
}
