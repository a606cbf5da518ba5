import Foundation

/// One HTTP/1.1 connection that is kept open, used by the calling thread: it sends, waits and reads. What is timed with it
/// has none of a client library's changes of threads in it.
final class PlainConnection {
    struct Broken: Error {}

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

    /// - Returns: the status, when the whole answer is here.
    func send(_ method: String, _ path: String, headers: [(name: String, value: String)], body: [UInt8] = []) throws
        -> Int
    {
        try exchange(method, path, headers: headers, body: body).status
    }

    /// - Returns: also the fields of the head as they came, when the whole answer is here.
    func exchange(
        _ method: String, _ path: String, headers: [(name: String, value: String)], body: [UInt8] = []
    ) throws -> (status: Int, fields: [String], body: [UInt8]) {
        let lines =
            ["\(method) \(path) HTTP/1.1", "Host: \(host)", "Content-Length: \(body.count)"]
            + headers.map { "\($0.name): \($0.value)" }
        try write([UInt8]((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)

        var answer: [UInt8] = []
        let end = [UInt8]("\r\n\r\n".utf8)
        var head: Range<Int>?
        while head == nil {
            answer += try read()
            head = answer.firstRange(of: end)
        }
        guard let head else { throw Broken() }
        let fields = String(decoding: answer[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let length = fields.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
        guard let length, let status = fields.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Broken()
        }
        while answer.count < head.upperBound + length { answer += try read() }
        return (status, fields.map(String.init), Array(answer[head.upperBound...]))
    }

    /// Asks for server-sent events, the last request of this connection.
    /// - Returns: the status, when the first event is here.
    func listen(to path: String, headers: [(name: String, value: String)]) throws -> Int {
        let lines = ["GET \(path) HTTP/1.1", "Host: \(host)"] + headers.map { "\($0.name): \($0.value)" }
        try write([UInt8]((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        let answer = String(decoding: try nextEvent(), as: UTF8.self)
        return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
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
