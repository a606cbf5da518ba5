package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// A device opens the address of a QR code on the capture page and gets the right to go on with that enrollment or authentication.
/// Nothing begins by it: the case is as it was.
package struct OpenCapture: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL

    package struct Opened: Sendable {
        /// What the device has to hold from now on; nil where it holds it already.
        package let secret: String?
        /// After how many seconds at the latest it opens nothing.
        package let lifetimeInSeconds: Int64
    }

    private static let secretByteCount = 32

    /// - Parameters:
    ///   - data: of the callback URL.
    ///   - takesOver: takes the right from another device.
    ///   - secret: what the device holds; nil where it holds nothing.
    /// - Throws: `tokenUnknown`, whatever is wrong with the data or with what they lead to; `captureElsewhere`.
    package func perform(
        data: String, takesOver: Bool, holding secret: String?, at now: Instant
    ) async throws -> Opened {
        guard let (tenant, content) = try await handedOver(try data.checked(as: "data")),
            let captured = try await cases.captured(sessionToken: content.sessionToken, of: tenant)
        else { throw Refusal(.tokenUnknown) }
        let stored = captured.enrollment
        RequestSubject.note(stored.id)
        let own = secret.map(CaptureRights.digest)
        let lifetime = lifetime(of: captured, tenant, at: now)
        if let own, let right = try await cases.store.captureRight(digest: own), right.enrollmentID == stored.id,
            right.authenticationID == captured.authenticationID, right.supersededAt == nil, captured.isShown(at: now)
        {
            return Opened(secret: nil, lifetimeInSeconds: lifetime)
        }
        // What has ended is nobody's to open who was not there: a QR code may have been seen by others.
        guard let deadline = captured.deadline, now < deadline else { throw Refusal(.tokenUnknown) }

        let new = Base64URL.encode(try Random.bytes(Self.secretByteCount))
        let digest = CaptureRights.digest(of: new)
        let sealed = try cases.dataKey(of: stored).seal(
            [UInt8](content.sessionToken.utf8), associated: CaptureRights.label(stored.id, digest))
        let right = CaptureRightRow(
            enrollmentID: stored.id, authenticationID: captured.authenticationID, digest: digest, sealedSession: sealed,
            takenAt: now)
        do {
            return
                switch try await cases.store.take(
                    right, holding: own, takesOver: takesOver, remembering: Limit.formerRights.value)
            {
            case .taken: Opened(secret: new, lifetimeInSeconds: lifetime)
            case .held: Opened(secret: nil, lifetimeInSeconds: lifetime)
            case .elsewhere: throw Refusal(.captureElsewhere)
            }
        } catch StorageError.unknownSubject {
            throw Refusal(.tokenUnknown)
        }
    }

    /// Whose page the address of a QR code leads to. Nothing is opened by asking.
    /// - Throws: `fieldTooLong` or `fieldEmpty`; what a pool without room throws.
    /// - Returns: nil where no tenant has made the data.
    package func tenant(of data: String) async throws -> Tenant? {
        try await handedOver(try data.checked(as: "data"))?.0
    }

    /// The tenant who made the data, and what they say; nil where none did. The data do not say which tenant that is, so its
    /// signature is held against the keys of all, which are in memory: 12 µs each (decision 0092).
    private func handedOver(_ data: String) async throws -> (Tenant, QRContent)? {
        let url = try publicURL.value
        let candidates = try await tenants.all().compactMap { tenant in
            (try? tenants.keys(of: tenant)).map { (tenant, $0) }
        }
        return try await signatures.run(.signature) {
            candidates.lazy.compactMap { tenant, keys in
                QRHandOff.content(of: data, publicURL: url, keys: keys).map { (tenant, $0) }
            }.first
        }
    }

    /// Until the latest moment at which the enrollment can end, and the time in which that is shown.
    private func lifetime(of captured: CapturedCase, _ tenant: Tenant, at now: Instant) -> Int64 {
        let left = captured.deadline.map { Int64($0.secondsAfter(now)) } ?? 0
        return left + captured.lifetimeLeftInSeconds(in: tenant) + Limit.captureRightLife.seconds
    }
}
