internal import Foundation
internal import OnboardingCore
internal import Synchronization

/// The URL under which clients know this server: configured, or the address it turned out to listen on.
package final class PublicURL: Sendable {
    private let known: Mutex<String?>

    package init(configured: String?) {
        known = Mutex(configured)
    }

    /// Refuses until the server has an address.
    package var value: String {
        get throws(Refusal) {
            guard let url = known.withLock({ $0 }) else { throw Refusal(shortOf: .starting, retryAfterInSeconds: 1) }
            return url
        }
    }

    /// The path behind which clients reach this server, `/kyc`; nil where there is none, or no address yet.
    package var path: String? {
        guard let url = known.withLock({ $0 }), let scheme = url.range(of: "://"),
            let slash = url[scheme.upperBound...].firstIndex(of: "/")
        else { return nil }
        return String(url[slash...])
    }

    /// Tells the address listened on; a configured URL stays.
    package func listening(on url: String) {
        known.withLock { if $0 == nil { $0 = url } }
    }

    /// The scheme in small letters (RFC 3986 §3.1), no trailing slash.
    static func normal(_ url: String) -> String {
        let scheme = url.prefix { $0 != ":" }
        let normal = scheme.lowercased() + url.dropFirst(scheme.count)
        return normal.hasSuffix("/") ? String(normal.dropLast()) : normal
    }

    /// Scheme, host, port and path, short enough for a QR image with data behind it; no trailing slash, and none of what
    /// means something in a URL that goes on.
    static func isUsable(_ url: String) -> Bool {
        let form =
            #/
            https?://
            (?: (?<name> [A-Za-z0-9_\-]+ (?: \.[A-Za-z0-9_\-]+ )* ) | \[ (?<address> [0-9A-Fa-f:.]+ ) \] )
            (?: : (?<port> [0-9]{1,5} ) )?
            (?: / [A-Za-z0-9_~\-] [A-Za-z0-9._~\-]* )*
            /#
        guard url.utf8.count <= 512, let parts = url.wholeMatch(of: form)?.output else { return false }
        // Four numbers, or what begins like them, are an address or a mistake in one.
        if let name = parts.name, name.utf8.allSatisfy({ (0x2E...0x39).contains($0) }), IPAddress(String(name)) == nil {
            return false
        }
        if let address = parts.address, IPAddress(String(address)) == nil { return false }
        return parts.port.map { (1...65_535).contains(Int($0) ?? 0) } ?? true
    }

    /// Whether packages to this URL can be read on their way to the server: no https, and another machine.
    package static func isOpenToOthers(_ url: String) -> Bool {
        guard let parts = URLComponents(string: url), parts.scheme == "http", let host = parts.host else {
            return false
        }
        return !IPAddress.isLoopback(host: IPAddress.withoutBrackets(host))
    }

    /// What goes into QR data: the host alone for plain https, with its port unless that is 443; else the whole base URL.
    package static func hostPart(of url: String) -> String {
        let host = url.dropFirst("https://".count)
        guard url.hasPrefix("https://"), !host.contains("/") else { return url }
        return String(host.hasSuffix(":443") ? host.dropLast(4) : host)
    }
}
