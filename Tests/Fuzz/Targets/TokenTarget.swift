import Foundation
@testable import OnboardingCrypto

extension FuzzTarget {
    /// Bearer tokens in the compact form as anybody may send them; an input of two lines is a header and claims that the
    /// owner of the key signed.
    static let token = FuzzTarget(
        name: "token",
        dictionary: words(
            ".", "..", "\n", "{", "}", "\"alg\":\"ES256\"", "\"alg\":\"RS256\"", "\"alg\":\"none\"",
            "\"alg\":\"HS256\"",
            "\"kid\":\"ec\"", "\"kid\":\"rsa\"", ",\"crit\":[\"exp\"]", ",\"crit\":null", ",\"crit\":[]",
            ",\"crit\":\"b64\"",
            "\"typ\":\"JWT\"", "e30", "=",
            "-",
            "_", "bm9uZQ", "null", ","),
        costliestInputs: [
            costly { String(repeating: ".", count: 8_192) },
            costly {
                let header = "{\"alg\":\"ES256\",\"kid\":\"ec\",\"x\":" + String(repeating: "[", count: 5_000)
                return Base64URL.encode(Array(header.utf8)) + ".." + String(repeating: "A", count: 86)
            },
        ],
        check: { input throws(Finding) in
            if let signed = SignedToken(input) {
                let claims = verified(signed.compact)
                if let claims { try promise(claims == signed.claims, "other claims than were signed") }
                // Only the owner of the key can sign a header that the independent reader does not understand.
                guard signed.header != nil, signed.compact.utf8.count <= JSONWebToken.maximumCharacters else {
                    return claims != nil
                }
                try promise(claims == nil || signed.isRight, "a wrong header is believed")
                try promise(claims != nil || !signed.isRight, "a right token is refused")
                return claims != nil
            }
            guard let text = String(validating: input, as: UTF8.self), verified(text) != nil else { return false }
            try promise(text == knownToken, "a token is believed that nobody signed")
            return true
        },
        planted: { input throws(Finding) in
            // `crit` is not looked at.
            guard let signed = SignedToken(input), signed.header?["alg"] as? String == "ES256",
                signed.header?["kid"] as? String == "ec", let critical = signed.header?["crit"]
            else { return }
            try promise(critical is NSNull, "a header that must be understood is ignored")
        })

    /// Signed with the key of `docs/package-format.md`; it lies in the corpus.
    private static let knownToken = """
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL2t5Yy5leGFtcGxlLm9yZyIsImV4cCI6MTcwMD\
        AwMDAwMH0.MYqCRzqDp6ldNs-vvk6CsORDBmz9M4dTKH2zL-5z-jX3YivptVcK0ZrefRrVbS17DrClFb7QYHNsy3qeTRmyDA
        """
}

private func costly(_ compact: @escaping @Sendable () -> String) -> CostliestInput {
    CostliestInput(input: { Array(compact().utf8) }) { _ = verified(String(decoding: $0, as: UTF8.self)) }
}

private func verified(_ compact: String) -> [UInt8]? {
    try? JSONWebToken.verify(
        compact: compact, keys: ["ec": .es256(TestKeys.ec.publicKey), "rsa": .rs256(TestKeys.qrPublicKey)],
        allowedAlgorithms: Set(TokenAlgorithm.allCases))
}

private struct SignedToken {
    let compact: String
    let claims: [UInt8]
    /// As an independent reader understands it; nil where it does not, or where two readers may differ because a name comes
    /// twice (RFC 7515 §4).
    let header: [String: Any]?

    init?(_ input: [UInt8]) {
        guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let text = Array(input[..<end])
        claims = Array(input[(end + 1)...])
        let signed = Base64URL.encode(text) + "." + Base64URL.encode(claims)
        guard let signature = try? TestKeys.ec.signES256(Array(signed.utf8)) else { return nil }
        compact = signed + "." + Base64URL.encode(signature)
        let names = String(decoding: text, as: UTF8.self)
        let isAmbiguous = names.contains("\\") || ["\"alg\"", "\"kid\""].contains { names.ranges(of: $0).count > 1 }
        header = isAmbiguous ? nil : (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: Any]
    }

    /// Whether a token with this header, signed by the EC key, is to be believed.
    var isRight: Bool {
        header?["alg"] as? String == "ES256" && header?["kid"] as? String == "ec" && header?["crit"] == nil
    }
}
