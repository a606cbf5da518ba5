import Foundation

/// The fields of a form body (WHATWG URL standard, application/x-www-form-urlencoded). A field that comes twice makes
/// the form invalid, as RFC 6749 §3.2 asks.
public struct FormFields: Equatable, Sendable {
    /// Values by name, both decoded.
    public private(set) var values: [String: String] = [:]

    /// Nil for what is no form: no UTF-8, escapes that are none, a field that is repeated, more fields than `limit`.
    public init?(_ body: [UInt8], atMost limit: Int) {
        guard let pairs = Self.pairs(body, atMost: limit) else { return nil }
        for (name, value) in pairs {
            guard values.updateValue(value, forKey: name) == nil else { return nil }
        }
    }

    /// The fields in their order, for a form in which one may come several times. Nil as above, but for those.
    public static func pairs(_ body: [UInt8], atMost limit: Int) -> [(name: String, value: String)]? {
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        let pairs = text.split(separator: "&", maxSplits: limit)
        guard pairs.count <= limit else { return nil }
        let decoded = pairs.compactMap { pair -> (name: String, value: String)? in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(parts[0]), let value = decode(parts.count == 2 ? parts[1] : "") else { return nil }
            return (name, value)
        }
        return decoded.count == pairs.count ? decoded : nil
    }

    public subscript(name: String) -> String? { values[name] }

    private static func decode(_ text: Substring) -> String? {
        let (plus, space) = (UInt8(ascii: "+"), UInt8(ascii: " "))
        return String(decoding: text.utf8.map { $0 == plus ? space : $0 }, as: UTF8.self).removingPercentEncoding
    }
}
