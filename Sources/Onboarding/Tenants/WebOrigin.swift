/// Where a page comes from, as a browser writes it into the Origin header (RFC 6454, 6.2): `https://shop.example.org`,
/// with `:port` unless that is the scheme's own, in lower case, with no path. Another spelling, or `*`, would match no
/// page, so it is none.
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
