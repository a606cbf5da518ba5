import Foundation
import Testing

@testable import OnboardingCrypto

/// Proofs of possession (RFC 9449): what is one, and what is none.
@Suite struct PossessionProofTests {
    /// The proof of RFC 9449 §4.1, figure 2, over more than one line there.
    private static let published =
        "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6Ik"
        + "VDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCR"
        + "nMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JE"
        + "QSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIj"
        + "oiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwia"
        + "WF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg"
        + "4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"

    @Test func thePublishedOneIsRead() throws {
        let proof = try PossessionProof(compact: Self.published)
        #expect(proof.method == "POST" && proof.url == "https://server.example.com/token")
        #expect(proof.identifier == "-BwC3ESc6acc2lTc" && proof.nonce == nil && proof.tokenDigest == nil)
        // RFC 9449 §6.1, `jkt`.
        #expect(Base64URL.encode(proof.thumbprint) == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }

    private static let claims = #"{"htm":"GET","htu":"https://a.test/x","jti":"1","nonce":"n","ath":"AAEC"}"#

    private func made(
        header: [String: Any] = [:], claims: String = claims, by key: ECKeyPair, showing shown: ECPublicKey? = nil
    ) throws -> String {
        let shown = shown ?? key.publicKey
        let own: [String: Any] = [
            "typ": "dpop+jwt", "alg": "ES256",
            "jwk": [
                "kty": "EC", "crv": "P-256", "x": Base64URL.encode(shown.x), "y": Base64URL.encode(shown.y),
            ],
        ]
        let json = try JSONSerialization.data(withJSONObject: own.merging(header) { _, given in given })
        let signed = Base64URL.encode([UInt8](json)) + "." + Base64URL.encode([UInt8](claims.utf8))
        return signed + "." + Base64URL.encode(try key.signES256([UInt8](signed.utf8)))
    }

    @Test func whatItSaysIsTakenAsItStands() throws {
        let proof = try PossessionProof(compact: made(by: ECKeyPair.generate()))
        #expect(proof.method == "GET" && proof.url == "https://a.test/x" && proof.identifier == "1")
        #expect(proof.nonce == "n" && proof.tokenDigest == [0, 1, 2])
    }

    @Test func anythingElseIsNone() throws {
        let (key, other) = (try ECKeyPair.generate(), try ECKeyPair.generate())
        let jwk: [String: Any] = [
            "kty": "EC", "crv": "P-256", "x": Base64URL.encode(key.publicKey.x), "y": Base64URL.encode(key.publicKey.y),
        ]
        let wrong: [(String, TokenError)] = [
            (try made(by: key, showing: other.publicKey), .signatureInvalid),
            (try made(header: ["typ": "JWT"], by: key), .malformed),
            (try made(header: ["alg": "none"], by: key), .algorithmNotAllowed),
            (try made(header: ["alg": "RS256"], by: key), .algorithmNotAllowed),
            (try made(header: ["jwk": NSNull()], by: key), .malformed),
            (try made(header: ["jwk": jwk.merging(["d": "AAEC"]) { $1 }], by: key), .malformed),
            (try made(header: ["jwk": jwk.merging(["x": "AAEC"]) { $1 }], by: key), .malformed),
            (try made(header: ["crit": ["x"]], by: key), .criticalHeader),
            (try made(claims: #"{"htm":"GET","htu":"x"}"#, by: key), .malformed),
            (try made(claims: #"{"htm":"GET","htu":"x","jti":"1","ath":"!"}"#, by: key), .malformed),
            (try made(claims: "[]", by: key), .malformed),
            (String(try made(by: key).dropLast(2)), .signatureInvalid),
            (String(repeating: "A", count: PossessionProof.maximumCharacters + 1), .tooLarge),
            ("", .malformed),
        ]
        for (compact, error) in wrong {
            #expect(throws: error) { _ = try PossessionProof(compact: compact) }
        }
    }
}
