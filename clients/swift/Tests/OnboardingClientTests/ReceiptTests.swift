import Foundation
import OnboardingClient
import OnboardingCrypto
import Testing

/// What the server's cryptography has signed, and what nobody has.
@Suite struct ReceiptTests {
    private static let enrollment = "3f9c1e07a5b84d62b0c7f1d2e8a94356"
    private let key: TokenSigningKey
    private let keys: RealmKeys

    init() throws {
        key = .es256(try ECKeyPair.generate())
        keys = try Self.keySet(of: key)
    }

    private static func keySet(of key: TokenSigningKey) throws -> RealmKeys {
        guard case .es256(let pair) = key else { throw ClientError.unusableKey }
        let spki = pair.publicKey.spkiDER
        // The point stands at the end, without compression.
        let (x, y) = (Data(spki.suffix(64).prefix(32)), Data(spki.suffix(32)))
        func encoded(_ bytes: Data) -> String { OnboardingCrypto.Base64URL.encode([UInt8](bytes)) }
        let set: [String: Any] = [
            "keys": [
                ["kty": "RSA", "kid": "r", "n": "AQAB", "e": "AQAB"],
                ["kty": "EC", "crv": "P-256", "kid": key.keyID, "x": encoded(x), "y": encoded(y)],
            ]
        ]
        return RealmKeys(
            issuer: "https://kyc.example.org/auth/realms/acme-consumers",
            keySet: [UInt8](try JSONSerialization.data(withJSONObject: set)))
    }

    private var claims: [String: Any] {
        [
            "iss": keys.issuer, "aud": "acme-b2b", "sub": Self.enrollment, "iat": 1_772_437_000, "jti": "1",
            "typ": "Receipt", "version": 1, "test": false, "state": "complete", "registration_code": "4T7KQ0M2ZX",
            "begun_at": 1_772_436_600, "ended_at": 1_772_436_985,
            "checks": [["check": "addFace", "accepted_at": 1_772_436_880]],
            "evidence": [["id": "7f", "kind": "face", "sha256": "876a"]],
        ]
    }

    private func signed(
        _ changes: [String: Any] = [:], type: String = "receipt+jwt", by other: TokenSigningKey? = nil
    ) throws -> String {
        let all = claims.merging(changes) { $1 }
        let bytes = try JSONSerialization.data(withJSONObject: all, options: [.sortedKeys])
        return try JSONWebToken.sign(claims: [UInt8](bytes), type: type, with: other ?? key)
    }

    private func receipt(_ token: String) throws(ReceiptError) -> Receipt {
        try Receipt(verifying: token, by: keys, clientID: "acme-b2b")
    }

    @Test func aReceiptSaysHowTheEnrollmentEnded() throws {
        let token = try signed()
        let read = try receipt(token)
        #expect(read.token == token && read.enrollmentID == Self.enrollment && read.state == "complete")
        #expect(read.registrationCode == "4T7KQ0M2ZX" && read.reason == nil && !read.isTest)
        #expect(read.endedAt == Date(timeIntervalSince1970: 1_772_436_985))
        #expect(read.checks.map(\.check) == ["addFace"] && read.evidence.map(\.sha256) == ["876a"])
    }

    @Test func whatIsNotTheRealmsReceiptForThisClientIsRefused() throws {
        let parts = try signed().split(separator: ".")
        let forged = OnboardingCrypto.Base64URL.encode(
            [UInt8](try JSONSerialization.data(withJSONObject: claims.merging(["state": "failed"]) { $1 })))
        for token in [
            "\(parts[0]).\(forged).\(parts[2])", "\(parts[0]).\(parts[1]).", "a.b", "", "..",
            "\(parts[0]).\(parts[1]).\(parts[2])=", try signed(["iss": "https://evil.example.org"]),
            try signed(["aud": "other"]), try signed(["version": 2]), try signed(["typ": "Erasure"]),
            try signed(type: "JWT"),
        ] {
            #expect(throws: ReceiptError.invalid) { try receipt(token) }
        }
        #expect(throws: ReceiptError.keyUnknown) { try receipt(try signed(by: .es256(try ECKeyPair.generate()))) }
        #expect(throws: ReceiptError.invalid) {
            try Receipt(
                verifying: try signed(), by: RealmKeys(issuer: keys.issuer, keySet: Array("no set".utf8)),
                clientID: "acme-b2b")
        }
    }

    @Test func aReceiptOfALoginIsNoneOfAnEnrollment() throws {
        let login: [String: Any] = [
            "typ": "AuthenticationReceipt", "enrollment_id": "7a", "purpose": "authenticate", "state": "failed",
        ]
        let token = try signed(login, type: "authentication-receipt+jwt")
        let read = try AuthenticationReceipt(verifying: token, by: keys, clientID: "acme-b2b")
        #expect(read.authenticationID == Self.enrollment && read.enrollmentID == "7a" && read.state == "failed")
        #expect(throws: ReceiptError.invalid) { try receipt(token) }
        #expect(throws: ReceiptError.invalid) {
            try AuthenticationReceipt(verifying: try signed(), by: keys, clientID: "acme-b2b")
        }
    }

    @Test func aCertificateOfAnErasureIsOfOneEnrollment() throws {
        let subject = OnboardingCrypto.Digest.hex(Array("3f9c".utf8))
        let erased: [String: Any] = [
            "typ": "Erasure", "sub": subject, "tenant": "acme", "erased_at": 1_772_436_880, "by": "client acme-b2b",
        ]
        let token = try signed(erased, type: "erasure+jwt")
        let read = try ErasureCertificate(verifying: token, by: keys, enrollment: "3f9c")
        #expect(read.subject == subject && read.tenant == "acme" && read.by == "client acme-b2b")
        #expect(read.erasedAt == Date(timeIntervalSince1970: 1_772_436_880))
        #expect(try ErasureCertificate(verifying: token, by: keys) == read)
        #expect(throws: ReceiptError.invalid) {
            try ErasureCertificate(verifying: token, by: keys, enrollment: "3f9d")
        }
        #expect(throws: ReceiptError.invalid) { try ErasureCertificate(verifying: try signed(), by: keys) }
    }
}
