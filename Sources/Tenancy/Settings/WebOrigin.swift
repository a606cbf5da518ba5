/// The origin of a page, as a browser writes it into the Origin header (RFC 6454 §6.2): `https://shop.example.org`, with
/// `:port` unless it is the scheme's default, in lower case, without a path. No page would match any other spelling, or `*`,
/// so these are not origins.
package struct WebOrigin: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init?(rawValue: String) {
        let form = /(?<scheme>[a-z][a-z0-9+.\-]*):\/\/(?:[a-z0-9_.\-]+|\[[0-9a-f:.]+\])(?::(?<port>[1-9][0-9]{0,4}))?/
        guard let parts = rawValue.wholeMatch(of: form) else { return nil }
        switch (parts.scheme, parts.port) {
        case ("https", "443"), ("http", "80"): return nil
        default: self.rawValue = rawValue
        }
    }
}
