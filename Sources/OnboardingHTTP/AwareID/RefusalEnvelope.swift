package import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
package import Tenancy

extension RefusalForm {
    /// The vendor's envelope.
    package static let awareID = RefusalForm { refusal, _, now, headers in
        envelope(refusal, onDocumentCall: false, at: now, headers)
    }

    /// The same with the error words that the vendor has for document calls.
    package static let awareIDDocument = RefusalForm { refusal, _, now, headers in
        envelope(refusal, onDocumentCall: true, at: now, headers)
    }

    private static func envelope(
        _ refusal: Refusal, onDocumentCall: Bool, at now: Instant, _ extraHeaders: HTTPFields
    ) -> Response {
        let envelope = ErrorEnvelope(
            refusal.reason, message: refusal.message, details: refusal.details, onDocumentCall: onDocumentCall,
            timestamp: now.iso8601WithMilliseconds)
        // An envelope of plain members always encodes; an empty body is the honest rest.
        let body = (try? sortedKeyJSON(envelope)) ?? []
        return Response(
            status: envelope.status, body: .bytes(body), contentType: Response.jsonType,
            extraHeaders: refusal.headers(adding: extraHeaders))
    }
}

extension Refusal {
    /// The HTTP status that its reason has.
    package var status: Int { reason.meaning.status }

    /// When to come again and how to show who one is, where the reason says so.
    package func headers(adding extraHeaders: HTTPFields) -> HTTPFields {
        var headers = extraHeaders
        if let retryAfterInSeconds { headers[.retryAfter] = String(retryAfterInSeconds) }
        if reason.meaning.status == 401 { headers[.wwwAuthenticate] = challenge }
        return headers
    }

    /// RFC 6750 §3.1: what is wrong with a bearer that was sent, and nothing more to who sent none.
    private var challenge: String {
        switch reason {
        case .tokenExpired: #"Bearer error="invalid_token", error_description="Jwt is expired""#
        case .tokenInvalid: #"Bearer error="invalid_token""#
        case .proofInvalid: #"DPoP error="invalid_dpop_proof", algs="ES256""#
        case .proofNonce: #"DPoP error="use_dpop_nonce", algs="ES256""#
        default: "Bearer"
        }
    }
}
