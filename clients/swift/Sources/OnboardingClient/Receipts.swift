internal import Crypto
public import Foundation
public import OnboardingCalls

/// A check that was accepted.
public struct ReceiptCheck: Equatable, Sendable {
    public let check: String
    public let acceptedAt: Date
}

/// A sealed object that a decision rests on.
public struct ReceiptEvidence: Decodable, Equatable, Sendable {
    public let id: String
    public let kind: String
    public let sha256: String
}

/// How an enrollment ended: a receipt whose signature, realm and client were verified.
public struct Receipt: Equatable, Sendable {
    /// As the server sent it: keep this, with the keys it is what proves.
    public let token: String
    public let enrollmentID: String
    public let state: String
    public let reason: String?
    public let registrationCode: String?
    public let reference: String?
    public let isTest: Bool
    public let begunAt: Date
    public let endedAt: Date
    public let checks: [ReceiptCheck]
    public let evidence: [ReceiptEvidence]

    /// - Parameters:
    ///   - token: `receipt` of `PortalClient.receipt(of:)`, or one that was kept.
    ///   - clientID: the tenant's first client, for whom receipts are made.
    public init(verifying token: String, by keys: RealmKeys, clientID: String) throws(ReceiptError) {
        let claims = try ReceiptClaims.verified(
            token, by: keys, clientID: clientID, headerType: "receipt+jwt", claimedType: "Receipt")
        (self.token, enrollmentID, state, reason) = (token, claims.sub, claims.state, claims.reason)
        (registrationCode, reference, isTest) = (claims.registrationCode, claims.reference, claims.test)
        (begunAt, endedAt) = (Date(claims.begunAt), Date(claims.endedAt))
        (checks, evidence) = (claims.acceptedChecks, claims.evidence)
    }
}

/// How one time that a registered person came back ended. Neither this nor `Receipt` takes one of the other kind.
public struct AuthenticationReceipt: Equatable, Sendable {
    /// As of `Receipt`.
    public let token: String
    public let authenticationID: String
    public let enrollmentID: String
    /// `authenticate` or `reEnroll`.
    public let purpose: String
    public let state: String
    public let reason: String?
    public let registrationCode: String?
    public let reference: String?
    public let isTest: Bool
    public let begunAt: Date
    public let endedAt: Date
    public let checks: [ReceiptCheck]
    public let evidence: [ReceiptEvidence]

    /// As of `Receipt`.
    public init(verifying token: String, by keys: RealmKeys, clientID: String) throws(ReceiptError) {
        let claims = try ReceiptClaims.verified(
            token, by: keys, clientID: clientID, headerType: "authentication-receipt+jwt",
            claimedType: "AuthenticationReceipt")
        guard let enrollment = claims.enrollmentId, let purpose = claims.purpose else { throw .invalid }
        (self.token, authenticationID, enrollmentID, self.purpose) = (token, claims.sub, enrollment, purpose)
        (state, reason, registrationCode) = (claims.state, claims.reason, claims.registrationCode)
        (reference, isTest) = (claims.reference, claims.test)
        (begunAt, endedAt) = (Date(claims.begunAt), Date(claims.endedAt))
        (checks, evidence) = (claims.acceptedChecks, claims.evidence)
    }
}

/// What was erased of an enrollment, when and by whom; its signature was verified.
public struct ErasureCertificate: Equatable, Sendable {
    /// As of `Receipt`.
    public let token: String
    /// SHA-256 of the enrollment's id, hexadecimal: nothing names the person any more.
    public let subject: String
    public let tenant: String
    public let erasedAt: Date
    public let by: String

    private struct Claims: Decodable {
        let sub: String
        let tenant: String
        let erasedAt: Int
        let by: String
    }

    /// - Parameters:
    ///   - token: one of `certificates`.
    ///   - enrollment: the id that it has to be of; nil for any.
    public init(verifying token: String, by keys: RealmKeys, enrollment: String? = nil) throws(ReceiptError) {
        let claims = try SignedStatement<Claims>(
            token, by: keys, headerType: "erasure+jwt", claimedType: "Erasure"
        ).claims
        if let enrollment {
            let digest = SHA256.hash(data: Data(enrollment.utf8)).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            guard claims.sub == digest.joined() else { throw .invalid }
        }
        (self.token, subject, tenant, by) = (token, claims.sub, claims.tenant, claims.by)
        erasedAt = Date(claims.erasedAt)
    }
}

/// By their names on the wire (`docs/contract.md`, Receipts), without strokes.
private struct ReceiptClaims: Decodable {
    struct Check: Decodable {
        let check: String
        let acceptedAt: Int
    }

    let iss: String
    let aud: String
    let sub: String
    let enrollmentId: String?
    let purpose: String?
    let state: String
    let reason: String?
    let registrationCode: String?
    let reference: String?
    let test: Bool
    let begunAt: Int
    let endedAt: Int
    let checks: [Check]
    let evidence: [ReceiptEvidence]

    var acceptedChecks: [ReceiptCheck] {
        checks.map { ReceiptCheck(check: $0.check, acceptedAt: Date($0.acceptedAt)) }
    }

    static func verified(
        _ token: String, by keys: RealmKeys, clientID: String, headerType: String, claimedType: String
    ) throws(ReceiptError) -> ReceiptClaims {
        let claims = try SignedStatement<ReceiptClaims>(
            token, by: keys, headerType: headerType, claimedType: claimedType
        ).claims
        guard claims.iss == keys.issuer, claims.aud == clientID else { throw .invalid }
        return claims
    }
}

extension Date {
    /// - Parameter seconds: since 1970.
    fileprivate init(_ seconds: Int) {
        self.init(timeIntervalSince1970: Double(seconds))
    }
}
