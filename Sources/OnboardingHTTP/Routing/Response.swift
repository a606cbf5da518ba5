internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Onboarding
internal import OnboardingCore
internal import OnboardingJSON

/// A finished response: status, headers, body.
struct Response: Equatable, Sendable {
    let status: Int
    let body: [UInt8]
    let contentType: String
    var extraHeaders: HTTPFields

    static let jsonType = "application/json; charset=utf-8"

    init(status: Int = 200, body: [UInt8], contentType: String, extraHeaders: HTTPFields = [:]) {
        self.status = status
        self.body = body
        self.contentType = contentType
        self.extraHeaders = extraHeaders
    }

    /// JSON with sorted keys, so that equal responses are equal bytes.
    static func json(_ value: some Encodable, status: Int = 200, extraHeaders: HTTPFields = [:]) throws -> Response {
        Response(
            status: status, body: try sortedKeyJSON(value), contentType: jsonType, extraHeaders: extraHeaders)
    }

    static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Response {
        Response(body: [UInt8](text.utf8), contentType: contentType)
    }

    /// As the library sends it.
    func sent(requestID: String) -> HummingbirdCore.Response {
        var headers = extraHeaders
        headers[.contentType] = contentType
        headers[.contentLength] = String(body.count)
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        headers[.xContentTypeOptions] = "nosniff"
        headers[.requestID] = requestID
        return HummingbirdCore.Response(
            status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// How the refusals of a route are rendered: as the vendor's envelope, an OAuth error, a page.
struct RefusalForm: Sendable {
    let render: @Sendable (Refusal, _ at: Instant, _ extraHeaders: HTTPFields) -> Response
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
