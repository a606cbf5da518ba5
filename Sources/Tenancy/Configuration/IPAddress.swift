internal import Foundation

/// An IP address. One of IPv4 in the clothes of IPv6 (RFC 4291 §2.5.5.2) is the one of IPv4: so a listener on `::` sees it.
package struct IPAddress: Equatable, Sendable {
    /// In the order of the net: 4 or 16.
    let bytes: [UInt8]

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Nil for whatever is no address, a host's name as well.
    package init?(_ text: String) {
        // The system reads up to the first zero.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { [UInt8]($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            let all = withUnsafeBytes(of: sixteen) { [UInt8]($0) }
            bytes = all.starts(with: Self.mapped) ? [UInt8](all.dropFirst(Self.mapped.count)) : all
        } else {
            return nil
        }
    }

    /// What one sender has: an address of IPv4, `192.0.2.7`, and of IPv6 the /64 that it lies in, `2001:db8:0:7::`, any address
    /// of which is its own.
    package var block: String {
        Self.text(bytes.count == 4 ? bytes : bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
    }

    /// The text of 4 or 16 bytes (RFC 5952).
    static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// An address as it stands in a URL, without the brackets of IPv6; anything else as it is.
    package static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Whether `host`, a name or an address, is this machine and can be no other.
    static func isLoopback(host: String) -> Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }

    package var isLoopback: Bool {
        bytes.count == 4 ? bytes.first == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}
