internal import Foundation

enum Base64URL {
    /// The bytes of base64url text that has no padding, no other character and no stray bits.
    static func strictlyDecoded(_ text: some StringProtocol) -> Data? {
        guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") + padding
        guard let data = Data(base64Encoded: standard), data.base64EncodedString() == standard else { return nil }
        return data
    }
}
