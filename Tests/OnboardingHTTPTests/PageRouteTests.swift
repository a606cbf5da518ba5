import HTTPTypes
import struct HummingbirdCore.ResponseBody
import NIOCore
import OnboardingCore
import Synchronization
import TestSupport
import Testing

@testable import OnboardingHTTP
@testable import Tenancy

/// What pages need of a route, on a socket.
@Suite struct PageRouteTests {
    /// What a producer did, and when it may go on.
    private final class Producer: Sendable {
        let events = AsyncStream.makeStream(of: String.self)
        let permits = AsyncStream.makeStream(of: Void.self)

        /// Writes a chunk for each permit.
        func route(_ chunks: [String], length: Int? = nil) -> Route {
            Route(.get, "/events", for: .anyone) { _ in
                let body = ResponseBody(contentLength: length) { [self] writer in
                    var permits = permits.stream.makeAsyncIterator()
                    defer { events.continuation.yield("ended") }
                    for chunk in chunks {
                        await permits.next()
                        try Task.checkCancellation()
                        events.continuation.yield("made \(chunk)")
                        try await writer.write(ByteBuffer(string: chunk + "\n"))
                    }
                    try await writer.finish(nil)
                }
                return Response(body: .stream(body), contentType: "text/event-stream")
            }
        }

        func permit() { permits.continuation.yield() }
    }

    private let server: TestServer

    init() async throws {
        server = try await TestServer()
    }

    @Test(.endsWhereItHangs) func aStreamIsReadWhileItIsMade() async throws {
        let producer = Producer()
        try await Wire.open(to: [producer.route(["one", "two", "three"])], on: server) { wire in
            var events = producer.events.stream.makeAsyncIterator()
            try await wire.get("/events")
            let head = try await wire.read(until: "\r\n\r\n").lowercased()
            #expect(head.contains("transfer-encoding: chunked") && head.contains("connection: close"))
            for chunk in ["one", "two", "three"] {
                producer.permit()
                #expect(await events.next() == "made \(chunk)")
                #expect(try await wire.read(until: chunk).hasSuffix(chunk))
            }
            #expect(await events.next() == "ended")
            #expect(try await wire.read().hasSuffix("0\r\n\r\n"))
        }
    }

    /// Also while it has nothing to write.
    @Test(.endsWhereItHangs) func aClientThatGoesAwayEndsTheProducer() async throws {
        let producer = Producer()
        try await Wire.open(to: [producer.route(["one", "two"])], on: server) { wire in
            producer.permit()
            try await wire.get("/events")
            _ = try await wire.read(until: "one\n")
        }
        var events = producer.events.stream.makeAsyncIterator()
        #expect(await events.next() == "made one")
        #expect(await events.next() == "ended")
    }

    @Test(.endsWhereItHangs) func aClientThatGoesAwayStopsWhoWaitsForEvents() async throws {
        let (waits, ended) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let route = Route(.get, "/events", for: .anyone) { _ in
            let body = ResponseBody { writer in
                defer { ended.continuation.yield() }
                try await writer.write(ByteBuffer(string: "one\n"))
                for await _ in waits.stream {}
                try await writer.finish(nil)
            }
            return Response(
                body: .events(body, stop: { waits.continuation.finish() }), contentType: "text/event-stream")
        }
        try await Wire.open(to: [route], on: server) { wire in
            try await wire.get("/events")
            let head = try await wire.read(until: "one\n").lowercased()
            #expect(head.contains("transfer-encoding: chunked") && head.contains("connection: close"))
        }
        var ends = ended.stream.makeAsyncIterator()
        #expect(await ends.next() != nil)
    }

    @Test(.endsWhereItHangs) func aStreamOfKnownLengthLeavesItsConnectionOpen() async throws {
        let producer = Producer()
        try await Wire.open(to: [producer.route(["one"], length: 4)], on: server) { wire in
            for _ in 0..<2 {
                producer.permit()
                try await wire.get("/events")
                #expect(try await wire.response().body == "one\n")
            }
        }
    }

    /// Chunks are of HTTP/1.1 (RFC 9112 §6.1); before that the end of the connection is the end of the body.
    @Test(.endsWhereItHangs) func whoSpeaksAnOlderVersionGetsNoChunks() async throws {
        let producer = Producer()
        try await Wire.open(to: [producer.route(["one", "two"])], on: server) { wire in
            producer.permit()
            producer.permit()
            try await wire.get("/events", version: "1.0", "Connection: keep-alive")
            let answer = try await wire.read()
            #expect(answer.hasPrefix("HTTP/1.0 200") && answer.hasSuffix("\r\n\r\none\ntwo\n"))
            #expect(answer.lowercased().contains("connection: close"))
        }
    }

    @Test(.endsWhereItHangs) func theHeadOfAStreamComesAloneAndStartsNoProducer() async throws {
        try await Wire.open(to: [Producer().route(["one"])], on: server) { wire in
            try await wire.get("/events", method: "HEAD")
            let head = try await wire.read().lowercased()
            #expect(head.hasSuffix("\r\n\r\n") && head.contains("connection: close"))
            #expect(!head.contains("content-length") && !head.contains("transfer-encoding"))
        }
    }

    private static let refusals = RefusalForm { refusal, asked, _, headers in
        Response(
            status: refusal.status, body: .bytes([UInt8]("<!doctype html>\(refusal.reason.rawValue)".utf8)),
            contentType: "text/html; charset=utf-8",
            extraHeaders: headers.merging(asked.map { [.location: $0.target] } ?? [:]))
    }

    private static let files = ["css/page.css": "p { margin: 0 }", "page.js": "'use strict'"]

    private static let fileRoute = Route(.get, "/files/{path...}", for: .anyone, refusals: refusals) { request in
        guard let text = files[request.parameters["path"] ?? ""] else { throw Refusal(.routeUnknown) }
        var response = Response.text(text, contentType: "text/css")
        response.extraHeaders[.eTag] = "\"17c\""
        response.extraHeaders[.cacheControl] = "no-cache"
        return response
    }

    @Test(.endsWhereItHangs) func aFileIsSentOnce() async throws {
        try await Wire.open(to: [Self.fileRoute], on: server) { wire in
            try await wire.get("/files/css/page.css")
            let first = try await wire.response()
            #expect(first.body == "p { margin: 0 }")
            let tag = "\"17c\""
            for held in ["\(tag)", "W/\(tag)", "\"other\" ,\(tag)", "*"] {
                try await wire.get("/files/css/page.css", "If-None-Match: \(held)")
                let again = try await wire.response()
                #expect(again.head.hasPrefix("HTTP/1.1 304") && again.body == "", "\(held)")
                #expect(again.head.contains(tag) && again.head.lowercased().contains("cache-control: no-cache"))
                #expect(!again.head.lowercased().contains("\r\ncontent-type:"))
            }
            for other in ["\"other\"", "", "\(tag.dropLast())"] {
                try await wire.get("/files/css/page.css", "If-None-Match: \(other)")
                #expect(try await wire.response().body == first.body, "\(other)")
            }
            try await wire.get("/files/css/page.css", method: "HEAD", "If-None-Match: \(tag)")
            #expect(try await wire.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 304"))
        }
    }

    @Test(.endsWhereItHangs) func aRouteOfPagesRefusesWithAPage() async throws {
        try await Wire.open(to: [Self.fileRoute], on: server) { wire in
            for (method, path, status) in [("GET", "/files/other", 404), ("POST", "/files/other", 405)] {
                try await wire.get(path, method: method, "Content-Length: 0")
                let response = try await wire.response()
                #expect(response.head.hasPrefix("HTTP/1.1 \(status)"))
                #expect(response.head.lowercased().contains("content-type: text/html"))
                #expect(response.head.contains("Location: \(path)"))
                #expect(response.body.hasPrefix("<!doctype html>"))
            }
            try await wire.get("/files/../other")
            #expect(try await wire.response().body.contains("ROUTE_UNKNOWN"))
        }
    }

    /// What an operator's page needs: a principal of its own, from a cookie, beside the others.
    @Test(.endsWhereItHangs) func aCookieThatWasSetOpensARoute() async throws {
        let cookie = HostCookie("session")
        let sessions = Mutex<Set<String>>([])
        let operators = Audience { headers, _, _ in
            guard let session = cookie.value(in: headers), sessions.withLock({ $0.contains(session) }) else {
                throw Refusal(.tokenMissing)
            }
            return nil
        }
        let routes = [
            Route(.get, "/sign-in", for: .anyone, refusals: Self.refusals) { _ in
                sessions.withLock { _ = $0.insert("s1") }
                var response = Response.text("welcome")
                response.extraHeaders.append(try cookie.set("s1", lifetimeInSeconds: 600))
                return response
            },
            Route(.get, "/desk", for: operators, refusals: Self.refusals) { _ in .text("desk") },
        ]
        try await Wire.open(to: routes, on: server) { wire in
            try await wire.get("/desk")
            #expect(try await wire.response().head.hasPrefix("HTTP/1.1 401"))
            try await wire.get("/sign-in")
            let head = try await wire.response().head
            let line = try #require(head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie: ") })
            let set = line.dropFirst("set-cookie: ".count).split(separator: "; ")
            #expect(set.first == "__Host-session=s1")
            #expect(Set(set.dropFirst()) == ["HttpOnly", "Secure", "Path=/", "SameSite=Strict", "Max-Age=600"])
            try await wire.get("/desk", "Cookie: theme=dark; \(set[0])")
            #expect(try await wire.response().body == "desk")
            try await wire.get("/desk", "Cookie: \(set[0]); \(set[0])")
            #expect(try await wire.response().head.hasPrefix("HTTP/1.1 401"))
        }
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        fields.append(contentsOf: others)
        return fields
    }
}

/// How what leads nowhere is refused, and what every response over TLS asks for.
@Suite struct BrowserRefusalTests {
    /// As browsers ask for a page, and for anything else.
    private static let page = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    private static let routes = [
        Route(.get, "/files/{path...}", for: .anyone) { _ in throw Refusal(.routeUnknown) },
        Route(.get, "/portal", for: .anyone) { _ in .text("a page") },
    ]
    private static let pages = RefusalForm { refusal, _, _, headers in
        Response(
            status: refusal.status, body: .bytes([UInt8]("<code>\(refusal.reason.rawValue)</code>".utf8)),
            contentType: "text/html; charset=utf-8", extraHeaders: refusal.headers(adding: headers))
    }

    @Test func aBrowserIsToldInAPageAndAClientOfTheInterfaceNever() async throws {
        let server = try await TestServer(publicURL: "https://onboarding.test/kyc")
        try await Wire.open(to: Self.routes, on: server, pages: Self.pages) { wire in
            for (method, path, accept, isPage) in [
                ("GET", "/nowhere", Self.page, true), ("GET", "//nowhere", Self.page, true),
                ("GET", "/files/none.css", Self.page, true), ("POST", "/portal", Self.page, true),
                ("GET", "/kyc/nowhere", Self.page, true),
                ("GET", "/nowhere", "Accept: */*", false), ("GET", "/nowhere", "Accept: application/json", false),
                ("GET", "/nowhere", "Accept: text/html;q=0.5, application/json", false),
                ("GET", "/nowhere", "X-Nothing: 1", false),
                ("GET", "/onboarding/nowhere", Self.page, false), ("GET", "/Onboarding/nowhere", Self.page, false),
                ("GET", "/kyc/onboarding/nowhere", Self.page, false), ("GET", "/healthz/x", Self.page, false),
                ("GET", "/auth/realms/x", Self.page, false), ("GET", "/b2c-sample-web/x", Self.page, false),
            ] {
                try await wire.get(path, method: method, accept)
                let (head, body) = try await wire.response()
                let status = method == "POST" ? 405 : 404
                #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(method) \(path): \(head)")
                #expect(head.lowercased().contains("content-type: text/html") == isPage, "\(method) \(path) \(accept)")
                #expect(body.contains(status == 405 ? "METHOD_NOT_ALLOWED" : "ROUTE_UNKNOWN"))
                #expect(status == 404 || head.contains("GET, HEAD"))
            }
        }
    }

    @Test(arguments: ["https://onboarding.test", "http://onboarding.test"])
    func everyResponseOverTLSAsksForNothingButTLS(url: String) async throws {
        let server = try await TestServer(publicURL: url)
        try await Wire.open(to: Self.routes, on: server, pages: Self.pages) { wire in
            for path in ["/portal", "/files/x", "/nowhere", "/onboarding/nowhere"] {
                try await wire.get(path)
                let head = try await wire.response().head.lowercased()
                let asks = head.contains("strict-transport-security: max-age=31536000; includesubdomains")
                #expect(asks == url.hasPrefix("https:"), "\(path): \(head)")
            }
        }
    }
}
