import Testing

@testable import OnboardingCrypto

@Suite struct RSAKeyTests {
    @Test func aKeyPairSurvivesItsPKCS8Form() throws {
        let pair = try SharedKeys.rsa2048.get()
        let again = try RSAKeyPair(pkcs8DER: pair.pkcs8DER)
        #expect(again.publicKeyDER == pair.publicKeyDER)
        #expect(again.pkcs8DER == pair.pkcs8DER)
        #expect(try RSAPublicKey(spkiDER: pair.publicKeyDER).modulus == pair.publicKey.modulus)
        #expect(pair.publicKey.modulusByteCount == 256)
        #expect(pair.publicKey.exponent == [1, 0, 1])
    }

    @Test func thePEMFormHasHeaderFooterAndLinesOf64() throws {
        let lines = try SharedKeys.rsa3072.get().publicKeyPEM.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "-----BEGIN PUBLIC KEY-----")
        #expect(lines.suffix(2) == ["-----END PUBLIC KEY-----", ""])
        #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.utf8.count == 64 })
    }

    @Test func aSignatureIsValidForItsMessageAndKeyAlone() throws {
        let pair = try SharedKeys.rsa2048.get()
        let signature = try pair.signSHA256PKCS1([1, 2, 3])
        #expect(pair.publicKey.isValidSHA256PKCS1(signature: signature, of: [1, 2, 3]))
        #expect(!pair.publicKey.isValidSHA256PKCS1(signature: signature, of: [1, 2, 4]))
        let other = try SharedKeys.otherRSA2048.get()
        #expect(!other.publicKey.isValidSHA256PKCS1(signature: signature, of: [1, 2, 3]))
        #expect(!pair.publicKey.isValidSHA256PKCS1(signature: [], of: [1, 2, 3]))
        #expect(!pair.publicKey.isValidSHA256PKCS1(signature: signature + [0], of: [1, 2, 3]))
        for position in stride(from: 0, to: signature.count * 8, by: 61) {
            var changed = signature
            changed[position / 8] ^= 1 << (position % 8)
            #expect(!pair.publicKey.isValidSHA256PKCS1(signature: changed, of: [1, 2, 3]))
        }
    }

    @Test func publishedSignaturesAreJudgedAsPublished() throws {
        var keys: [String: RSAPublicKey] = [:]
        var underOtherExponents = 0
        let counts = try PublishedVectors.load("rsa-2048-pkcs1-sha256.json").forEach { row in
            let der = try row.keyBytes()
            guard let key = keys[row.key] ?? (try? RSAPublicKey(spkiDER: der)) else {
                underOtherExponents += 1
                return
            }
            keys[row.key] = key
            let isValid = key.isValidSHA256PKCS1(signature: try row.bytes("signature"), of: try row.bytes("message"))
            // "Acceptable" are signatures without the NULL parameter, which RFC 8017 lets a verifier take or refuse.
            if row.values["result"] != "acceptable" { #expect(isValid == row.isValid, "row \(row.number)") }
        }
        #expect(counts == ["valid": 7, "acceptable": 3, "invalid": 230])
        // The published set has two rows with the exponent 3, which we take from nobody.
        #expect(underOtherExponents == 2)
    }

    @Test(arguments: [RSAKeyPair.Padding.oaepSHA256, .oaepSHA1, .pkcs1], [16, 32])
    func aContentKeyIsUnwrapped(padding: RSAKeyPair.Padding, count: Int) throws {
        let pair = try SharedKeys.rsa3072.get()
        let contentKey = try Random.bytes(count)
        let wrapped = try pair.publicKey.wrap(contentKey, padding: padding)
        #expect(wrapped.count == 384)
        #expect(try pair.unwrap(wrapped, padding: padding) == contentKey)
    }

    @Test(arguments: ["sha1", "sha256"]) func publishedOAEPCiphertextsAreJudgedAsPublished(hash: String) throws {
        var keys: [String: RSAKeyPair] = [:]
        let counts = try PublishedVectors.load("rsa-2048-oaep-\(hash).json").forEach { row in
            let pair = try keys[row.key] ?? RSAKeyPair(pkcs8DER: row.keyBytes())
            keys[row.key] = pair
            let message = try row.bytes("message")
            let opened = try? pair.unwrap(
                try row.bytes("ciphertext"), padding: hash == "sha1" ? .oaepSHA1 : .oaepSHA256)
            // A content key has 16 or 32 bytes and no label; everything else is refused, published as valid or not.
            let isContentKey = row.isValid && [16, 32].contains(message.count) && row.values["label"] == ""
            #expect(opened == (isContentKey ? message : nil), "row \(row.number)")
        }
        #expect(counts["invalid"] == 17)
    }

    @Test func onePaddingIsNotOpenedAsAnother() throws {
        let pair = try SharedKeys.rsa2048.get()
        let contentKey = try Random.bytes(32)
        let wrapped = try pair.publicKey.wrap(contentKey, padding: .oaepSHA256)
        #expect(throws: CryptoError.authenticationFailed) { try pair.unwrap(wrapped, padding: .oaepSHA1) }
        #expect(try pair.unwrap(wrapped, padding: .pkcs1) != contentKey)
    }

    @Test func aContentKeyOfAnotherLengthIsRefused() throws {
        let pair = try SharedKeys.rsa2048.get()
        for count in [0, 15, 24, 33] {
            let wrapped = try pair.publicKey.wrap(Random.bytes(count), padding: .oaepSHA256)
            #expect(throws: CryptoError.authenticationFailed) { try pair.unwrap(wrapped, padding: .oaepSHA256) }
        }
    }

    @Test func aCiphertextThatIsNotBelowTheModulusIsRefusedWithEveryPadding() throws {
        let pair = try SharedKeys.rsa2048.get()
        for padding in [RSAKeyPair.Padding.oaepSHA256, .oaepSHA1, .pkcs1] {
            for count in [0, 255, 257] {
                #expect(throws: CryptoError.invalidLength) {
                    try pair.unwrap([UInt8](repeating: 0, count: count), padding: padding)
                }
            }
            #expect(throws: CryptoError.self) {
                try pair.unwrap([UInt8](repeating: 0xff, count: 256), padding: padding)
            }
        }
    }

    @Test func foreignBytesAreNoKey() throws {
        let pair = try SharedKeys.rsa2048.get()
        let ec = try SharedKeys.ec.get()
        for der in [[], [0x30], Array(pair.publicKeyDER.dropLast()), pair.publicKeyDER + [0], ec.publicKeyDER] {
            #expect(throws: CryptoError.invalidKey) { try RSAPublicKey(spkiDER: der) }
        }
        for der in [[], [0x30], Array(pair.pkcs8DER.dropLast()), pair.pkcs8DER + [0], ec.pkcs8DER, pair.publicKeyDER] {
            #expect(throws: CryptoError.invalidKey) { try RSAKeyPair(pkcs8DER: der) }
        }
        #expect(throws: CryptoError.invalidLength) { try RSAKeyPair.generate(bits: 1024) }
    }
}
