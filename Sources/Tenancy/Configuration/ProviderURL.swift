internal import Foundation
internal import OnboardingCore

/// A URL of an OpenID Connect provider: `https`, or `http` on this machine, for tests.
package struct ProviderURL: Equatable, Sendable {
    /// As it was written.
    package let text: String
    /// Without the brackets of IPv6.
    package let host: String
    /// Whether it is `http`.
    private let isPlain: Bool

    /// Nil for any other URL, one with a user or a fragment, and one whose host two readers might read differently.
    package init?(_ text: String) {
        let form =
            #/
            (?<scheme> https? ) :// (?: (?<name> [A-Za-z0-9_\-]+ (?: \.[A-Za-z0-9_\-]+ )* ) | \[ (?<address> [0-9A-Fa-f:.]+ ) \] )
            (?: : (?<port> [0-9]{1,5} ) )? (?: [\/?] [!-~]* )?
            /#
        guard text.utf8.count <= Limit.providerURL.value, !text.utf8.contains(UInt8(ascii: "#")),
            let parts = text.wholeMatch(of: form)?.output, URLComponents(string: text) != nil,
            let host = (parts.name ?? parts.address).map(String.init),
            parts.address == nil || IPAddress(host) != nil,
            parts.port.map({ (1...65_535).contains(Int($0) ?? 0) }) ?? true
        else { return nil }
        isPlain = parts.scheme == "http"
        guard !isPlain || IPAddress.isLoopback(host: host) else { return nil }
        (self.text, self.host) = (text, host)
    }

    /// An issuer: a URL without a query (OpenID Connect Discovery §2).
    init?(issuer text: String) {
        guard !text.contains("?") else { return nil }
        self.init(text)
    }

    /// Where an issuer describes itself (OpenID Connect Discovery §4).
    var discovery: ProviderURL? {
        ProviderURL((text.hasSuffix("/") ? String(text.dropLast()) : text) + "/.well-known/openid-configuration")
    }

    /// The URL with these behind it as its query, or behind the query that it has.
    func adding(_ fields: [(name: String, value: String)]) -> String {
        text + (text.contains("?") ? "&" : "?") + FormText.encode(fields)
    }

    /// The address to connect to: the first, if all may be reached.
    /// - Parameters:
    ///   - addresses: what the host's name leads to at this moment.
    ///   - networks: private ones in which providers may lie.
    /// - Returns: nil where it leads nowhere, or also to where nobody may send.
    package func address(among addresses: [String], networks: [AddressBlock]) -> String? {
        let known = addresses.compactMap(IPAddress.init)
        guard !known.isEmpty, known.count == addresses.count,
            known.allSatisfy({ address in address.isPublic || networks.contains { $0.contains(address) } }),
            !isPlain || known.allSatisfy(\.isLoopback)
        else { return nil }
        return addresses.first
    }
}

/// The text of a form or a query (WHATWG URL standard, application/x-www-form-urlencoded).
package enum FormText {
    static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Everything but the unreserved characters as its bytes, so that it means the same in a query, a form, and what RFC 6749
    /// §2.3.1 asks of a client's name and secret.
    package static func escaped(_ text: String) -> String {
        let characters = text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
            default: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
