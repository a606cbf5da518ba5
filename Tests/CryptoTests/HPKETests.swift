import Testing

@testable import OnboardingCrypto

@Suite struct HPKETests {
    /// The CFRG's vector for this suite in base mode, first message (test-vectors.json of draft-irtf-cfrg-hpke).
    @Test func theResearchGroupsVectorComesOutBothWays() throws {
        let recipient = try ECKeyPair(
            scalar: fromHexadecimal("317f915db7bc629c48fe765587897e01e282d3e8445f79f27f65d031a88082b2"))
        let ephemeral = try ECKeyPair(
            scalar: fromHexadecimal("90345e3a1d116c1dd39ae76d95ab858c142223a63e44f8f85318cfa91a84858e"))
        let encapsulatedKey = try fromHexadecimal(
            "04c06b4f6bebc7bb495cb797ab753f911aff80aefb86fd8b6fcc35525f3ab5f03e"
                + "0b21bd31a86c6048af3cb2d98e0d3bf01da5cc4c39ff5370d331a4f1f7d5a4e0")
        let info = try fromHexadecimal("4f6465206f6e2061204772656369616e2055726e")
        let associated = try fromHexadecimal("436f756e742d30")
        let plain = try fromHexadecimal("4265617574792069732074727574682c20747275746820626561757479")
        let ciphertext = try fromHexadecimal(
            "58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f")

        let sharedSecret = try HPKE.decapsulate(encapsulatedKey, recipient: recipient)
        #expect(
            Hexadecimal.encode(sharedSecret) == "48893fecd82f7c3456af6a42d8f56325d21e08c10fa81299986aaff54cde7b49")
        let sealed = try HPKE.seal(
            plain, info: info, associated: associated, recipient: recipient.publicKey, ephemeral: ephemeral)
        #expect(sealed == HPKE.Sealed(encapsulatedKey: encapsulatedKey, ciphertext: ciphertext))
        let opened = try HPKE.open(
            encapsulatedKey: encapsulatedKey, ciphertext: ciphertext, info: info, associated: associated,
            recipient: recipient)
        #expect(opened == plain)
    }

    /// RFC 9180 A.3.1: the key encapsulation of the same curve and hash.
    @Test func theStandardsSharedSecretComesOut() throws {
        let recipient = try ECKeyPair(
            scalar: fromHexadecimal("f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2"))
        let sharedSecret = try HPKE.decapsulate(
            fromHexadecimal(
                "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac9"
                    + "8536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4"),
            recipient: recipient)
        #expect(
            Hexadecimal.encode(sharedSecret) == "c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8")
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
