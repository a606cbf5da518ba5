import Foundation
import OnboardingCrypto
import Testing

@testable import OnboardingClient

@Suite struct QRHandOffTests {
    /// The known answer of `docs/package-format.md` §7.
    private static let knownData =
        "vwM6oKH8H0Sl_U__Uug3smmoVtBYkPx9IFapNloCOqjqOEp1GB9key5wGCkXzRXy4NSfwBouVS5ZQEQOk9qMojxe-adWBI3w-OUwEIatFzDA"
        + "FtputYsf3ZtSCoYfomDQ3dtHVYStYaw337KvHAiBFhca1XLnBOOtCGlMHsxG-OehKQaU4YfvO4cyEMCOg_trcGywRZ5-NbHI5VQItmNjYT4-"
        + "ItTrp5D7rx282bYC-cZSYcyL_b-BEfYeloehd0jDz1ba0zAPDTmZz-SKO4lyG26Sb9wlYXH5Fh0tFbGGuD7SF_HL6NXvu5z8ievMIryZZQ49"
        + "ZywXP08kILgjZ5tOLgABAgMEBQYHCAkKCwwNDg-jIN-0gVb8f70KPghtOMq0N76ZUwFtRIqUp_Q1Y7iTGKV-sduse0H-kS6IOWo3wjj5SAYQ"
        + "4zRPb7SkN-piBb1p"

    private static let knownPublicKey =
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2XQ94WEm7+ZDFbvHwuJYXi1YfTQyP9g/ALI6pIjtRxob/OBRV9cgRbJ254f/NwcD"
        + "1NR6q1dR2eFOdZuVJCYfjftqCxh2ff6H8snIuV0DLhH1sy5LspOgc7wa4Ey7SvWvqF01Xslt0uK6ejjwrN4A+pOVWAv7XGxRN857CEz8vh/K"
        + "P0W9ufpF3Pu82z8Jwl+bwemr5pbQVjyrOTNAjX/Vr5bLi9PSE78D9qOZ0J6yKhvQe0Q8BQNI49fujsme8C57O0WKZDxXoQRxYBcKFRGyNGvt"
        + "L/qOcZvNOMfuCkXKbvX4jkZ/SqZ9dGveK5Me2/HX8n8wsUAPxvxrWl/1Y4j6mQIDAQAB"

    private static let knownContentKey = "XRRmPNZDmJVUzqQjZJjBVs/5vUDhXLoKASRW2FFQcPI="

    private func knownKeys() throws -> QRKeys {
        try QRKeys(publicKey: Self.knownPublicKey, contentKey: Self.knownContentKey)
    }

    @Test func theKnownAnswerOpens() throws {
        let expected = QRHandOff(
            host: "kyc.example.org", apiKey: "TESTKEY1", sessionToken: "11111111-2222-4333-8444-555555555555")
        let keys = try knownKeys()
        #expect(try QRHandOff(opening: Self.knownData, keys: keys) == expected)
        let url = "https://elsewhere.example/onboarding?data=" + Self.knownData
        let opened = try QRHandOff(openingCallbackURL: url, keys: keys)
        #expect(opened == expected)
        #expect(opened.baseURL == "https://kyc.example.org")
    }

    @Test func everyFlippedBitHasTheOneError() throws {
        let keys = try knownKeys()
        let bytes = try #require(Base64URL.decode(Self.knownData))
        for position in Array(stride(from: 0, to: 256 * 8, by: 97)) + Array(256 * 8..<bytes.count * 8) {
            var changed = bytes
            changed[position / 8] ^= 1 << (position % 8)
            #expect(throws: QRHandOff.Unreadable()) {
                try QRHandOff(opening: Base64URL.encode(changed), keys: keys)
            }
        }
    }

    @Test func otherLengthsSpellingsAndURLsHaveTheOneError() throws {
        let keys = try knownKeys()
        let bytes = try #require(Base64URL.decode(Self.knownData))
        for count in [0, 256, 272, bytes.count - 16, bytes.count - 1] {
            #expect(throws: QRHandOff.Unreadable()) {
                try QRHandOff(opening: Base64URL.encode(Array(bytes.prefix(count))), keys: keys)
            }
        }
        for text in ["", "=", "é", Self.knownData + "=", Self.knownData + "A", Self.knownData + "\n"] {
            #expect(throws: QRHandOff.Unreadable()) { try QRHandOff(opening: text, keys: keys) }
        }
        let data = Self.knownData
        for url in ["", "https://a/onboarding", "https://a/?data=", "https://a/?data=\(data)&data=\(data)"] {
            #expect(throws: QRHandOff.Unreadable()) { try QRHandOff(openingCallbackURL: url, keys: keys) }
        }
    }

    @Test(arguments: ["kyc.example.org", "kyc.example.org:8443", "http://127.0.0.1:8080", "https://host/base"])
    func whatTheServerSealsThePhoneOpens(host: String) throws {
        let pair = try RSAKeyPair.generate(bits: 2048)
        let contentKey = try Random.bytes(32)
        let content = QRContent(host: host, apiKey: "AAAAAAAAAAAAAAAAAAAAAA", sessionToken: "a-b-c")
        let data = try QRData.seal(content, signingKey: pair, contentKey: contentKey)
        let keys = try QRKeys(
            publicKey: Data(pair.publicKeyDER).base64EncodedString(),
            contentKey: Data(contentKey).base64EncodedString())
        let opened = try QRHandOff(opening: data, keys: keys)
        #expect(opened == QRHandOff(host: host, apiKey: content.apiKey, sessionToken: content.sessionToken))
        #expect(opened.baseURL == (host.contains("://") ? host : "https://" + host))
        #expect(throws: QRHandOff.Unreadable()) { try QRHandOff(opening: data, keys: knownKeys()) }
    }

    /// Two implementations of one layout: whatever is changed before or after it was signed, both take it or neither.
    @Test func thePhoneTakesWhatTheServerTakes() throws {
        var random = SeededGenerator.announced()
        let pair = try RSAKeyPair.generate(bits: 2048)
        let contentKey = try Random.bytes(32)
        let keys = try QRKeys(
            publicKey: Data(pair.publicKeyDER).base64EncodedString(),
            contentKey: Data(contentKey).base64EncodedString())
        let alphabet = Array("&&&aZ0/:.=+_- é\u{301}\u{0}\n🙂".unicodeScalars)
        var takenCount = 0
        for round in 0..<3_000 {
            var parts = Array("h&k&s".unicodeScalars)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let scalar = alphabet[Int.random(in: alphabet.indices, using: &random)]
                parts.insert(scalar, at: Int.random(in: 0...parts.count, using: &random))
                if Bool.random(using: &random) { parts.remove(at: Int.random(in: parts.indices, using: &random)) }
            }
            let plain = parts.map(String.init).joined()
            let iv = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            let ciphertext = try BlockCipher.encrypt(
                Array(plain.utf8), key: contentKey, initializationVector: iv)
            var text = Base64URL.encode(try pair.signSHA256PKCS1(iv + ciphertext) + iv + ciphertext)
            if round.isMultiple(of: 2) {
                let place = text.indices.randomElement(using: &random) ?? text.startIndex
                let other = Character(alphabet[Int.random(in: alphabet.indices, using: &random)])
                switch Int.random(in: 0...2, using: &random) {
                case 0: text.remove(at: place)
                case 1: text.insert(other, at: place)
                default: text.replaceSubrange(place...place, with: [other])
                }
            }
            let server = try? QRData.open(text, publicKey: pair.publicKey, contentKey: contentKey)
            let phone = try? QRHandOff(opening: text, keys: keys)
            #expect(phone?.host == server?.host && phone?.apiKey == server?.apiKey)
            #expect(phone?.sessionToken == server?.sessionToken)
            takenCount += phone == nil ? 0 : 1
        }
        #expect((300..<2_700).contains(takenCount), "\(takenCount) of 3,000 taken say little")
    }

    @Test func keysOfAnotherKindAreRefused() throws {
        let ec = Data(try ECKeyPair.generate().publicKeyDER).base64EncodedString()
        for publicKey in ["", "AAAA", ec, Self.knownPublicKey + "A"] {
            #expect(throws: ClientError.unusableKey) {
                try QRKeys(publicKey: publicKey, contentKey: Self.knownContentKey)
            }
        }
        #expect(throws: ClientError.unusableKey) {
            try QRKeys(publicKey: Self.knownPublicKey, contentKey: "AAAA")
        }
    }
}
