internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingStorage

/// A finished answer: status, headers, body. What is stored for repeats is exactly `status` and `body`.
struct Answer: Equatable, Sendable {
    let status: Int
    let body: [UInt8]
    let contentType: String
    var extraHeaders: HTTPFields

    init(status: Int = 200, body: [UInt8], contentType: String, extraHeaders: HTTPFields = [:]) {
        self.status = status
        self.body = body
        self.contentType = contentType
        self.extraHeaders = extraHeaders
    }

    /// JSON with sorted keys, so that equal answers are equal bytes.
    static func json(_ value: some Encodable, status: Int = 200, extraHeaders: HTTPFields = [:]) throws -> Answer {
        Answer(
            status: status, body: try sortedKeyJSON(value), contentType: "application/json; charset=utf-8",
            extraHeaders: extraHeaders)
    }

    static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Answer {
        Answer(body: [UInt8](text.utf8), contentType: contentType)
    }

    /// The answer to a refusal.
    static func refusal(_ refusal: Refusal, onDocumentCall: Bool, at now: Instant, extraHeaders: HTTPFields = [:])
        -> Answer
    {
        let envelope = ErrorEnvelope(
            refusal.reason, message: refusal.message, onDocumentCall: onDocumentCall,
            timestamp: now.iso8601WithMilliseconds)
        var headers = extraHeaders
        if let seconds = refusal.retryAfterInSeconds { headers[.retryAfter] = String(seconds) }
        if envelope.status == 401 { headers[.wwwAuthenticate] = challenge(for: refusal.reason) }
        // An envelope of five plain members always encodes; an empty body is the honest rest.
        let body = (try? sortedKeyJSON(envelope)) ?? []
        return Answer(
            status: envelope.status, body: body, contentType: "application/json; charset=utf-8", extraHeaders: headers)
    }

    /// RFC 6750 §3.1: what is wrong with a bearer that was sent, and nothing more to who sent none.
    private static func challenge(for reason: RefusalReason) -> String {
        switch reason {
        case .tokenExpired: #"Bearer error="invalid_token", error_description="Jwt is expired""#
        case .tokenInvalid: #"Bearer error="invalid_token""#
        default: "Bearer"
        }
    }

    func response(requestID: String) -> Response {
        var headers = extraHeaders
        headers[.contentType] = contentType
        headers[.contentLength] = String(body.count)
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        headers[.xContentTypeOptions] = "nosniff"
        headers[.requestID] = requestID
        return Response(
            status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension HTTPField.Name {
    static let requestID = named("X-Request-Id")
    static let apiKey = named("apikey")
    static let forwardedFor = named("X-Forwarded-For")
    static let pragma = named("Pragma")
    static let referrerPolicy = named("Referrer-Policy")

    /// A name that this file spells; one that is no token would stop the first request of the first test.
    private static func named(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("not a field name") }
        return name
    }
}

extension Instant {
    /// `2026-03-02T07:36:25.000Z`
    var iso8601WithMilliseconds: String {
        let date = Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// `Mon, 02 Mar 2026 07:36:25 GMT` (RFC 9110 §5.6.7)
    var httpDate: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: Double(secondsSince1970)))
    }

    /// Whole seconds since 1970, rounded down: what tokens carry.
    var secondsSince1970: Int64 { millisecondsSince1970 / 1000 }
}
