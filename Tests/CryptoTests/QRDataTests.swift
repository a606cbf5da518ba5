import Foundation
import Testing

@testable import OnboardingCrypto

@Suite struct QRDataTests {
    private static let content = QRContent(
        host: "kyc.example.org", apiKey: "TESTKEY1", sessionToken: "11111111-2222-4333-8444-555555555555")

    /// A known answer, made outside this project with another library.
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

    private func known() throws -> (publicKey: RSAPublicKey, contentKey: [UInt8]) {
        let der = [UInt8](try #require(Data(base64Encoded: Self.knownPublicKey)))
        return (
            try RSAPublicKey(spkiDER: der), [UInt8](try #require(Data(base64Encoded: Self.knownContentKey)))
        )
    }

    @Test func theKnownAnswerOpens() throws {
        let (publicKey, contentKey) = try known()
        #expect(try QRData.open(Self.knownData, publicKey: publicKey, contentKey: contentKey) == Self.content)
    }

    @Test func theKnownAnswersCiphertextComesOut() throws {
        let (_, contentKey) = try known()
        let plain = "kyc.example.org&TESTKEY1&11111111-2222-4333-8444-555555555555"
        let ciphertext = try BlockCipher.encrypt(
            Array(plain.utf8), key: contentKey, initializationVector: Array(0...15))
        #expect(
            Hexadecimal.encode(ciphertext)
                == "a320dfb48156fc7fbd0a3e086d38cab437be9953016d448a94a7f43563b89318"
                + "a57eb1dbac7b41fe912e88396a37c238f9480610e3344f6fb4a437ea6205bd69")
        #expect(Base64URL.decode(Self.knownData)?.suffix(64) == ciphertext[...])
    }

    @Test func everyFlippedBitHasTheOneError() throws {
        let (publicKey, contentKey) = try known()
        let bytes = try #require(Base64URL.decode(Self.knownData))
        for position in Array(stride(from: 0, to: 256 * 8, by: 37)) + Array(256 * 8..<bytes.count * 8) {
            var changed = bytes
            changed[position / 8] ^= 1 << (position % 8)
            #expect(throws: QRDataError.unreadable) {
                try QRData.open(Base64URL.encode(changed), publicKey: publicKey, contentKey: contentKey)
            }
        }
    }

    @Test func otherLengthsKeysAndSpellingsHaveTheOneError() throws {
        let (publicKey, contentKey) = try known()
        let bytes = try #require(Base64URL.decode(Self.knownData))
        for count in [0, 255, 256, 272, 287, bytes.count - 16, bytes.count - 1] {
            #expect(throws: QRDataError.unreadable) {
                try QRData.open(
                    Base64URL.encode(Array(bytes.prefix(count))), publicKey: publicKey, contentKey: contentKey)
            }
        }
        #expect(throws: QRDataError.unreadable) {
            try QRData.open(Self.knownData + "=", publicKey: publicKey, contentKey: contentKey)
        }
        let otherKey = try SharedKeys.rsa2048.get().publicKey
        #expect(throws: QRDataError.unreadable) {
            try QRData.open(Self.knownData, publicKey: otherKey, contentKey: contentKey)
        }
        for otherContentKey in [[], Array(contentKey.dropLast()), Array(contentKey.reversed())] {
            #expect(throws: QRDataError.unreadable) {
                try QRData.open(Self.knownData, publicKey: publicKey, contentKey: otherContentKey)
            }
        }
    }

    /// Lengths from the layout: n bytes of text give ceil((272 + 16·ceil((n+1)/16)) · 4/3) characters.
    @Test(arguments: [("kyc.example.org", 448), ("https://kyc.example.org:8443/base", 470)])
    func whatWasSealedOpens(host: String, characters: Int) throws {
        let pair = try SharedKeys.rsa2048.get()
        let contentKey = try Random.bytes(32)
        let content = QRContent(host: host, apiKey: "TESTKEY1", sessionToken: Self.content.sessionToken)
        let data = try QRData.seal(content, signingKey: pair, contentKey: contentKey)
        #expect(data.utf8.count == characters)
        #expect(try QRData.open(data, publicKey: pair.publicKey, contentKey: contentKey) == content)
        #expect(try QRData.seal(content, signingKey: pair, contentKey: contentKey) != data)
    }

    /// A client that decrypts all bytes behind the signature with zeros as initialization vector and drops the first
    /// block, as some do, reads the same.
    @Test func theFirstBlockIsTheInitializationVector() throws {
        let (_, contentKey) = try known()
        let bytes = try #require(Base64URL.decode(Self.knownData))
        let plain = try BlockCipher.decrypt(
            Array(bytes.dropFirst(256)), key: contentKey, initializationVector: [UInt8](repeating: 0, count: 16))
        #expect(plain.dropFirst(16).starts(with: "kyc.example.org&".utf8))
    }

    @Test func partsAndKeysThatDoNotFitAreRefused() throws {
        let pair = try SharedKeys.rsa2048.get()
        let contentKey = [UInt8](repeating: 1, count: 32)
        for content in [
            QRContent(host: "", apiKey: "a", sessionToken: "b"), QRContent(host: "a&b", apiKey: "a", sessionToken: "b"),
            QRContent(host: "a", apiKey: "&", sessionToken: "b"), QRContent(host: "a", apiKey: "a", sessionToken: ""),
        ] {
            #expect(throws: QRDataError.partNotAllowed) {
                try QRData.seal(content, signingKey: pair, contentKey: contentKey)
            }
        }
        #expect(throws: QRDataError.keyNotAllowed) {
            try QRData.seal(Self.content, signingKey: pair, contentKey: [1])
        }
        let longKey = try SharedKeys.rsa3072.get()
        #expect(throws: QRDataError.keyNotAllowed) {
            try QRData.seal(Self.content, signingKey: longKey, contentKey: contentKey)
        }
    }
}
