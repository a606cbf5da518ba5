internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// What a connection tells of itself.
struct Connection: InitializableFromSource {
    let remoteAddress: String
    let end: EventLoopFuture<Void>
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
        end = source.channel.closeFuture
        channel = source.channel
    }

    /// Has whoever reads a body that is coming be told that it is refused.
    func refuseBody() {
        channel.pipeline.fireUserInboundEventTriggered(BodyEvicted())
    }
}

/// Takes a request down the list once: route, bearer, API key, role, body, handler. The library's chain of middleware has
/// no such order for what has no route, and renders its own errors; here whatever goes wrong is rendered in the form that
/// the route says, and nowhere else.
struct Responder: HTTPResponder {
    let routes: RouteTable
    let prefixes: PathPrefixes
    let authentication: Authentication
    let bodies: BodyCollector
    let connections: OpenConnections
    let trustedProxies: [AddressBlock]
    let crossOrigin: CrossOrigin
    /// For what has no route, and for routes that say nothing else.
    let refusals: RefusalForm
    /// The same for browsers, beside the interface.
    let browsing: BrowserRefusals
    let clock: @Sendable () -> Instant
    let metrics: Metrics
    let logger: Logger
    let errors: ThrottledLog

    func respond(
        to request: HummingbirdCore.Request, context: Connection
    ) async throws -> HummingbirdCore.Response {
        try await inChildTask { await answer(request, context) }
    }

    private func answer(
        _ request: HummingbirdCore.Request, _ context: Connection
    ) async -> HummingbirdCore.Response {
        let now = clock()
        let requestID = Self.newRequestID()
        let start = ContinuousClock().now

        let (match, path, tenant) = await find(request.method, RouteTable.path(of: request.head.path))
        let allowed = await crossOrigin.headers(path: path, of: request.headers)
        var (template, principal) = ("unknown", Principal?.none)
        let subject = RequestSubject()
        let asked = RefusalForm.Asked(target: request.head.path ?? "", headers: request.headers)
        let route: Route? =
            switch match {
            case .none: nil
            case .otherMethods(_, let route), .found(let route, _): route
            }
        let refusals = await refusals(of: route, path, request.headers)
        var response: Response
        switch match {
        case .none:
            response = await refusals.recognizingResponse(to: Refusal(.routeUnknown), asked, now, [:])
        case .otherMethods(let methods, let route):
            template = route.template
            if request.method == .options, let allowed {
                response = Response(status: 204, body: .bytes([]), contentType: "text/plain", extraHeaders: allowed)
            } else {
                let allow = Set(methods.map(\.rawValue)).sorted().joined(separator: ", ")
                response = await refusals.recognizingResponse(
                    to: Refusal(.methodNotAllowed), asked, now, [.allow: allow])
            }
        case .found(let route, let parameters):
            template = route.template
            response = await RequestSubject.$current.withValue(subject) {
                await self.response(
                    to: request, context, route, parameters, below: tenant,
                    refusals: refusals, now: now, requestID: requestID, &principal)
            }
            .coded(for: request.headers).unlessHeld(by: request.headers)
            if let allowed { response.extraHeaders.append(contentsOf: allowed) }
        }

        if response.reason == .proofNonce || response.reason == .proofInvalid {
            response.extraHeaders[.proofNonce] = authentication.proofs.nonce(at: now)
        }
        askForTLS(&response)
        record(
            response, by: principal, on: subject.enrollment, method: request.method.word, template,
            after: ContinuousClock().now - start, requestID)
        return response.sent(requestID: requestID, to: request, on: context)
    }

    /// What a path means, as it is or without its prefixes; and the tenant whom a prefix names.
    private func find(
        _ method: HTTPTypes.HTTPRequest.Method, _ path: Substring
    ) async -> (match: RouteTable.Match, path: Substring, tenant: Tenant?) {
        let match = routes.match(method, path: path)
        guard case .none = match else { return (match, path, nil) }
        for (shortened, tenant) in await prefixes.shortened(path) {
            switch routes.match(method, path: shortened) {
            case .found(let route, let parameters) where route.isBelowPrefixes:
                return (.found(route, parameters: parameters), shortened, tenant)
            case .otherMethods(let methods, let route) where route.isBelowPrefixes:
                return (.otherMethods(methods, of: route), shortened, tenant)
            case .found, .otherMethods, .none: continue
            }
        }
        return (.none, path, nil)
    }

    /// What is said to bytes that are no request. The connection ends with it: nobody knows where the next one begins.
    func responseToMalformedHead() -> (head: HTTPResponse, body: ByteBuffer) {
        let requestID = Self.newRequestID()
        let now = clock()
        var response = refusals.response(
            to: Refusal(.headMalformed), nil, now, [.connection: "close", .date: now.httpDate])
        askForTLS(&response)
        record(response, method: HTTPTypes.HTTPRequest.Method.otherWord, "unknown", after: .zero, requestID)
        let body = if case .bytes(let bytes) = response.body { ByteBuffer(bytes: bytes) } else { ByteBuffer() }
        return (response.head(requestID: requestID), body)
    }

    /// How is refused what a route does not take, or nobody's path.
    private func refusals(of route: Route?, _ path: Substring, _ headers: HTTPFields) async -> RefusalForm {
        if let own = route?.refusals { return own }
        return await browsing.form(for: path, headers, prefixes) ?? refusals
    }

    /// Has browsers that reach this server over TLS use nothing else for a year (RFC 6797; OWASP ASVS 5.0, V3.4.1): by every response,
    /// because any may be the first that one sees.
    private func askForTLS(_ response: inout Response) {
        guard (try? prefixes.publicURL.value)?.hasPrefix("https://") == true else { return }
        response.extraHeaders[.strictTransportSecurity] = "max-age=31536000; includeSubDomains"
    }

    private static func newRequestID() -> String {
        (try? Hexadecimal.encode(Random.bytes(8))) ?? "unidentified"
    }

    private func record(
        _ response: Response, by principal: Principal? = nil, on enrollment: EnrollmentID? = nil, method: String,
        _ template: String, after duration: Duration, _ requestID: String
    ) {
        metrics.countRequest(
            method: method, route: template, status: response.status, seconds: duration / .seconds(1))
        if let reason = response.reason { metrics.countRefusal(reason, route: template) }
        if let shortage = response.shortage { metrics.count(shortage) }
        if let tenant = principal?.tenant.name {
            metrics.countRequest(of: tenant, status: response.status, reason: response.reason)
        }
        var metadata: Logger.Metadata = [
            "method": "\(method)", "route": "\(template)", "status": .stringConvertible(response.status),
            "milliseconds": .stringConvertible(duration.wholeMilliseconds), "request": "\(requestID)",
        ]
        metadata["reason"] = response.reason.map { "\($0.rawValue)" }
        metadata["tenant"] = principal.map { "\($0.tenant.name)" }
        switch principal?.role {
        case .client(let id, _): metadata["credential"] = "\(id)"
        // No name: the journal of the system tells of nobody.
        case .operator(let person): metadata["operator"] = "\(person.id.text)"
        case .phone, .apiKeyHolder, nil: break
        }
        metadata["enrollment"] = enrollment.map { "\($0.text)" }
        logger.info("request", metadata: metadata)
    }

    private func response(
        to request: HummingbirdCore.Request, _ connection: Connection, _ route: Route, _ parameters: [String: String],
        below tenant: Tenant?, refusals: RefusalForm, now: Instant, requestID: String, _ known: inout Principal?
    ) async -> Response {
        let head = RefusalForm.Asked(target: request.head.path ?? "", headers: request.headers)
        do {
            let authentication = try authentication.of(
                request.headers, method: request.method.rawValue,
                path: String(RouteTable.path(of: request.head.path)), at: now)
            let principal = try await route.audience.principal(request.headers, authentication, now)
            known = principal
            if let principal { try route.audience.requirement(principal) }
            if let tenant { try Self.check(tenant, is: principal, parameters) }
            let address = remoteAddress(request, connection)
            let actor = AuditActor(
                principal?.identity ?? .anyone, addressBlock: IPAddress(address).map(AddressBlock.noted),
                request: requestID, purpose: try request.headers.purpose)
            try await route.admit(principal, now)
            let addressee = Addressee { [connections, channel = connection.channel] in connections.isGone(channel) }
            let requester = Requester(principal, from: address)
            return try await Requester.$current.withValue(requester) {
                try await Addressee.$current.withValue(addressee) {
                    try await bodies.withBody(of: request, on: connection, limit: route.bodyLimit) { body, digest in
                        let asked = Request(
                            path: String(RouteTable.path(of: request.head.path)), parameters: parameters,
                            headers: request.headers,
                            queryText: RouteTable.query(of: request.head.path), body: body, bodyDigest: digest,
                            senderBlock: requester.block, now: now, keyThumbprint: authentication.proof?.thumbprint,
                            proofNonce: { [proofs = authentication.proofs] in proofs.nonce(at: now) },
                            principal: principal, pathTenant: tenant)
                        var response: Response
                        do {
                            response = try await AuditActor.$current.withValue(actor) {
                                try await route.response(to: asked)
                            }
                        } catch let refusal as Refusal {
                            response = await refusals.recognizingResponse(to: refusal, head, now, [:])
                        }
                        response.extraHeaders[.ignored] = asked.ignored.header
                        if let fields = asked.quotas.fields {
                            response.extraHeaders[.rateLimitPolicy] = fields.policy
                            response.extraHeaders[.rateLimit] = fields.limit
                        }
                        return response
                    }
                }
            }
        } catch let refusal as Refusal {
            return await refusals.recognizingResponse(to: refusal, head, now, [:])
        } catch StorageError.keyMissing {
            // The person is being erased at this moment: the token is as good as unknown.
            return await refusals.recognizingResponse(to: Refusal(.tokenUnknown), head, now, [:])
        } catch StorageError.held {
            return await refusals.recognizingResponse(to: Refusal(.erasureBlocked), head, now, [:])
        } catch is CancellationError {
            return await refusals.recognizingResponse(
                to: Refusal(shortOf: .stopping, retryAfterInSeconds: 1), head, now, [:])
        } catch StorageError.folderMoved {
            // Said once in the log, by the watch over it. Who is signed in is not looked up where nothing can be read.
            return refusals.response(to: Refusal(shortOf: .place, retryAfterInSeconds: 5), head, now, [:])
        } catch  where StorageError.meansUnavailable(error) {
            errors.error(
                "storage unavailable", error, metadata: ["route": "\(route.template)", "request": "\(requestID)"])
            return await refusals.recognizingResponse(
                to: Refusal(shortOf: .storage, retryAfterInSeconds: 5), head, now, [:])
        } catch {
            errors.error(
                "unexpected error", error, metadata: ["route": "\(route.template)", "request": "\(requestID)"])
            return await refusals.recognizingResponse(to: Refusal(.internalError), head, now, [:])
        }
    }

    /// A path below one tenant's name opens nothing of another's.
    private static func check(
        _ tenant: Tenant, is principal: Principal?, _ parameters: [String: String]
    ) throws(Refusal) {
        if let principal, principal.tenant.id != tenant.id { throw Refusal(.apiKeyForeign) }
        if let realm = parameters["realm"], !tenant.isCalled(realm) { throw Refusal(.routeUnknown) }
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

extension HTTPFields {
    /// What the request is said to be for.
    fileprivate var purpose: String? {
        get throws(Refusal) {
            guard let purpose = self[.purpose] else { return nil }
            guard AuditActor.isPurpose(purpose) else {
                throw Refusal(.purposeInvalid, details: RefusalDetails(limit: .purpose))
            }
            return purpose
        }
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
