import Testing

@testable import OnboardingCrypto

@Suite struct ECKeyTests {
    @Test func aKeyPairSurvivesItsPKCS8Form() throws {
        let pair = try SharedKeys.ec.get()
        let again = try ECKeyPair(pkcs8DER: pair.pkcs8DER)
        #expect(again.publicKeyDER == pair.publicKeyDER)
        #expect(again.pkcs8DER == pair.pkcs8DER)
        #expect(pair.publicKeyDER.count == 91)
        let point = pair.publicKey.uncompressedPoint
        #expect(point == [4] + pair.publicKey.x + pair.publicKey.y)
        #expect(try ECPublicKey(uncompressedPoint: point).spkiDER == pair.publicKeyDER)
    }

    /// RFC 6979 A.2.5: the key, and its signature of "sample" with SHA-256.
    @Test func theScalarOfAPublishedKeyGivesItsPointAndItsSignatureIsValid() throws {
        let pair = try ECKeyPair(
            scalar: fromHexadecimal("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
        #expect(
            Hexadecimal.encode(pair.publicKey.x) == "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
        #expect(
            Hexadecimal.encode(pair.publicKey.y) == "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
        let signature = try fromHexadecimal(
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")
        #expect(pair.publicKey.isValidES256(rawSignature: signature, of: Array("sample".utf8)))
        #expect(!pair.publicKey.isValidES256(rawSignature: signature, of: Array("test".utf8)))
    }

    @Test(arguments: ["00", "ff"]) func aScalarOutsideTheOrderIsRefused(byte: String) throws {
        let scalar = try fromHexadecimal(String(repeating: byte, count: 32))
        #expect(throws: CryptoError.invalidKey) { try ECKeyPair(scalar: scalar) }
    }

    @Test func aSignatureIsValidForItsMessageAndKeyAlone() throws {
        let pair = try SharedKeys.ec.get()
        for message in [[], [1], Array(repeating: UInt8(7), count: 1000)] {
            let signature = try pair.signES256(message)
            #expect(signature.count == 64)
            #expect(pair.publicKey.isValidES256(rawSignature: signature, of: message))
            #expect(!pair.publicKey.isValidES256(rawSignature: signature, of: message + [0]))
            let other = try SharedKeys.otherEC.get()
            #expect(!other.publicKey.isValidES256(rawSignature: signature, of: message))
            for position in stride(from: 0, to: 512, by: 7) {
                var changed = signature
                changed[position / 8] ^= 1 << (position % 8)
                #expect(!pair.publicKey.isValidES256(rawSignature: changed, of: message))
            }
        }
    }

    @Test func publishedRawSignaturesAreJudgedAsPublished() throws {
        let counts = try PublishedVectors.load("ecdsa-p256-sha256-raw.json").forEach { row in
            let key = try ECPublicKey(spkiDER: row.keyBytes())
            let isValid = key.isValidES256(rawSignature: try row.bytes("signature"), of: try row.bytes("message"))
            #expect(isValid == row.isValid, "row \(row.number)")
        }
        #expect(counts == ["valid": 169, "invalid": 83])
    }

    @Test func publishedDERSignaturesAreJudgedAsPublished() throws {
        let counts = try PublishedVectors.load("ecdsa-p256-sha256-der.json").forEach { row in
            let key = try ECPublicKey(spkiDER: row.keyBytes())
            let isValid = key.isValidES256(derSignature: try row.bytes("signature"), of: try row.bytes("message"))
            #expect(isValid == row.isValid, "row \(row.number)")
        }
        #expect(counts == ["valid": 170, "invalid": 301])
    }

    @Test func publishedSharedSecretsComeOutAndForeignPointsDoNot() throws {
        let counts = try PublishedVectors.load("ecdh-p256-point.json").forEach { row in
            // Published scalars may be shorter than 32 bytes, or longer by a zero.
            let scalar = try row.bytes("private").drop { $0 == 0 }
            let pair = try ECKeyPair(scalar: [UInt8](repeating: 0, count: 32 - scalar.count) + scalar)
            let point = try row.bytes("public")
            let secret = try? pair.sharedSecret(with: ECPublicKey(uncompressedPoint: point))
            // "Acceptable" is a compressed point, which we do not take.
            #expect(secret == (row.isValid ? try row.bytes("shared") : nil), "row \(row.number)")
        }
        #expect(counts == ["valid": 330, "acceptable": 1, "invalid": 24])
    }

    @Test func foreignBytesAreNoKey() throws {
        let pair = try SharedKeys.ec.get()
        let rsa = try SharedKeys.rsa2048.get()
        var offCurve = pair.publicKeyDER
        offCurve[90] ^= 1
        var compressed = pair.publicKeyDER
        compressed[26] = 2
        var hybrid = pair.publicKeyDER
        hybrid[26] = 6 | (hybrid[90] & 1)
        let otherCurve = pair.publicKeyDER.map { $0 == 0x07 ? UInt8(0x06) : $0 }
        let origin = Array(pair.publicKeyDER.prefix(27)) + [UInt8](repeating: 0, count: 64)
        for der in [
            [], Array(pair.publicKeyDER.dropLast()), pair.publicKeyDER + [0], offCurve, compressed, hybrid, otherCurve,
            origin,
            rsa.publicKeyDER,
        ] {
            #expect(throws: CryptoError.invalidKey) { try ECPublicKey(spkiDER: der) }
        }
        for der in [[], Array(pair.pkcs8DER.dropLast()), pair.pkcs8DER + [0], rsa.pkcs8DER, pair.publicKeyDER] {
            #expect(throws: CryptoError.invalidKey) { try ECKeyPair(pkcs8DER: der) }
        }
    }
}
