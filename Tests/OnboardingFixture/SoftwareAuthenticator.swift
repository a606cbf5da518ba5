import Foundation
import OnboardingCrypto

@testable import Tenancy

/// An authenticator and a browser of one person, with one passkey (ES256). What it says can be changed, as somebody would who lies.
struct SoftwareAuthenticator {
    let key: ECKeyPair
    var credentialID: [UInt8]
    var counter: UInt32 = 0
    var origin = "https://onboarding.test"
    var site = "onboarding.test"
    /// UP and UV.
    var flags: UInt8 = 0x05
    var userHandle: [UInt8]?
    var createType = "webauthn.create"
    var getType = "webauthn.get"
    var crossOrigin: Bool?

    init(credentialID: [UInt8] = [UInt8](repeating: 7, count: 16)) throws {
        key = try .generate()
        self.credentialID = credentialID
    }

    /// What a browser sends that was asked for a new passkey.
    mutating func create(_ challenge: String, for person: OperatorPasskeys.Beginning.Person?) -> PasskeyProof {
        userHandle = person.flatMap { Base64URL.decode($0.handle) }
        let point = key.publicKey
        // COSE_Key {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053 §7.1.1).
        var attested = [UInt8](repeating: 0, count: 16)
        attested += [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)] + credentialID
        attested += [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point.x
        attested += [0x22, 0x58, 0x20] + point.y
        return PasskeyProof(
            credentialID: credentialID, clientData: clientData(createType, challenge),
            authenticatorData: head(flags | 0x40) + attested)
    }

    /// What a browser sends that was asked for the passkey.
    mutating func get(_ challenge: String) throws -> PasskeyProof {
        let (client, data) = (clientData(getType, challenge), head(flags))
        return PasskeyProof(
            credentialID: credentialID, clientData: client, authenticatorData: data,
            signature: try key.signES256DER(data + Digest.sha256(client)), userHandle: userHandle)
    }

    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        let cross = crossOrigin.map { #","crossOrigin":\#($0)"# } ?? ""
        return [UInt8](#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(cross)}"#.utf8)
    }

    private func head(_ flags: UInt8) -> [UInt8] {
        Digest.sha256([UInt8](site.utf8)) + [flags] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }
    }
}
