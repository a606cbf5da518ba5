import OnboardingJSON
@testable import OnboardingCrypto

extension FuzzTarget {
    /// Key sets (RFC 7517 §5) as an OpenID Connect provider sends them; taken is one with a key that verifies our algorithms.
    static let keySet = FuzzTarget(
        name: "key-set", inputCount: 30_000,
        dictionary: words(
            "{", "}", "[", "]", ",", ":", "\"keys\":", "\"kty\":\"RSA\"", "\"kty\":\"EC\"", "\"crv\":\"P-256\"",
            "\"use\":\"sig\"", "\"use\":\"enc\"", "\"alg\":\"RS256\"", "\"alg\":\"ES256\"", "\"kid\":\"1\"",
            "\"e\":\"AQAB\"", "\"e\":\"Aw\"", "\"n\":\"\"", "\"x\":", "\"y\":", "\"key_ops\":[\"verify\"]", "null",
            "AAAA"),
        costliestInputs: [
            // What a provider may send at most, and as many keys as are looked at.
            costly { "{\"keys\":[" + list(of: curve, atMost: 255 << 10) + "]}" },
            costly { "{\"keys\":[" + list(of: modulus, atMost: 255 << 10) + "]}" },
            costly { String(repeating: "{\"keys\":", count: 30_000) },
        ],
        check: { input throws(Finding) in
            guard let keys = read(input) else { return false }
            try promise(keys.count <= JSONWebKeySet.maximumKeys, "\(keys.count) keys")
            for key in keys {
                let again = try? TokenVerificationKey(spkiDER: key.key.spkiDER)
                try promise(again?.keyID == key.key.keyID, "a key is none, or another one, when it is written")
                if case .rs256(let rsa) = key.key {
                    try promise(
                        (256...512).contains(rsa.modulusByteCount), "a modulus of \(rsa.modulusByteCount) bytes")
                    try promise(rsa.exponent == [1, 0, 1], "another exponent")
                }
            }
            return !keys.isEmpty
        },
        planted: { input throws(Finding) in
            // A key without a name is taken for every name.
            for key in read(input) ?? [] { try promise(key.name != nil, "a key without a name") }
        })

    private static let curve = """
        {"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",\
        "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}
        """
    private static let modulus = "{\"kty\":\"RSA\",\"n\":\"\(String(repeating: "-", count: 682))8\",\"e\":\"AQAB\"}"
}

private func list(of element: String, atMost byteCount: Int) -> String {
    [String](repeating: element, count: byteCount / (element.utf8.count + 1)).joined(separator: ",")
}

private func costly(_ text: @escaping @Sendable () -> String) -> CostliestInput {
    CostliestInput(input: { Array(text().utf8) }) { _ = read($0) }
}

/// As the product reads it.
private func read(_ input: [UInt8]) -> [JSONWebKeySet.Key]? {
    guard JSONShape.validationError(in: input) == nil else { return nil }
    return JSONWebKeySet(json: input)?.keys
}
