package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// The person's word on the device that goes on, that another one may: without it nobody takes a session over who has a
/// photograph of its QR code.
package struct TakeOver: Sendable {
    let cases: Cases
    let rights: CaptureRights
    let requests: TakeOverRequests

    /// The digits that the device shows that asks; nil where none does.
    /// - Throws: as `CaptureRights.principal(holding:key:at:)`.
    package func asked(holding secret: String?, key: [UInt8]?, at now: Instant) async throws -> String? {
        requests.pending(for: try await rights.held(by: secret, key: key, at: now).right.digest, at: now)?.code
    }

    /// - Throws: also `tokenUnknown` where nobody asks under these digits any more.
    package func answer(
        _ code: String, allows: Bool, holding secret: String?, key: [UInt8]?, at now: Instant
    ) async throws {
        let held = try await rights.held(by: secret, key: key, at: now)
        let right = held.right
        // What has ended stays with the device that ended it.
        guard let deadline = held.captured.deadline, now < deadline else { throw Refusal(.tokenUnknown) }
        guard let asked = requests.answer(code, for: right.digest, allows: allows, at: now) else {
            throw Refusal(.tokenUnknown)
        }
        guard allows else { return }
        let enrollment = held.captured.enrollment
        guard let sealed = right.sealedSession, let dataKey = try cases.dataKeyIfKept(of: enrollment) else {
            throw Refusal(.tokenUnknown)
        }
        let session = try dataKey.open(sealed, associated: CaptureRights.label(enrollment.id, right.digest))
        let new = CaptureRightRow(
            enrollmentID: right.enrollmentID, authenticationID: right.authenticationID, digest: asked.digest,
            keyThumbprint: asked.keyThumbprint,
            sealedSession: try dataKey.seal(
                session, associated: CaptureRights.label(enrollment.id, asked.digest)), takenAt: now)
        do {
            _ = try await cases.store.take(
                new, holding: nil, takesOver: true, remembering: Limit.formerRights.value)
        } catch StorageError.unknownSubject {
            throw Refusal(.tokenUnknown)
        }
    }
}
