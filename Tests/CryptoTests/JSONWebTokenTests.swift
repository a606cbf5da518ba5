import Foundation
import Testing

@testable import OnboardingCrypto

@Suite struct JSONWebTokenTests {
    private static let claims = Array(#"{"iss":"https://kyc.example.org","exp":1700000300}"#.utf8)

    private func signingKeys() throws -> [TokenSigningKey] {
        [.rs256(try SharedKeys.rsa2048.get()), .es256(try SharedKeys.ec.get())]
    }

    private func verify(
        _ token: String, with keys: [TokenSigningKey], allowed: Set<TokenAlgorithm> = [.rs256, .es256]
    ) throws(TokenError) -> [UInt8] {
        let byName = Dictionary(keys.map { ($0.keyID, $0.verificationKey) }) { first, _ in first }
        return try JSONWebToken.verify(compact: token, keys: byName, allowedAlgorithms: allowed)
    }

    /// A token with any header, signed as `key` signs.
    private func token(header: String, claims: [UInt8] = claims, key: TokenSigningKey) throws -> String {
        let signed = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(claims)
        return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8)))
    }

    @Test func aSignedTokenGivesItsClaimsBack() throws {
        for key in try signingKeys() {
            let token = try JSONWebToken.sign(claims: Self.claims, with: key)
            #expect(try verify(token, with: signingKeys()) == Self.claims)
            let header = try #require(Base64URL.decode(String(token.prefix { $0 != "." })))
            let fields = try JSONDecoder().decode([String: String].self, from: Data(header))
            #expect(fields == ["alg": key.algorithm.rawValue, "typ": "JWT", "kid": key.keyID])
        }
    }

    @Test func everyChangedCharacterIsNoticed() throws {
        for key in try signingKeys() {
            let characters = Array(try JSONWebToken.sign(claims: Self.claims, with: key).utf8)
            for position in characters.indices where position % 3 == 0 || position > characters.count - 8 {
                for replacement in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "=")]
                where characters[position] != replacement {
                    var changed = characters
                    changed[position] = replacement
                    #expect(throws: TokenError.self) {
                        try verify(String(decoding: changed, as: UTF8.self), with: [key])
                    }
                }
            }
        }
    }

    @Test(arguments: ["none", "None", "HS256", "RS512", "PS256", "ES384", ""])
    func anAlgorithmThatIsNotOursIsRefused(algorithm: String) throws {
        for key in try signingKeys() {
            let token = try token(header: #"{"alg":"\#(algorithm)","kid":"\#(key.keyID)"}"#, key: key)
            #expect(throws: TokenError.algorithmNotAllowed) { try verify(token, with: [key]) }
            let unsigned = token.split(separator: ".").prefix(2).joined(separator: ".") + "."
            #expect(throws: TokenError.algorithmNotAllowed) { try verify(unsigned, with: [key]) }
        }
    }

    @Test func aKeyVerifiesItsOwnAlgorithmOnly() throws {
        let keys = try signingKeys()
        let token = try token(header: #"{"alg":"ES256","kid":"\#(keys[0].keyID)"}"#, key: keys[1])
        #expect(throws: TokenError.algorithmNotAllowed) { try verify(token, with: keys) }
        let allowedOnce = try JSONWebToken.sign(claims: Self.claims, with: keys[0])
        #expect(throws: TokenError.algorithmNotAllowed) { try verify(allowedOnce, with: keys, allowed: [.es256]) }
        #expect(throws: TokenError.algorithmNotAllowed) { try verify(allowedOnce, with: keys, allowed: []) }
    }

    @Test func unknownKeysAndCriticalHeadersAreRefused() throws {
        let keys = try signingKeys()
        let unknown = try JSONWebToken.sign(claims: Self.claims, with: .es256(SharedKeys.otherEC.get()))
        #expect(throws: TokenError.unknownKey) { try verify(unknown, with: keys) }
        for critical in ["[]", #"["exp"]"#, "null", "1"] {
            let header = #"{"alg":"ES256","kid":"\#(keys[1].keyID)","crit":\#(critical)}"#
            #expect(throws: TokenError.criticalHeader) { try verify(token(header: header, key: keys[1]), with: keys) }
        }
        let foreignSignature = try token(
            header: #"{"alg":"ES256","kid":"\#(keys[1].keyID)"}"#, key: .es256(SharedKeys.otherEC.get()))
        #expect(throws: TokenError.signatureInvalid) { try verify(foreignSignature, with: keys) }
    }

    @Test func whatIsNoTokenIsMalformed() throws {
        let key = try signingKeys()[1]
        let good = try JSONWebToken.sign(claims: Self.claims, with: key)
        for header in ["", "[]", "{}", #"{"alg":"ES256"}"#, #"{"kid":"x"}"#, #"{"alg":1,"kid":"x"}"#, "\u{0}"] {
            #expect(throws: TokenError.malformed) { try verify(token(header: header, key: key), with: [key]) }
        }
        for text in ["", ".", "..", "...", good + ".", "." + good, good + "=", " " + good, good + "\n", "a.b", "ä.ö.ü"]
        {
            #expect(throws: TokenError.malformed, "\(text)") { try verify(text, with: [key]) }
        }
        #expect(throws: TokenError.tooLarge) { try verify(String(repeating: "A", count: 8193), with: [key]) }
    }

    /// RFC 7638 §3.1.
    @Test func theThumbprintOfTheStandardsExampleComesOut() throws {
        let modulus = try #require(
            Base64URL.decode(
                "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiF"
                    + "V4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZg"
                    + "nYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBni"
                    + "Iqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"))
        let beforeModulus = try fromHexadecimal(
            "30820122300d06092a864886f70d01010105000382010f003082010a0282010100")
        let key = TokenVerificationKey.rs256(
            try RSAPublicKey(spkiDER: beforeModulus + modulus + fromHexadecimal("0203010001")))
        #expect(key.keyID == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    @Test func theKeySetMembersAreThoseOfTheStandards() throws {
        let keys = try signingKeys()
        let rsa = keys[0].verificationKey.jsonWebKey
        #expect(Set(rsa.keys) == ["kty", "use", "alg", "kid", "n", "e"])
        #expect(rsa["e"] == "AQAB" && rsa["kty"] == "RSA" && rsa["use"] == "sig" && rsa["alg"] == "RS256")
        let ec = keys[1].verificationKey.jsonWebKey
        #expect(Set(ec.keys) == ["kty", "use", "alg", "kid", "crv", "x", "y"])
        #expect(ec["crv"] == "P-256" && ec["alg"] == "ES256" && ec["x"]?.utf8.count == 43)
        #expect(keys.allSatisfy { $0.keyID.utf8.count == 43 })
    }

    @Test func aTokenOfAClientNeedsNoNameOfItsKey() throws {
        let keys = try signingKeys()
        let all = keys.map(\.verificationKey)
        func verify(_ token: String, _ keys: [TokenVerificationKey]) throws -> [UInt8] {
            try JSONWebToken.verify(compact: token, byAnyOf: keys, allowedAlgorithms: [.rs256, .es256])
        }
        for key in keys {
            for header in [
                #"{"alg":"\#(key.algorithm.rawValue)"}"#, #"{"alg":"\#(key.algorithm.rawValue)","kid":"own name"}"#,
            ] {
                let token = try token(header: header, key: key)
                #expect(try verify(token, all) == Self.claims)
                #expect(JSONWebToken.unverifiedClaims(compact: token) == Self.claims)
                let others = all.filter { $0.algorithm != key.algorithm }
                #expect(throws: TokenError.signatureInvalid) { try verify(token, others) }
                #expect(throws: TokenError.signatureInvalid) { try verify(token, []) }
                let byName = verifyByName(token, keys)
                #expect(byName == (header.contains("kid") ? .unknownKey : .malformed), "ours have their names")
            }
            let none = try token(header: #"{"alg":"none"}"#, key: key)
            #expect(throws: TokenError.algorithmNotAllowed) { try verify(none, all) }
            #expect(JSONWebToken.unverifiedClaims(compact: none) == nil)
        }
    }

    private func verifyByName(_ token: String, _ keys: [TokenSigningKey]) -> TokenError? {
        do throws(TokenError) {
            _ = try verify(token, with: keys)
            return nil
        } catch {
            return error
        }
    }

    @Test func aClientsKeyIsReadFromPEM() throws {
        for key in try signingKeys() {
            let pem: String =
                switch key {
                case .rs256(let pair): pair.publicKey.pem
                case .es256(let pair): pair.publicKey.pem
                }
            #expect(try TokenVerificationKey(pem: pem).keyID == key.keyID)
            #expect(try TokenVerificationKey(pem: pem.replacing("\n", with: "\r\n")).keyID == key.keyID)
            for broken in [
                "", pem.replacing("PUBLIC", with: "PRIVATE"), String(pem.dropFirst(30)), String(pem.prefix(80)),
                pem + pem, pem.replacing("A", with: "B"),
            ] {
                #expect(throws: CryptoError.invalidKey) { try TokenVerificationKey(pem: broken) }
            }
        }
    }
}
