import Foundation
import Synchronization

/// A server on the loopback that gives answers in turn, each to one connection, and notes what it was asked.
final class ScriptedServer: Sendable {
    struct Reply: Sendable {
        var status = 200
        var headers: [String] = []
        var body = "{}"
        /// Nothing is answered: the connection ends.
        var isLost = false
    }

    let port: UInt16
    private let listener: Int32
    private let asked = Mutex<[String]>([])

    /// Whole requests, in their order.
    var requests: [String] { asked.withLock(\.self) }

    /// - Parameter replies: the last is given to all that follow.
    init(_ replies: [Reply]) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            var index = 0
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                self?.serve(connection, replies[min(index, replies.count - 1)])
                index += 1
            }
        }
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve(_ connection: Int32, _ reply: Reply) {
        defer { close(connection) }
        let request = Self.request(on: connection)
        asked.withLock { $0.append(request) }
        guard !reply.isLost else { return }
        let head = ["HTTP/1.1 \(reply.status) X", "Content-Length: \(reply.body.utf8.count)", "Connection: close"]
        let text = (head + reply.headers).joined(separator: "\r\n") + "\r\n\r\n" + reply.body
        _ = text.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    private static func request(on connection: Int32) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return text }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let length = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
                .first { $0.hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
            if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
        }
    }
}
