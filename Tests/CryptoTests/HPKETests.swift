import Testing

@testable import OnboardingCrypto

@Suite struct HPKETests {
    /// All that RFC 9180's vectors have of this curve and hash in base mode; they differ in the AEAD behind the shared
    /// secret, of which this project uses one (0x0002).
    @Test func thePublishedSecretsAndMessagesComeOutBothWays() throws {
        var messageCount = 0
        let counts = try PublishedVectors.load("hpke-p256-hkdf-sha256.json").forEach { row in
            let recipient = try ECKeyPair(scalar: row.bytes("recipient"))
            let encapsulatedKey = try row.bytes("encapsulated")
            let sharedSecret = try HPKE.decapsulate(encapsulatedKey, recipient: recipient)
            #expect(try sharedSecret == row.bytes("shared"), "row \(row.number)")

            guard try row.bytes("aead") == [0, 2] else { return }
            messageCount += 1
            let (info, associated) = (try row.bytes("info"), try row.bytes("associated"))
            let (plain, ciphertext) = (try row.bytes("plain"), try row.bytes("sealed"))
            let sealed = try HPKE.seal(
                plain, info: info, associated: associated, recipient: recipient.publicKey,
                ephemeral: ECKeyPair(scalar: row.bytes("ephemeral")))
            #expect(sealed == HPKE.Sealed(encapsulatedKey: encapsulatedKey, ciphertext: ciphertext))
            let opened = try HPKE.open(
                encapsulatedKey: encapsulatedKey, ciphertext: ciphertext, info: info, associated: associated,
                recipient: recipient)
            #expect(opened == plain)
        }
        #expect(counts == ["valid": 4])
        #expect(messageCount == 1)
    }

    @Test func whatWasSealedOpensForItsRecipientAlone() throws {
        let recipient = try SharedKeys.ec.get()
        for count in [0, 1, 100_000] {
            let plain = try Random.bytes(count)
            let sealed = try HPKE.seal(plain, info: [1], associated: [2], recipient: recipient.publicKey)
            func open(_ info: [UInt8], _ associated: [UInt8], _ pair: ECKeyPair) throws -> [UInt8] {
                try HPKE.open(
                    encapsulatedKey: sealed.encapsulatedKey, ciphertext: sealed.ciphertext, info: info,
                    associated: associated, recipient: pair)
            }
            #expect(try open([1], [2], recipient) == plain)
            #expect(throws: CryptoError.authenticationFailed) { try open([], [2], recipient) }
            #expect(throws: CryptoError.authenticationFailed) { try open([1], [], recipient) }
            #expect(throws: CryptoError.authenticationFailed) { try open([1], [2], SharedKeys.otherEC.get()) }
        }
    }

    @Test func aPointOffTheCurveIsRefused() throws {
        let recipient = try SharedKeys.ec.get()
        let sealed = try HPKE.seal([1], info: [], associated: [], recipient: recipient.publicKey)
        var point = sealed.encapsulatedKey
        point[64] ^= 1
        for point in [point, [], Array(point.dropLast()), [UInt8](repeating: 0, count: 65)] {
            #expect(throws: CryptoError.invalidKey) {
                try HPKE.open(
                    encapsulatedKey: point, ciphertext: sealed.ciphertext, info: [], associated: [],
                    recipient: recipient)
            }
        }
    }
}
