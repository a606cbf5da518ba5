package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Which device goes on with an enrollment or an authentication on the capture page: the one that holds the secret that was given
/// out last. What it may do there is what a phone may.
package struct CaptureRights: Sendable {
    let cases: Cases
    let tenants: TenantDirectory

    /// What a device that has the right opens.
    struct Held {
        let right: CaptureRightRow
        let captured: CapturedCase
        let tenant: Tenant
    }

    /// Whose page a device sees that holds `secret`, also where another one goes on; nil where nobody was given that one.
    package func tenant(holding secret: String?, at now: Instant) async throws -> Tenant? {
        guard let secret, let right = try await cases.store.captureRight(digest: HeldSecret.digest(of: secret)),
            let captured = try await cases.captured(by: right), captured.isShown(at: now)
        else { return nil }
        return try await tenants.tenant(id: captured.enrollment.tenantID)
    }

    /// - Parameters:
    ///   - secret: what the device holds; nil where it holds nothing.
    ///   - key: the thumbprint of the key that it has proved.
    /// - Throws: `tokenMissing` where nobody was given that one, or its enrollment has ended too long ago; `captureElsewhere`
    ///   where another device goes on; `proofInvalid` where the right is bound to another key.
    package func principal(holding secret: String?, key: [UInt8]?, at now: Instant) async throws -> Principal {
        let held = try await held(by: secret, key: key, at: now)
        guard let digest = held.captured.sessionDigest else { throw Refusal(.tokenMissing) }
        var principal = Principal(tenant: held.tenant, role: .phone(sessionDigest: digest))
        principal.hasProvedKey = held.right.keyThumbprint != nil
        return principal
    }

    /// - Throws: as `principal(holding:key:at:)`.
    func held(by secret: String?, key: [UInt8]?, at now: Instant) async throws -> Held {
        guard let secret, let right = try await cases.store.captureRight(digest: HeldSecret.digest(of: secret)),
            let captured = try await cases.captured(by: right), captured.isShown(at: now),
            let tenant = try await tenants.tenant(id: captured.enrollment.tenantID)
        else { throw Refusal(.tokenMissing) }
        RequestSubject.note(captured.enrollment.id)
        guard right.supersededAt == nil else { throw Refusal(.captureElsewhere) }
        guard right.keyThumbprint == nil || right.keyThumbprint == key else { throw Refusal(.proofInvalid) }
        return Held(right: right, captured: captured, tenant: tenant)
    }

    /// What the session token of a right is sealed for.
    package static func label(_ enrollment: EnrollmentID, _ digest: [UInt8]) -> [UInt8] {
        [UInt8]("capture-right:\(enrollment.text):\(Hexadecimal.encode(digest))".utf8)
    }
}
