import Foundation

/// Fields of a request's head.
typealias Headers = [(name: String, value: String)]

/// One HTTP/1.1 connection that is kept open, used by the calling thread: it sends, waits and reads. What is timed with it
/// has none of a client library's changes of threads in it.
final class PlainConnection {
    struct Broken: Error {}

    struct Answer {
        let status: Int
        /// Of the head, as they came.
        let fields: [String]
        let body: [UInt8]

        /// The value of a field, by its name in lower case.
        func field(_ name: String) -> String? {
            fields.first { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }

        /// - Throws: `Unexpected` with the body, where the status is another one.
        func expect(_ status: Int = 200) throws {
            guard self.status == status else {
                throw Unexpected("\(self.status) \(String(decoding: body.prefix(1000), as: UTF8.self))")
            }
        }

        /// The body of an answer with status 200.
        func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try expect()
            return try JSONDecoder().decode(type, from: Data(body))
        }
    }

    private let descriptor: Int32
    private let host: String

    /// - Parameter url: `http://ADDRESS:PORT`, an IPv4 address.
    init(_ url: String) throws {
        guard let parts = URLComponents(string: url), let name = parts.host, let port = parts.port else {
            throw Broken()
        }
        host = "\(name):\(port)"
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(name)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard connected == 0 else { throw Broken() }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
    }

    /// A request's body as client libraries write it.
    static func json(_ request: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(request))
    }

    func get(_ path: String, _ headers: Headers = []) throws -> Answer {
        try exchange("GET", path, headers, [])
    }

    /// - Parameter json: see `json`.
    func post(_ path: String, _ headers: Headers, json: [UInt8]) throws -> Answer {
        try exchange("POST", path, headers + [("Content-Type", "application/json")], json)
    }

    /// - Parameter form: `name=value&…`, already escaped.
    func post(_ path: String, _ headers: Headers = [], form: String) throws -> Answer {
        try exchange(
            "POST", path, headers + [("Content-Type", "application/x-www-form-urlencoded")], [UInt8](form.utf8))
    }

    /// Returns when the whole answer is here.
    private func exchange(_ method: String, _ path: String, _ headers: Headers, _ body: [UInt8]) throws -> Answer {
        let length = ("Content-Length", "\(body.count)")
        try write(head(method, path, headers + [length]) + body)
        var answer: [UInt8] = []
        let end = [UInt8]("\r\n\r\n".utf8)
        var found: Range<Int>?
        while found == nil {
            answer += try read()
            found = answer.firstRange(of: end)
        }
        guard let found else { throw Broken() }
        let fields = String(decoding: answer[..<found.lowerBound], as: UTF8.self).split(separator: "\r\n")
            .map(String.init)
        let status = fields.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let first = Answer(status: status ?? 0, fields: fields, body: [])
        guard let length = first.field("content-length").flatMap({ Int($0) }) else { throw Broken() }
        while answer.count < found.upperBound + length { answer += try read() }
        return Answer(status: first.status, fields: fields, body: Array(answer[found.upperBound...]))
    }

    /// Sends the beginning of a request, the last of this connection, and waits for nothing.
    func begin(_ path: String, _ headers: Headers, announcing length: Int, sending count: Int) throws {
        let fields = headers + [("Content-Type", "application/json"), ("Content-Length", "\(length)")]
        try write(head("POST", path, fields))
        // Whoever has more than a share is refused meanwhile.
        try? write([UInt8](repeating: UInt8(ascii: " "), count: count))
    }

    /// Asks for server-sent events, the last request of this connection. Returns when the first event is here.
    func listen(to path: String, _ headers: Headers) throws {
        try write(head("GET", path, headers))
        let answer = String(decoding: try nextEvent(), as: UTF8.self)
        guard answer.hasPrefix("HTTP/1.1 200 ") else { throw Unexpected("\(path): \(answer.prefix(100))") }
    }

    /// Waits for the next event of those it listens to.
    /// - Returns: what came until its end, chunks and heartbeats among it.
    @discardableResult
    func nextEvent() throws -> [UInt8] {
        var bytes: [UInt8] = []
        let (data, end) = ([UInt8]("data: ".utf8), [UInt8]("\n\n".utf8))
        while bytes.firstRange(of: data).map({ bytes[$0.upperBound...].firstRange(of: end) == nil }) ?? true {
            bytes += try read()
        }
        return bytes
    }

    private func head(_ method: String, _ path: String, _ headers: Headers) -> [UInt8] {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + headers.map { "\($0.name): \($0.value)" }
        return [UInt8]((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { throw Broken() }
            rest = rest.dropFirst(count)
        }
    }

    private func read() throws -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        guard !bytes.isEmpty else { throw Broken() }
        return bytes
    }
}
