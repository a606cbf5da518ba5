internal import Synchronization

/// The ID tokens that were signed in the current second. One says who the client is and opens nothing, so that whoever asks
/// again in that second is given the same one: times are whole seconds (RFC 7519 NumericDate here), and a signature of
/// RSA-3072 is most of what a token costs.
final class RecentIDTokens: Sendable {
    private struct Signed {
        var second: Int64
        var tokens: [Key: String]
    }

    /// What an ID token says beside its times.
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

    /// Those of every other second are forgotten.
    func remember(_ token: String, _ key: Key, second: Int64) {
        signed.withLock { signed in
            if signed.second != second { signed = Signed(second: second, tokens: [:]) }
            signed.tokens[key] = token
        }
    }
}
