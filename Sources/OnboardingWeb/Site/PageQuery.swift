internal import Foundation
internal import Tenancy

/// What stands behind the question mark of a page's address, as links of the page carry it on.
struct PageQuery: Equatable, Sendable {
    /// As it was sent, without the question mark and what is left out.
    let text: String

    static let empty = PageQuery("")

    /// A longer one is not carried on: a sign-in at a provider is kept in a cookie, the page to go on to as well.
    private static let longestInBytes = 1024
    /// What no link may show again: it opens an enrollment, a sign-in or a session.
    private static let secrets: Set = ["data", "token", "code"]

    /// - Parameter names: of what is left out beside the secrets.
    init(_ sent: Substring, without names: Set<String> = []) {
        guard sent.utf8.count <= Self.longestInBytes, sent.utf8.allSatisfy(Self.isOfQuery) else {
            text = ""
            return
        }
        text = sent.split(separator: "&").filter { pair in
            // What does not decode has no name that could be compared.
            guard let name = pair.prefix(while: { $0 != "=" }).removingPercentEncoding else { return false }
            return !names.contains(name) && !Self.secrets.contains(name)
        }.joined(separator: "&")
    }

    /// Of values that stand in a form; those that are empty are left out.
    init(_ fields: KeyValuePairs<String, String>) {
        let pairs = fields.filter { !$0.value.isEmpty }.map { "\($0.key)=\(Self.escaped($0.value))" }
        self.init(Substring(pairs.joined(separator: "&")))
    }

    /// Behind a path.
    var suffix: String { text.isEmpty ? "" : "?\(text)" }

    /// A value as it stands in a query. A slash may stay as it is (RFC 3986 §3.4), and is easier to read.
    static func escaped(_ value: String) -> String { FormText.escaped(value).replacing("%2F", with: "/") }

    /// RFC 3986 §3.4.
    private static func isOfQuery(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@/?%".utf8.contains(byte)
        }
    }
}
