internal import Synchronization

/// The ID tokens that were signed in the current second. An ID token says who the client is and grants no access, so a
/// client that asks again within the second gets the same one: its times are whole seconds (NumericDate of RFC 7519), and
/// the RSA-3072 signature is most of its cost.
final class RecentIDTokens: Sendable {
    private struct Signed {
        var second: Int64
        var tokens: [Key: String]
    }

    /// What an ID token says apart from its times.
    struct Key: Hashable {
        let issuer: String
        let clientID: String
        let subject: String
        let isES256: Bool
    }

    private let signed = Mutex(Signed(second: .min, tokens: [:]))

    subscript(key: Key, second second: Int64) -> String? {
        signed.withLock { $0.second == second ? $0.tokens[key] : nil }
    }

    /// Forgets the tokens of every other second.
    func remember(_ token: String, _ key: Key, second: Int64) {
        signed.withLock { signed in
            if signed.second != second { signed = Signed(second: second, tokens: [:]) }
            signed.tokens[key] = token
        }
    }
}
