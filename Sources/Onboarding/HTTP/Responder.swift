internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What a connection tells of itself.
struct Connection: InitializableFromSource {
    let remoteAddress: String
    let logger: Logger

    init(source: ApplicationRequestContextSource) {
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
        logger = source.logger
    }
}

/// Takes a request down the list once: route, bearer, API key, role, body, handler. Whatever goes wrong on the way is
/// answered here, in the one envelope, and nowhere else.
struct Responder: HTTPResponder {
    let routes: RouteTable
    let authentication: Authentication
    let bodies: BodyCollector
    let trustedProxies: [AddressBlock]
    let crossOrigin: CrossOrigin
    let clock: @Sendable () -> Instant
    let metrics: Metrics
    let logger: Logger

    func respond(to request: Request, context: Connection) async throws -> Response {
        let now = clock()
        let requestID = Self.newRequestID()
        let path = RouteTable.path(of: request.head.path)
        let start = ContinuousClock().now

        let allowed = await crossOrigin.headers(path: path, of: request.headers)
        var template = "unknown"
        var answer: Answer
        switch routes.match(request.method, path: path) {
        case .none:
            answer = .refusal(Refusal(.routeUnknown), onDocumentCall: false, at: now)
        case .otherMethods(let methods, let known):
            template = known
            if request.method == .options, let allowed {
                answer = Answer(status: 204, body: [], contentType: "text/plain", extraHeaders: allowed)
            } else {
                let allow = Set(methods.map(\.rawValue)).sorted().joined(separator: ", ")
                answer = .refusal(
                    Refusal(.methodNotAllowed), onDocumentCall: false, at: now, extraHeaders: [.allow: allow])
            }
        case .found(let route, let parameters):
            template = route.template
            answer = await self.answer(request, context, route, parameters, now: now, requestID: requestID)
            if let allowed { answer.extraHeaders.append(contentsOf: allowed) }
        }

        record(answer, method: request.method.word, template, after: ContinuousClock().now - start, requestID)
        let response = answer.response(requestID: requestID)
        // RFC 9110 §9.3.2: what follows the head of such an answer would be taken for the next one.
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// What is said to bytes that are no request. The connection ends with it: nobody knows where the next one begins.
    func answerToMalformedHead() -> (head: HTTPResponse, body: ByteBuffer) {
        let requestID = Self.newRequestID()
        let now = clock()
        let answer = Answer.refusal(
            Refusal(.headMalformed), onDocumentCall: false, at: now,
            extraHeaders: [.connection: "close", .date: now.httpDate])
        record(answer, method: HTTPRequest.Method.otherWord, "unknown", after: .zero, requestID)
        return (answer.response(requestID: requestID).head, ByteBuffer(bytes: answer.body))
    }

    private static func newRequestID() -> String {
        (try? Hexadecimal.encode(Random.bytes(8))) ?? "unidentified"
    }

    private func record(
        _ answer: Answer, method: String, _ template: String, after duration: Duration, _ requestID: String
    ) {
        metrics.countRequest(
            method: method, route: template, status: answer.status, seconds: duration / .seconds(1))
        logger.info(
            "request",
            metadata: [
                "method": "\(method)", "route": "\(template)", "status": "\(answer.status)",
                "milliseconds": "\(duration.wholeMilliseconds)", "request": "\(requestID)",
            ])
    }

    private func answer(
        _ request: Request, _ connection: Connection, _ route: Route, _ parameters: [String: String], now: Instant,
        requestID: String
    ) async -> Answer {
        do {
            let caller = try await authentication.caller(of: route.audience, headers: request.headers, at: now)
            return try await bodies.withBody(of: request, limit: route.bodyLimit) { body, digest in
                try await route.answer(
                    Call(
                        parameters: parameters, headers: request.headers, body: body, bodyDigest: digest,
                        remoteAddress: remoteAddress(request, connection), now: now, caller: caller))
            }
        } catch let refusal as Refusal {
            return .refusal(refusal, onDocumentCall: route.isDocumentCall, at: now)
        } catch StorageError.keyMissing {
            // The person is being erased at this moment: the token is as good as unknown.
            return .refusal(Refusal(.tokenUnknown), onDocumentCall: route.isDocumentCall, at: now)
        } catch is CancellationError {
            return .refusal(Refusal(.overloaded, retryAfterInSeconds: 1), onDocumentCall: route.isDocumentCall, at: now)
        } catch  where StorageError.meansUnavailable(error) {
            logger.error(
                "storage unavailable",
                metadata: ["route": "\(route.template)", "request": "\(requestID)", "error": "\(type(of: error))"])
            return .refusal(
                Refusal(.storageUnavailable, retryAfterInSeconds: 5), onDocumentCall: route.isDocumentCall, at: now)
        } catch {
            // The type says where to look; the value may hold what the person sent.
            logger.error(
                "unexpected error",
                metadata: ["route": "\(route.template)", "request": "\(requestID)", "type": "\(type(of: error))"])
            return .refusal(Refusal(.internalError), onDocumentCall: route.isDocumentCall, at: now)
        }
    }

    /// The sender's address; behind a proxy that we trust, the last one that it states.
    private func remoteAddress(_ request: Request, _ connection: Connection) -> String {
        guard !trustedProxies.isEmpty, let address = IPAddress(connection.remoteAddress),
            trustedProxies.contains(where: { $0.contains(address) }), let forwarded = request.headers[.forwardedFor],
            let last = forwarded.split(separator: ",").last
        else { return connection.remoteAddress }
        return String(last.drop { $0 == " " })
    }
}

extension HTTPRequest.Method {
    fileprivate static let otherWord = "OTHER"

    /// The method as a label: one of a few, whatever a caller makes up.
    fileprivate var word: String {
        [.get, .post, .put, .patch, .delete, .head, .options].contains(self) ? rawValue : Self.otherWord
    }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
