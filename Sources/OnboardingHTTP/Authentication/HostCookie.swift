package import HTTPTypes
internal import Hummingbird

/// A cookie that a browser keeps for this host alone (`__Host-`, RFC 6265bis §4.1.3), sends over TLS, and
/// shows no script.
///
/// The library writes it. Reading is ours: the library's `Cookies` take the first of two that have one name.
package struct HostCookie: Sendable {
    /// From which pages a browser sends it with what it asks for.
    package enum SameSite: Sendable {
        /// Ours alone.
        case strict
        /// Others' as well, where a person follows a link from them.
        case lax
    }

    let name: String
    let sameSite: SameSite

    /// - Parameter name: without the prefix.
    package init(_ name: String, sameSite: SameSite = .strict) {
        self.name = "__Host-" + name
        self.sameSite = sameSite
    }

    /// The field of a response that sets it.
    /// - Parameter lifetimeInSeconds: 0 removes it.
    /// - Throws: where `value` holds what a cookie may not.
    package func set(_ value: String, lifetimeInSeconds: Int) throws -> HTTPField {
        let cookie = try Cookie.validated(
            name: name, value: value, maxAge: lifetimeInSeconds, path: "/", secure: true,
            sameSite: sameSite == .strict ? .strict : .lax)
        return HTTPField(name: .setCookie, value: cookie.description)
    }

    /// Its value in a request; nil where it is not there, is there twice, or holds what a cookie may not.
    package func value(in headers: HTTPFields) -> String? {
        let values = headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(name + "=") }
        guard values.count == 1, let value = values.first?.dropFirst(name.utf8.count + 1) else { return nil }
        return try? Cookie.validated(name: name, value: String(value)).value
    }
}
