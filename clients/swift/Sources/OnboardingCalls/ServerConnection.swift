internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import OnboardingAPI

/// One server and the way to it: writes requests, reads answers, and asks again where that is no second asking.
struct ServerConnection: Sendable {
    /// Without a slash at the end.
    let baseURL: String
    let httpClient: HTTPClient
    let retry: Retry

    /// The longest answer, a document's with its portrait, is far below.
    private static let maximumAnswerBytes = 8 << 20
    /// Judging a capture takes seconds; a server that is full answers 503 at once.
    private static let timeout = TimeAmount.seconds(60)

    /// Beyond this machine a bearer goes by TLS alone.
    private static let loopback: Set = ["127.0.0.1", "::1", "[::1]", "localhost"]

    struct Request: Sendable {
        var method: HTTPMethod
        /// Begins with a slash.
        var path: String
        var headers: [(name: String, value: String)] = []
        var body: [UInt8]?
        /// Whether it may be sent again once it may have arrived.
        var isRepeatable = true

        /// A POST with a JSON body. The bytes are made once, so that a repeated call is the same to the server.
        static func post(_ path: String, json: some Encodable) throws(ClientError) -> Request {
            let encoder = JSONEncoder()
            // Sorted, so that the same request is the same bytes; slashes as they are, because frames are base64.
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let body = try? encoder.encode(json) else { throw .unencodableRequest }
            return Request(
                method: .POST, path: path, headers: [("Content-Type", "application/json; charset=UTF-8")],
                body: [UInt8](body))
        }

        func adding(_ name: String, _ value: String) -> Request {
            var request = self
            request.headers.append((name, value))
            return request
        }

        /// The same call for the server however often it comes.
        /// - Parameter key: the caller's own; one is made up where it is nil.
        func keyed(_ key: String?) -> Request { adding("Idempotency-Key", key ?? UUID().uuidString) }

        /// What is not to be done twice, and not known by a key.
        var once: Request {
            var request = self
            request.isRepeatable = false
            return request
        }
    }

    struct Response: Sendable {
        let status: Int
        let body: Data
        /// In seconds, as `Retry-After` says.
        let retryAfter: Int?

        /// Whether a proxy speaks that reached no server: what was asked for may have been done or not.
        private var isOfProxy: Bool {
            guard [502, 503, 504].contains(status) else { return false }
            let envelope = try? JSONDecoder().decode(ErrorReason.self, from: body)
            let reason = envelope?.reason ?? envelope?.error
            return reason == nil || reason == "SERVER_UNREACHABLE"
        }

        /// After what another try may do; nil where this is the last word.
        func asksToWait(_ pause: Duration, isRepeatable: Bool) -> Duration? {
            let asked = retryAfter.map { Duration.seconds($0) }
            if isOfProxy { return isRepeatable ? asked ?? pause : nil }
            return [409, 503].contains(status) ? asked : nil
        }
    }

    /// What tells an answer of the server from a proxy's.
    private struct ErrorReason: Decodable {
        let reason: String?
        let error: String?
    }

    init(baseURL: String, httpClient: HTTPClient, retry: Retry = Retry()) throws(ClientError) {
        guard let components = URLComponents(string: baseURL),
            components.scheme == "https" || components.scheme == "http",
            let host = components.host, !host.isEmpty, components.query == nil, components.fragment == nil,
            components.scheme == "https" || Self.loopback.contains(host)
        else { throw .invalidURL }
        self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        self.httpClient = httpClient
        self.retry = retry
    }

    /// The answer to `request`, whatever its status, once it is the last word.
    func response(to request: Request) async throws(ClientError) -> Response {
        var (triesLeft, pause) = (max(1, retry.tries), retry.pause)
        while true {
            triesLeft -= 1
            let answer: Response?
            do {
                answer = try await exchange(request)
            } catch {
                guard request.isRepeatable, triesLeft > 0 else { throw error }
                answer = nil
            }
            var wait = min(pause, retry.longestPause)
            if let answer {
                guard triesLeft > 0, let asked = answer.asksToWait(wait, isRepeatable: request.isRepeatable),
                    asked <= retry.longestPause
                else { return answer }
                wait = asked
            }
            do {
                try await Task.sleep(for: wait)
            } catch {
                // Cancelled.
                guard let answer else { throw .connectionFailed }
                return answer
            }
            pause *= 2
        }
    }

    /// One try.
    private func exchange(_ request: Request) async throws(ClientError) -> Response {
        var outgoing = HTTPClientRequest(url: baseURL + request.path)
        outgoing.method = request.method
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if let body = request.body { outgoing.body = .bytes(body) }
        do {
            let response = try await httpClient.execute(outgoing, timeout: Self.timeout)
            let buffer = try await response.body.collect(upTo: Self.maximumAnswerBytes)
            return Response(
                status: Int(response.status.code), body: Data(buffer.readableBytesView),
                retryAfter: response.headers.first(name: "Retry-After").flatMap { UInt16($0) }.map(Int.init))
        } catch {
            throw .connectionFailed
        }
    }

    /// The answer to `request`, read as `Response` or as the error envelope.
    func result<Response: Decodable & Sendable>(of request: Request) async throws(ClientError) -> StepResult<Response> {
        let response = try await response(to: request)
        if response.status == 200 {
            guard let answer = try? JSONDecoder().decode(Response.self, from: response.body) else {
                throw .unexpectedAnswer(status: response.status)
            }
            return .accepted(answer)
        }
        guard let envelope = try? JSONDecoder().decode(ErrorEnvelope.self, from: response.body) else {
            throw .unexpectedAnswer(status: response.status)
        }
        return .refused(envelope)
    }
}
