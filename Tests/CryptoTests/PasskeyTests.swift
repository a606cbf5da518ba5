import Testing

@testable import OnboardingCrypto

/// Credentials and signatures that another implementation has made.
@Suite struct PasskeyTests {
    struct Vectors: Decodable {
        struct Passkey: Decodable {
            let name: String
            let algorithm: Int32
            let registration: String
            let credential: String
            let publicKey: String
            let authenticatorData: String
            let clientData: String
            let signature: String
        }

        let site: String
        let passkeys: [Passkey]
    }

    private static let vectors = Result { try PublishedVectors.decode(Vectors.self, from: "passkeys.json") }

    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Hexadecimal.decode(text)) }

    @Test(arguments: ["ES256", "EdDSA", "RS256"]) func aCredentialIsReadAndItsSignatureTaken(name: String) throws {
        let vectors = try Self.vectors.get()
        let known = try #require(vectors.passkeys.first { $0.name == name })
        let made = try #require(AuthenticatorData(try Self.bytes(known.registration)))
        #expect(made.isPresent && made.isVerified && made.counter == 1)
        #expect(made.siteDigest == Digest.sha256([UInt8](vectors.site.utf8)))
        let credential = try #require(made.credential)
        #expect(credential.id == (try Self.bytes(known.credential)))
        #expect(credential.publicKey.algorithm.rawValue == known.algorithm)
        #expect(credential.publicKey.bytes == (try Self.bytes(known.publicKey)))

        let (data, client) = (try Self.bytes(known.authenticatorData), try Self.bytes(known.clientData))
        let signature = try Self.bytes(known.signature)
        func isTaken(
            _ data: [UInt8], _ client: [UInt8], _ signature: [UInt8], site: String = vectors.site
        ) -> Bool {
            credential.publicKey.hasSigned(
                authenticatorData: data, clientData: client, site: site, signature: signature, needsVerified: true)
        }
        #expect(isTaken(data, client, signature))
        #expect(!isTaken(data, client, signature, site: "example.com"))
        #expect(!isTaken(data, client + [0x20], signature))
        #expect(!isTaken(data, client, Array(signature.dropLast())))
        #expect(!isTaken(data, client, []))
        for place in data.indices {
            var changed = data
            changed[place] ^= 0x04
            #expect(!isTaken(changed, client, signature))
        }
        for other in vectors.passkeys where other.name != name {
            let key = try #require(AuthenticatorData(try Self.bytes(other.registration))?.credential).publicKey
            #expect(
                !key.hasSigned(
                    authenticatorData: data, clientData: client, site: vectors.site, signature: signature,
                    needsVerified: false))
        }
    }

    @Test func whatIsCutOffOrIsNoKeyIsNoCredential() throws {
        for known in try Self.vectors.get().passkeys {
            let bytes = try Self.bytes(known.registration)
            for count in 0..<bytes.count {
                #expect(AuthenticatorData(Array(bytes[..<count]))?.credential == nil, "\(known.name), \(count)")
            }
        }
        #expect(AuthenticatorData([UInt8](repeating: 0x40, count: 5000)) == nil)
        #expect(AuthenticatorData([UInt8](repeating: 0x40, count: 300))?.credential == nil)
        let noKey = PasskeyPublicKey(algorithm: .es256, bytes: [UInt8](repeating: 1, count: 64))
        #expect(
            !noKey.hasSigned(
                authenticatorData: [UInt8](repeating: 0, count: 37), clientData: [], site: "a", signature: [1],
                needsVerified: false))
    }
}
