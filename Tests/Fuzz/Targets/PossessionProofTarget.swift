import Foundation
@testable import OnboardingCrypto

extension FuzzTarget {
    /// Proofs of possession as anybody may send them; an input of two lines is a header and claims that the owner of the key
    /// signed. The word KEY in it stands for the key.
    static let possessionProof = FuzzTarget(
        name: "possession-proof",
        inputCount: 20_000,
        dictionary: words(
            "\n", "{", "}", ",", "KEY", "\"typ\":\"dpop+jwt\"", "\"typ\":\"JWT\"", "\"alg\":\"ES256\"",
            "\"alg\":\"none\"", "\"jwk\":KEY", "\"jwk\":null", ",\"d\":\"AA\"", ",\"crit\":[]", "\"htm\":\"GET\"",
            "\"htu\":\"https://a.test/\"", "\"jti\":\"1\"", "\"nonce\":\"n\"", "\"ath\":\"AA\"", "null"),
        costliestInputs: [
            CostliestInput(input: { Array(String(repeating: ".", count: PossessionProof.maximumCharacters).utf8) }) {
                _ = try? PossessionProof(compact: String(decoding: $0, as: UTF8.self))
            }
        ],
        check: { input throws(Finding) in
            guard let signed = SignedProof(input) else {
                guard let text = String(validating: input, as: UTF8.self) else { return false }
                try promise((try? PossessionProof(compact: text)) == nil, "a proof is believed that nobody signed")
                return false
            }
            guard let proof = try? PossessionProof(compact: signed.compact) else { return false }
            try promise(proof.thumbprint == SignedProof.thumbprint, "another key than signed")
            // Two readers may differ over a name that comes twice.
            guard let header = signed.header, let claims = signed.claims else { return true }
            try promise((header["typ"] as? String)?.lowercased() == "dpop+jwt", "another kind of token is a proof")
            try promise(header["alg"] as? String == "ES256", "another algorithm")
            try promise(header["crit"] == nil, "what must be understood is passed over")
            try promise((header["jwk"] as? [String: Any])?["d"] == nil, "a secret key is taken")
            try promise(
                claims["htm"] as? String == proof.method && claims["htu"] as? String == proof.url
                    && claims["jti"] as? String == proof.identifier, "other claims than were signed")
            return true
        },
        planted: { input throws(Finding) in
            // `typ` is not looked at.
            guard let signed = SignedProof(input), let header = signed.header, signed.claims?["jti"] is String,
                header["alg"] as? String == "ES256", header["jwk"] is [String: Any]
            else { return }
            try promise(header["typ"] as? String == "dpop+jwt", "any token is a proof")
        })
}

private struct SignedProof {
    static let thumbprint = Base64URL.decode(TokenVerificationKey.es256(TestKeys.ec.publicKey).keyID)

    let compact: String
    /// As an independent reader understands them; nil where it does not, or where two readers may differ.
    let header: [String: Any]?
    let claims: [String: Any]?

    init?(_ input: [UInt8]) {
        let key = TestKeys.ec.publicKey
        let jwk = #"{"kty":"EC","crv":"P-256","x":"\#(Base64URL.encode(key.x))","y":"\#(Base64URL.encode(key.y))"}"#
        guard let text = String(validating: input, as: UTF8.self), let end = text.firstIndex(of: "\n") else {
            return nil
        }
        let header = text[..<end].replacing("KEY", with: jwk)
        let claims = String(text[text.index(after: end)...])
        let signed = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
        guard let signature = try? TestKeys.ec.signES256(Array(signed.utf8)) else { return nil }
        compact = signed + "." + Base64URL.encode(signature)
        self.header = Self.object(String(header))
        self.claims = Self.object(claims)
    }

    private static func object(_ text: String) -> [String: Any]? {
        let names = ["typ", "alg", "jwk", "crit", "d", "htm", "htu", "jti"].map { "\"\($0)\"" }
        guard !text.contains("\\"), !names.contains(where: { text.ranges(of: $0).count > 1 }) else { return nil }
        return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    }
}
