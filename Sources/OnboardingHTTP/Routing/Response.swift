internal import Foundation
package import HTTPTypes
package import HummingbirdCore
internal import NIOCore
package import OnboardingCore
internal import OnboardingJSON
package import Tenancy

/// A response: status, headers, body. The library's knows nothing of ours that every response has, and of 304.
package struct Response: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Written while it is sent, as fast as the client reads. Without a length it is the last of its connection, and
        /// its producer is cancelled when the client goes away; with one, the producer's next write throws.
        /// The server stops when all have ended: one that waits for events does so under `cancelWhenGracefulShutdown`.
        case stream(ResponseBody)
        /// The same for a producer that waits, ends by itself when the server stops, and ends soon after `stop` is called, as it is
        /// when the client goes away. It has no task beside the connection's.
        case events(ResponseBody, stop: @Sendable () -> Void)

        /// In bytes; nil where nobody knows.
        var length: Int? {
            switch self {
            case .bytes(let bytes): bytes.count
            case .stream(let stream), .events(let stream, _): stream.contentLength
            }
        }
    }

    package var status = 200
    package var body: Body
    /// Nil for a body that the client has.
    package var contentType: String?
    package var extraHeaders: HTTPFields = [:]
    /// Why it is a refusal, for the log; nil where it is none.
    var reason: RefusalReason?
    /// What was short, for the metrics.
    var shortage: Refusal.Shortage?
    package var codings = Codings.none

    static let jsonType = "application/json; charset=utf-8"

    package init(
        status: Int = 200, body: Body, contentType: String?, extraHeaders: HTTPFields = [:],
        reason: RefusalReason? = nil, shortage: Refusal.Shortage? = nil
    ) {
        self.status = status
        self.body = body
        self.contentType = contentType
        self.extraHeaders = extraHeaders
        self.reason = reason
        self.shortage = shortage
    }

    /// JSON with sorted keys, so that equal responses are equal bytes.
    package static func json(_ value: some Encodable, status: Int = 200, extraHeaders: HTTPFields = [:]) throws
        -> Response
    {
        Response(
            status: status, body: .bytes(try sortedKeyJSON(value)), contentType: jsonType, extraHeaders: extraHeaders)
    }

    package static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Response {
        Response(body: .bytes([UInt8](text.utf8)), contentType: contentType)
    }

    /// This response, or 304 without a body for a client that has it already (`If-None-Match`, RFC 9110 §13.1.2).
    func unlessHeld(by headers: HTTPFields) -> Response {
        guard status == 200, let tag = extraHeaders[.eTag], let held = headers[.ifNoneMatch] else { return self }
        let tags = held.split { ", \t".contains($0) }.map { $0.trimmingPrefix("W/") }
        guard tags.contains("*") || tags.contains(tag[...]) else { return self }
        var headers = extraHeaders
        headers[.contentEncoding] = nil
        return Response(status: 304, body: .bytes([]), contentType: nil, extraHeaders: headers)
    }

    /// What has no policy of its own stands in no frame and sends no form (OWASP ASVS 5.0, V3.4.3 and V3.4.6). It says nothing of what
    /// is loaded: that would bind the script of a worker.
    private static let leastPolicy = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    func head(requestID: String) -> HTTPResponse {
        var headers = extraHeaders
        headers[.contentType] = contentType
        headers[.contentLength] = body.length.map(String.init)
        if body.length == nil { headers[.connection] = "close" }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        headers[.xContentTypeOptions] = "nosniff"
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = Self.leastPolicy }
        headers[.requestID] = requestID
        return HTTPResponse(status: .init(code: status), headerFields: headers)
    }

    /// As the library sends it in response to `request`.
    func sent(
        requestID: String, to request: HummingbirdCore.Request, on connection: Connection
    ) -> HummingbirdCore.Response {
        let head = head(requestID: requestID)
        let sent: ResponseBody
        switch body {
        // RFC 9110 §9.3.2: what follows the head of such an answer would be taken for the next one.
        case _ where request.method == .head:
            sent = ResponseBody(contentLength: body.length) { try await $0.finish(nil) }
        case .bytes(let bytes): sent = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .stream(let stream):
            sent = stream.contentLength == nil ? stream.cancelled(when: connection.end) : stream
        case .events(let stream, let stop):
            connection.end.whenComplete { _ in stop() }
            sent = stream
        }
        return HummingbirdCore.Response(status: head.status, headers: head.headerFields, body: sent)
    }
}

/// How the refusals of a route are rendered: as the vendor's envelope, an OAuth error, a page.
package struct RefusalForm: Sendable {
    /// What a refusal that a person sees depends on beside its reason: the language, and the way back.
    package struct Asked: Sendable {
        /// Path and query, as they came; a secret may stand in them.
        package let target: String
        package let headers: HTTPFields
        /// Who is signed in, where `recognize` says so; a route may not be open to them.
        package var principal: Principal?

        init(target: String, headers: HTTPFields) {
            (self.target, self.headers) = (target, headers)
        }
    }

    private let recognize: @Sendable (HTTPFields, Instant) async -> Principal?
    let render: @Sendable (Refusal, _ to: Asked?, _ at: Instant, _ extraHeaders: HTTPFields) -> Response

    /// - Parameters:
    ///   - recognize: who sends these headers, for a page that shows it whatever it refuses; nil for nobody.
    ///   - render: not given what was asked where bytes came that are no request.
    package init(
        recognizing recognize: @escaping @Sendable (HTTPFields, Instant) async -> Principal? = { _, _ in nil },
        render: @escaping @Sendable (Refusal, _ to: Asked?, _ at: Instant, _ extraHeaders: HTTPFields) -> Response
    ) {
        self.recognize = recognize
        self.render = render
    }

    /// With who is signed in, as far as the form shows it.
    func recognizingResponse(
        to refusal: Refusal, _ asked: Asked, _ instant: Instant, _ extraHeaders: HTTPFields
    ) async -> Response {
        var asked = asked
        asked.principal = await recognize(asked.headers, instant)
        return response(to: refusal, asked, instant, extraHeaders)
    }

    func response(
        to refusal: Refusal, _ asked: Asked?, _ instant: Instant, _ extraHeaders: HTTPFields
    ) -> Response {
        var response = render(refusal, asked, instant, extraHeaders)
        (response.reason, response.shortage) = (refusal.reason, refusal.shortage)
        return response
    }
}

extension ResponseBody {
    /// The same, its producer cancelled when `connection` ends. The library's `consumeWithCancellationOnInboundClose` stops
    /// the process where the body of the request has been read before.
    fileprivate func cancelled(when connectionEnds: EventLoopFuture<Void>) -> ResponseBody {
        ResponseBody { writer in
            let (end, continuation) = AsyncStream.makeStream(of: Void.self)
            connectionEnds.whenComplete { _ in continuation.finish() }
            let sole = SoleWriter(writer: writer)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in end {}
                    throw CancellationError()
                }
                group.addTask { try await write(sole.writer) }
                defer { group.cancelAll() }
                _ = try await group.next()
            }
        }
    }
}

extension HTTPField.Name {
    static let requestID = named("X-Request-Id")
    static let apiKey = named("apikey")
    static let idempotencyKey = named("Idempotency-Key")
    static let ignored = named("Onboarding-Ignored")
    static let rateLimit = named("RateLimit")
    static let rateLimitPolicy = named("RateLimit-Policy")
    package static let accelBuffering = named("X-Accel-Buffering")
    static let purpose = named("Onboarding-Purpose")
    static let forwardedFor = named("X-Forwarded-For")
    static let pragma = named("Pragma")
    package static let referrerPolicy = named("Referrer-Policy")

    /// A name that our code spells; one that is no token would stop the first request of the first test.
    package static func named(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("not a field name") }
        return name
    }
}
