/// Who takes the audit trail from this server by syslog, and how either is known to the other.
public struct SyslogConfiguration: Sendable {
    /// Where the receiver listens.
    package struct Receiver: Equatable, Sendable {
        package let host: String
        package let port: Int
        /// Whether without TLS, which is for this machine alone.
        package let isPlain: Bool

        /// `HOST:PORT`, by which its position in the trail is kept.
        package var name: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// `HOST:PORT`; `tcp://HOST:PORT` without TLS.
    public var receiver: String
    /// A PEM file of the certificates that are trusted; nil for those of the system.
    public var certificates: String?
    /// A PEM file of the chain that this server shows; nil where the receiver asks for none, as the next.
    public var certificate: String?
    public var key: String?

    /// - Throws: a sentence for what is no address, and for plain TCP to another machine.
    package var parsed: Receiver {
        get throws(ConfigurationError) {
            let scheme = "tcp://"
            let isPlain = receiver.hasPrefix(scheme)
            let address = isPlain ? receiver.dropFirst(scheme.count) : receiver[...]
            guard let colon = address.lastIndex(of: ":"), let port = Self.port(address[address.index(after: colon)...]),
                let host = Self.host(String(address[..<colon]))
            else {
                throw ConfigurationError(
                    description: "syslog must be HOST:PORT, or tcp://HOST:PORT on this machine, and nothing else.")
            }
            guard !isPlain || IPAddress.isLoopback(host: host) else {
                throw ConfigurationError(
                    description: "syslog: \(host) is another machine, which is sent nothing without TLS.")
            }
            return Receiver(host: host, port: port, isPlain: isPlain)
        }
    }

    private static func port(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text),
            (1...65_535).contains(port)
        else { return nil }
        return port
    }

    /// A name, an address of IPv4, or one of IPv6 in brackets.
    private static func host(_ text: String) -> String? {
        let host = IPAddress.withoutBrackets(text)
        if host != text { return host.contains(":") && IPAddress(host) != nil ? host : nil }
        let isName = host.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || "-._".utf8.contains($0)
        }
        return isName && (1...253).contains(host.utf8.count) ? host : nil
    }

    /// Whether the values have a form that can be used. Reads no file: who only looks at the data needs no key of the server's.
    func check() throws(ConfigurationError) {
        let receiver = try parsed
        guard (certificate == nil) == (key == nil) else {
            throw ConfigurationError(
                description: "syslog-cert and syslog-key belong together: only one was given.")
        }
        guard !receiver.isPlain || (certificates == nil && certificate == nil) else {
            throw ConfigurationError(
                description: "syslog says tcp://, where no certificate is looked at: leave syslog-ca-file, syslog-cert "
                    + "and syslog-key out.")
        }
    }
}
