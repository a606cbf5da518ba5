import Foundation
import TestSupport
import Testing

@testable import OnboardingCrypto

@Suite struct JSONWebKeySetTests {
    /// Of RFC 7517 appendix A.1.
    private static let published: [String: String] = [
        "kty": "RSA",
        "n": """
        0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknj\
        hMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQ\
        vRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzK\
        nqDKgw
        """,
        "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ]

    /// Likewise.
    private static let publishedCurve = [
        "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "kid": "1",
    ]

    private static let algorithms: Set<TokenAlgorithm> = [.rs256, .es256]

    private func json(_ keys: [Any]) throws -> [UInt8] {
        [UInt8](try JSONSerialization.data(withJSONObject: ["keys": keys]))
    }

    private func set(_ keys: Any...) throws -> JSONWebKeySet { try #require(JSONWebKeySet(json: json(keys))) }

    @Test func publishedKeysAreRead() throws {
        let keys = try set(Self.published, Self.publishedCurve).keys
        #expect(keys.map(\.name) == ["2011-04-29", "1"])
        #expect(keys.map(\.key.algorithm) == [.rs256, .es256])
        // RFC 7638 §3.1.
        #expect(keys[0].key.keyID == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
        #expect(keys[1].key.jsonWebKey["x"] == Self.publishedCurve["x"])
        #expect(keys[1].key.jsonWebKey["y"] == Self.publishedCurve["y"])
    }

    @Test func whatWeWriteIsReadAsTheSameKey() throws {
        let pairs: [TokenSigningKey] = [
            .rs256(try SharedKeys.rsa2048.get()), .rs256(try SharedKeys.rsa3072.get()),
            .es256(try SharedKeys.ec.get()),
        ]
        for pair in pairs {
            let key = try #require(try set(pair.verificationKey.jsonWebKey).keys.first)
            #expect(key.name == pair.keyID && key.key.spkiDER == pair.verificationKey.spkiDER)
        }
    }

    @Test func aZeroBeforeANumberCountsForNothing() throws {
        let known = try SharedKeys.rsa2048.get().publicKey
        let key = try RSAPublicKey(modulus: [0, 0] + known.modulus, exponent: [0] + known.exponent)
        #expect(key.spkiDER == known.spkiDER)
    }

    @Test func whatCannotVerifyOurAlgorithmsIsPassedOver() throws {
        let (rsa, curve) = (Self.published, Self.publishedCurve)
        func with(_ key: [String: String], _ name: String, _ value: Any?) -> [String: Any] {
            var key: [String: Any] = key
            key[name] = value
            return key
        }
        let passedOver: [Any] = [
            with(rsa, "use", "enc"), with(rsa, "alg", "RS512"), with(rsa, "alg", "PS256"), with(rsa, "kty", "oct"),
            with(rsa, "kty", nil), with(rsa, "n", nil), with(rsa, "e", "Aw"), with(rsa, "n", "AQAB"),
            with(rsa, "n", String(repeating: "_", count: 700)), with(rsa, "n", ""), with(rsa, "n", "a b"),
            with(rsa, "key_ops", ["encrypt"]), with(rsa, "n", 5), with(curve, "crv", "P-384"),
            with(curve, "y", curve["x"]), with(curve, "y", "AQAB"), with(curve, "alg", "RS256"),
            with(curve, "use", "enc"), with(curve, "crv", nil), "text", 5, ["list"], NSNull(), [String: Any](),
        ]
        for key in passedOver {
            let keys = try set(key, Self.published).keys
            #expect(keys.map(\.name) == ["2011-04-29"], "\(key)")
        }
        #expect(try set(with(rsa, "key_ops", ["verify"]), with(curve, "use", "sig")).keys.count == 2)
        #expect(try set(with(rsa, "kid", 5), with(rsa, "kid", nil)).keys.map(\.name) == [nil, nil])
    }

    @Test(arguments: ["", "{}", "[]", "null", #"{"keys":5}"#, #"{"keys":{}}"#, #"{"keys":null}"#, "{\"keys\":["])
    func whatIsNoKeySetIsNone(text: String) {
        #expect(JSONWebKeySet(json: Array(text.utf8)) == nil)
    }

    @Test func keysBeyondTheBoundAreNotLookedAt() throws {
        let keys = [Any](repeating: Self.publishedCurve, count: 100)
        #expect(try JSONWebKeySet(json: json(keys))?.keys.count == JSONWebKeySet.maximumKeys)
    }

    @Test func aTokenIsVerifiedByTheKeyThatItNames() throws {
        let (rsa, curve) = (
            TokenSigningKey.rs256(try SharedKeys.rsa2048.get()), TokenSigningKey.es256(try SharedKeys.ec.get())
        )
        let (both, none) = (try set(rsa.verificationKey.jsonWebKey, curve.verificationKey.jsonWebKey), try set())
        func error(_ token: String, _ set: JSONWebKeySet, atMost limit: Int = 4096) -> TokenError? {
            do throws(TokenError) {
                _ = try JSONWebToken.verify(
                    compact: token, by: set, allowedAlgorithms: Self.algorithms, atMost: limit)
                return nil
            } catch {
                return error
            }
        }
        let claims = Array(#"{"sub":"ada"}"#.utf8)
        for key in [rsa, curve] {
            let token = try JSONWebToken.sign(claims: claims, with: key)
            #expect(
                try JSONWebToken.verify(
                    compact: token, by: both, allowedAlgorithms: Self.algorithms, atMost: 4096) == claims)
            #expect(error(token, none) == .unknownKey)
            #expect(error(token, both, atMost: 100) == .tooLarge)
            // Of a set that calls another key by this name.
            var renamed = TokenSigningKey.rs256(try SharedKeys.otherRSA2048.get()).verificationKey.jsonWebKey
            renamed["kid"] = key.keyID
            #expect(
                error(token, try set(renamed)) == (key.algorithm == .rs256 ? .signatureInvalid : .algorithmNotAllowed))
        }
    }

    @Test func aTokenThatNamesNoKeyIsVerifiedByAny() throws {
        let key = TokenSigningKey.es256(try SharedKeys.ec.get())
        let signed = Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8)) + "." + Base64URL.encode(Array("{}".utf8))
        let token = signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8)))
        let others = [
            try SharedKeys.otherEC.get().publicKey, try SharedKeys.ec.get().publicKey,
        ].map { TokenVerificationKey.es256($0).jsonWebKey }
        func verify(_ keys: [Any]) throws -> [UInt8] {
            try JSONWebToken.verify(
                compact: token, by: #require(JSONWebKeySet(json: json(keys))), allowedAlgorithms: Self.algorithms,
                atMost: 4096)
        }
        #expect(try verify(others) == Array("{}".utf8))
        // The right one may be in a newer set.
        #expect(throws: TokenError.unknownKey) { try verify([others[0]]) }
        #expect(throws: TokenError.unknownKey) { try verify([]) }
    }

    @Test func noChangedSetStopsTheProcessOrNamesAKeyThatIsNone() throws {
        var random = SeededGenerator.announced()
        let whole = try json([Self.published, Self.publishedCurve])
        for _ in 0..<2_000 {
            var changed = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: changed[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: changed.remove(at: place)
                default: changed.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
                }
            }
            for key in JSONWebKeySet(json: changed)?.keys ?? [] {
                #expect(try TokenVerificationKey(spkiDER: key.key.spkiDER).keyID == key.key.keyID)
            }
        }
    }
}
