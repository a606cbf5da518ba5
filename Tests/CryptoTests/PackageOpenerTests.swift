import Foundation
import Testing

@testable import OnboardingCrypto

@Suite struct PackageOpenerTests {
    private static let text = Array(#" {"video":{"workflow_data":{"workflow":"charlie4","frames":[]}}} "#.utf8)
    private static let cbcForms: [PackageForm] = [.oaepSHA256CBC, .oaepSHA1CBC, .pkcs1CBC]

    private struct Envelope {
        var key: [UInt8]
        var iv: [UInt8]
        var p: [UInt8]

        func open(_ keys: PackageKeys, _ forms: Set<PackageForm>) throws(PackageError) -> [UInt8] {
            try opened(keys, forms).text
        }

        func opened(
            _ keys: PackageKeys, _ forms: Set<PackageForm>
        ) throws(PackageError) -> (text: [UInt8], form: PackageForm) {
            try PackageOpener.openCBC(key: key, iv: iv, p: p, keys: keys, forms: forms)
        }
    }

    private func padding(of form: PackageForm) -> RSAKeyPair.Padding {
        switch form {
        case .oaepSHA1CBC: .oaepSHA1
        case .pkcs1CBC: .pkcs1
        default: .oaepSHA256
        }
    }

    private func sealCBC(
        _ plain: [UInt8] = text, for recipient: RSAKeyPair, form: PackageForm, contentKeyLength: Int = 32
    ) throws -> Envelope {
        let contentKey = try Random.bytes(contentKeyLength)
        let iv = try Random.bytes(16)
        return Envelope(
            key: try recipient.publicKey.wrap(contentKey, padding: padding(of: form)), iv: iv,
            p: try BlockCipher.encrypt(plain, key: contentKey, initializationVector: iv))
    }

    private func keys(withPrevious: Bool = false) throws -> PackageKeys {
        PackageKeys(
            current: PackageKeyPair(rsa: try SharedKeys.rsa2048.get(), ec: try SharedKeys.ec.get()),
            previous: withPrevious
                ? PackageKeyPair(rsa: try SharedKeys.otherRSA2048.get(), ec: try SharedKeys.otherEC.get()) : nil)
    }

    @Test(arguments: cbcForms, [16, 32])
    func aPackageOfAnAcceptedFormOpens(form: PackageForm, contentKeyLength: Int) throws {
        let keys = try keys()
        let package = try sealCBC(for: keys.current.rsa, form: form, contentKeyLength: contentKeyLength)
        #expect(try package.open(keys, [form]) == Self.text)
        let opened = try package.opened(keys, Set(PackageForm.allCases))
        #expect(opened == (Self.text, form))
    }

    @Test(arguments: cbcForms) func aPackageOfAFormThatIsNotAcceptedStaysShut(form: PackageForm) throws {
        let keys = try keys()
        let package = try sealCBC(for: keys.current.rsa, form: form)
        let others = Set(Self.cbcForms).subtracting([form])
        #expect(throws: PackageError.authenticationFailed) { try package.open(keys, others) }
        #expect(throws: PackageError.formNotAccepted) { try package.open(keys, [.plain, .v2]) }
        #expect(throws: PackageError.formNotAccepted) { try package.open(keys, []) }
    }

    @Test(arguments: cbcForms) func thePreviousKeyStillOpens(form: PackageForm) throws {
        let keys = try keys(withPrevious: true)
        let old = try #require(keys.previous)
        let package = try sealCBC(for: old.rsa, form: form)
        #expect(try package.open(keys, Set(PackageForm.allCases)) == Self.text)
        #expect(throws: PackageError.authenticationFailed) {
            try package.open(PackageKeys(current: keys.current), Set(PackageForm.allCases))
        }
    }

    @Test func previousAndCurrentKeysMayDifferInSize() throws {
        let keys = PackageKeys(
            current: PackageKeyPair(rsa: try SharedKeys.rsa3072.get(), ec: try SharedKeys.ec.get()),
            previous: PackageKeyPair(rsa: try SharedKeys.rsa2048.get(), ec: try SharedKeys.otherEC.get()))
        for recipient in keys.pairs.map(\.rsa) {
            let package = try sealCBC(for: recipient, form: .pkcs1CBC)
            #expect(try package.open(keys, [.pkcs1CBC]) == Self.text)
        }
    }

    /// Every wrong padding, key, block and content has the one error.
    @Test(arguments: cbcForms) func everyFailureLooksTheSame(form: PackageForm) throws {
        let keys = try keys()
        let package = try sealCBC(for: keys.current.rsa, form: form)
        var refused: [Envelope] = []
        for position in stride(from: 8, to: 2048, by: 149) {
            var changed = package
            changed.key[position / 8] ^= 1 << (position % 8)
            refused.append(changed)
        }
        // The last block's padding, and the one before it, which a padding oracle would turn.
        for position in stride(from: package.p.count - 32, to: package.p.count, by: 3) {
            var changed = package
            changed.p[position] ^= 0x11
            refused.append(changed)
        }
        var firstByte = package
        firstByte.iv[1] ^= 1
        refused.append(firstByte)
        refused.append(try sealCBC(Array("[1]".utf8), for: keys.current.rsa, form: form))
        refused.append(try sealCBC([], for: keys.current.rsa, form: form))
        refused.append(try sealCBC([0xff, 0xd8, 0xff], for: keys.current.rsa, form: form))
        refused.append(try sealCBC(for: SharedKeys.otherRSA2048.get(), form: form))
        for (index, package) in refused.enumerated() {
            #expect(throws: PackageError.authenticationFailed, "case \(index)") {
                try package.open(keys, Set(PackageForm.allCases))
            }
        }
    }

    @Test func lengthsThatTheSenderSeesAreRefusedBeforeAnyKeyIsUsed() throws {
        let keys = try keys()
        let package = try sealCBC(for: keys.current.rsa, form: .oaepSHA256CBC)
        for iv in [[], Array(package.iv.dropLast()), package.iv + [0]] {
            var changed = package
            changed.iv = iv
            #expect(throws: PackageError.malformed) { try changed.open(keys, [.oaepSHA256CBC]) }
        }
        for p in [[], Array(package.p.dropLast()), package.p + [0]] {
            var changed = package
            changed.p = p
            #expect(throws: PackageError.malformed) { try changed.open(keys, [.oaepSHA256CBC]) }
        }
        for key in [[], Array(package.key.dropLast()), package.key + [0]] {
            var changed = package
            changed.key = key
            #expect(throws: PackageError.unknownKey) { try changed.open(keys, [.oaepSHA256CBC]) }
        }
    }

    /// The known answer of `docs/package-format.md`, as `Vectors/package-v2.json` has it.
    private struct KnownPackage: Decodable {
        struct Package: Decodable {
            let v: Int
            let kid: String
            let enc: Data
            let ct: Data
        }

        let recipientScalarHex: String
        let recipientPublicKeyPem: String
        let info: String
        let aad: String
        let plaintext: String
        let package: Package
    }

    @Test func thePackageOfTheDocumentationOpensWithItsTokenAlone() throws {
        let known = try PublishedVectors.decode(KnownPackage.self, from: "package-v2.json")
        let recipient = try ECKeyPair(scalar: fromHexadecimal(known.recipientScalarHex))
        let keys = PackageKeys(current: PackageKeyPair(rsa: try SharedKeys.rsa2048.get(), ec: recipient))
        let (enc, ct) = ([UInt8](known.package.enc), [UInt8](known.package.ct))
        #expect(known.package.v == 2)
        #expect(Array(known.info.utf8) == PackageOpener.info)
        #expect(recipient.keyID == known.package.kid)
        #expect(recipient.publicKeyPEM == known.recipientPublicKeyPem)

        func open(token: String) throws -> [UInt8] {
            try PackageOpener.openV2(kid: known.package.kid, enc: enc, ct: ct, token: token, keys: keys)
        }
        #expect(try open(token: known.aad) == Array(known.plaintext.utf8))
        for other in ["", "stateless", known.aad.uppercased(), known.aad + " "] {
            #expect(throws: PackageError.authenticationFailed) { try open(token: other) }
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try HPKE.open(
                encapsulatedKey: enc, ciphertext: ct, info: Array("onboarding-face-package-v3".utf8),
                associated: Array(known.aad.utf8), recipient: recipient)
        }
    }

    @Test func everyFlippedBitOfFormTwoIsNoticed() throws {
        let keys = try keys(withPrevious: true)
        let sealed = try HPKE.seal(
            Self.text, info: PackageOpener.info, associated: Array("stateless".utf8),
            recipient: keys.current.ec.publicKey)
        func open(_ enc: [UInt8], _ ct: [UInt8], _ kid: String) throws -> [UInt8] {
            try PackageOpener.openV2(kid: kid, enc: enc, ct: ct, token: "stateless", keys: keys)
        }
        let kid = keys.current.ec.keyID
        #expect(try open(sealed.encapsulatedKey, sealed.ciphertext, kid) == Self.text)
        for position in stride(from: 0, to: 65 * 8, by: 11) {
            var enc = sealed.encapsulatedKey
            enc[position / 8] ^= 1 << (position % 8)
            #expect(throws: PackageError.authenticationFailed) { try open(enc, sealed.ciphertext, kid) }
        }
        for position in stride(from: 0, to: sealed.ciphertext.count * 8, by: 7) {
            var ct = sealed.ciphertext
            ct[position / 8] ^= 1 << (position % 8)
            #expect(throws: PackageError.authenticationFailed) { try open(sealed.encapsulatedKey, ct, kid) }
        }
        #expect(throws: PackageError.malformed) { try open([], sealed.ciphertext, kid) }
        #expect(throws: PackageError.malformed) { try open(sealed.encapsulatedKey, [1], kid) }
        #expect(throws: PackageError.unknownKey) { try open(sealed.encapsulatedKey, sealed.ciphertext, "") }
        let previous = try #require(keys.previous).ec.keyID
        #expect(throws: PackageError.authenticationFailed) {
            try open(sealed.encapsulatedKey, sealed.ciphertext, previous)
        }
    }

    @Test func thePreviousKeyOpensFormTwoUnderItsName() throws {
        let keys = try keys(withPrevious: true)
        let previous = try #require(keys.previous).ec
        let sealed = try HPKE.seal(
            Self.text, info: PackageOpener.info, associated: [], recipient: previous.publicKey)
        #expect(
            try PackageOpener.openV2(
                kid: previous.keyID, enc: sealed.encapsulatedKey, ct: sealed.ciphertext, token: "", keys: keys)
                == Self.text)
    }
}
