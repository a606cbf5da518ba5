import Foundation

/// The fields of a form body (WHATWG URL standard, application/x-www-form-urlencoded). A field that comes twice makes
/// the form invalid, as RFC 6749 §3.2 asks.
public struct FormFields: Equatable, Sendable {
    /// Values by name, both decoded.
    public private(set) var values: [String: String] = [:]

    /// Nil for what is no form: no UTF-8, escapes that are none, a field that is repeated, more fields than `limit`.
    public init?(_ body: [UInt8], atMost limit: Int) {
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        let pairs = text.split(separator: "&", maxSplits: limit)
        guard pairs.count <= limit else { return nil }
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = Self.decode(parts.count == 2 ? parts[1] : ""),
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
    }

    public subscript(name: String) -> String? { values[name] }

    private static func decode(_ text: Substring) -> String? {
        let (plus, space) = (UInt8(ascii: "+"), UInt8(ascii: " "))
        return String(decoding: text.utf8.map { $0 == plus ? space : $0 }, as: UTF8.self).removingPercentEncoding
    }
}
