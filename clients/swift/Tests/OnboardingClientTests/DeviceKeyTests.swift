import Foundation
import OnboardingClient
import OnboardingCrypto
import Testing

@Suite struct DeviceKeyTests {
    @Test func aKeyThatWasKeptSignsAsTheOneBefore() throws {
        let key = DeviceKey()
        let kept = try DeviceKey(rawRepresentation: key.rawRepresentation)
        #expect(kept.publicKey == key.publicKey)
        let registered = try #require(Data(base64Encoded: key.publicKey))
        let signature = try kept.signature(over: "a-token")
        let server = try ECPublicKey(spkiDER: [UInt8](registered))
        #expect(server.isValidES256(derSignature: signature, of: Array("a-token".utf8)))
        #expect(!server.isValidES256(derSignature: signature, of: Array("another".utf8)))
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 1, count: 31)])
    func whatIsNoKeyIsRefused(bytes: [UInt8]) {
        #expect(throws: ClientError.unusableKey) { try DeviceKey(rawRepresentation: bytes) }
    }
}
