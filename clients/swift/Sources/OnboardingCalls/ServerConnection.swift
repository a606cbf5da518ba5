internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import OnboardingAPI

/// One server and the way to it: writes requests, reads answers, decides nothing.
struct ServerConnection: Sendable {
    /// Without a slash at the end.
    let baseURL: String
    let httpClient: HTTPClient

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
    }

    struct Response: Sendable {
        let status: Int
        let body: Data
    }

    init(baseURL: String, httpClient: HTTPClient) throws(ClientError) {
        guard let components = URLComponents(string: baseURL),
            components.scheme == "https" || components.scheme == "http",
            let host = components.host, !host.isEmpty, components.query == nil, components.fragment == nil,
            components.scheme == "https" || Self.loopback.contains(host)
        else { throw .invalidURL }
        self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        self.httpClient = httpClient
    }

    /// The answer to `request`, whatever its status.
    func response(to request: Request) async throws(ClientError) -> Response {
        var outgoing = HTTPClientRequest(url: baseURL + request.path)
        outgoing.method = request.method
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if let body = request.body { outgoing.body = .bytes(body) }
        do {
            let response = try await httpClient.execute(outgoing, timeout: Self.timeout)
            let buffer = try await response.body.collect(upTo: Self.maximumAnswerBytes)
            return Response(status: Int(response.status.code), body: Data(buffer.readableBytesView))
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
