internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What a connection tells of itself.
struct Connection: InitializableFromSource {
    let remoteAddress: String
    let end: EventLoopFuture<Void>

    init(source: ApplicationRequestContextSource) {
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
        end = source.channel.closeFuture
    }
}

/// Takes a request down the list once: route, bearer, API key, role, body, handler. The library's chain of middleware has
/// no such order for what has no route, and renders its own errors; here whatever goes wrong is rendered in the form that
/// the route says, and nowhere else.
struct Responder: HTTPResponder {
    let routes: RouteTable
    let authentication: Authentication
    let bodies: BodyCollector
    let trustedProxies: [AddressBlock]
    let crossOrigin: CrossOrigin
    /// For what has no route, and for routes that say nothing else.
    let refusals: RefusalForm
    let clock: @Sendable () -> Instant
    let metrics: Metrics
    let logger: Logger

    func respond(
        to request: HummingbirdCore.Request, context: Connection
    ) async throws -> HummingbirdCore.Response {
        let now = clock()
        let requestID = Self.newRequestID()
        let path = RouteTable.path(of: request.head.path)
        let start = ContinuousClock().now

        let allowed = await crossOrigin.headers(path: path, of: request.headers)
        var template = "unknown"
        var response: Response
        switch routes.match(request.method, path: path) {
        case .none:
            response = refusals.render(Refusal(.routeUnknown), now, [:])
        case .otherMethods(let methods, let route):
            template = route.template
            if request.method == .options, let allowed {
                response = Response(status: 204, body: .bytes([]), contentType: "text/plain", extraHeaders: allowed)
            } else {
                let allow = Set(methods.map(\.rawValue)).sorted().joined(separator: ", ")
                response = (route.refusals ?? refusals).render(Refusal(.methodNotAllowed), now, [.allow: allow])
            }
        case .found(let route, let parameters):
            template = route.template
            response = await self.response(to: request, context, route, parameters, now: now, requestID: requestID)
                .unlessHeld(by: request.headers)
            if let allowed { response.extraHeaders.append(contentsOf: allowed) }
        }

        record(response, method: request.method.word, template, after: ContinuousClock().now - start, requestID)
        return response.sent(requestID: requestID, to: request, on: context)
    }

    /// What is said to bytes that are no request. The connection ends with it: nobody knows where the next one begins.
    func responseToMalformedHead() -> (head: HTTPResponse, body: ByteBuffer) {
        let requestID = Self.newRequestID()
        let now = clock()
        let response = refusals.render(
            Refusal(.headMalformed), now, [.connection: "close", .date: now.httpDate])
        record(response, method: HTTPTypes.HTTPRequest.Method.otherWord, "unknown", after: .zero, requestID)
        let body = if case .bytes(let bytes) = response.body { ByteBuffer(bytes: bytes) } else { ByteBuffer() }
        return (response.head(requestID: requestID), body)
    }

    private static func newRequestID() -> String {
        (try? Hexadecimal.encode(Random.bytes(8))) ?? "unidentified"
    }

    private func record(
        _ response: Response, method: String, _ template: String, after duration: Duration, _ requestID: String
    ) {
        metrics.countRequest(
            method: method, route: template, status: response.status, seconds: duration / .seconds(1))
        logger.info(
            "request",
            metadata: [
                "method": "\(method)", "route": "\(template)", "status": "\(response.status)",
                "milliseconds": "\(duration.wholeMilliseconds)", "request": "\(requestID)",
            ])
    }

    private func response(
        to request: HummingbirdCore.Request, _ connection: Connection, _ route: Route, _ parameters: [String: String],
        now: Instant, requestID: String
    ) async -> Response {
        let refusals = route.refusals ?? refusals
        do {
            let principal = try await route.audience.principal(request.headers, authentication, now)
            return try await bodies.withBody(of: request, limit: route.bodyLimit.value) { body, digest in
                try await route.response(
                    to: Request(
                        parameters: parameters, headers: request.headers, body: body, bodyDigest: digest,
                        remoteAddress: remoteAddress(request, connection), now: now, principal: principal))
            }
        } catch let refusal as Refusal {
            return refusals.render(refusal, now, [:])
        } catch StorageError.keyMissing {
            // The person is being erased at this moment: the token is as good as unknown.
            return refusals.render(Refusal(.tokenUnknown), now, [:])
        } catch is CancellationError {
            return refusals.render(Refusal(.overloaded, retryAfterInSeconds: 1), now, [:])
        } catch  where StorageError.meansUnavailable(error) {
            logger.error(
                "storage unavailable",
                metadata: ["route": "\(route.template)", "request": "\(requestID)", "error": "\(type(of: error))"])
            return refusals.render(Refusal(.storageUnavailable, retryAfterInSeconds: 5), now, [:])
        } catch {
            // The type says where to look; the value may hold what the person sent.
            logger.error(
                "unexpected error",
                metadata: ["route": "\(route.template)", "request": "\(requestID)", "type": "\(type(of: error))"])
            return refusals.render(Refusal(.internalError), now, [:])
        }
    }

    /// The sender's address; behind a proxy that we trust, the last one that it states.
    private func remoteAddress(_ request: HummingbirdCore.Request, _ connection: Connection) -> String {
        guard !trustedProxies.isEmpty, let address = IPAddress(connection.remoteAddress),
            trustedProxies.contains(where: { $0.contains(address) }), let forwarded = request.headers[.forwardedFor],
            let last = forwarded.split(separator: ",").last
        else { return connection.remoteAddress }
        return String(last.drop { $0 == " " })
    }
}

extension HTTPTypes.HTTPRequest.Method {
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
