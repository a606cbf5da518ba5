package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// A device opens the address of a QR code on the capture page and gets the right to go on with that enrollment or authentication.
/// Nothing begins by it: the case is as it was.
package struct OpenCapture: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let requests: TakeOverRequests
    let signatures: WorkerPool
    let publicURL: PublicURL

    package struct Opened: Sendable {
        /// What the device has to hold from now on; nil where it holds it already.
        package let secret: String?
        /// The digits that the person compares on both devices, where this one asks to go on for another; nil where it has the
        /// right.
        package var asksUnder: String?
        /// After how many seconds at the latest it opens nothing.
        package let lifetimeInSeconds: Int64
    }

    private static let secretByteCount = 32

    /// - Parameters:
    ///   - data: of the callback URL.
    ///   - takesOver: asks the person on the device that has the right to let it go on here.
    ///   - secret: what the device holds; nil where it holds nothing.
    ///   - key: the thumbprint of the key that the device has proved.
    /// - Throws: `tokenUnknown`, whatever is wrong with the data or with what they lead to; `captureElsewhere`;
    ///   `takeOverDeclined`.
    package func perform(
        data: String, takesOver: Bool, holding secret: String?, key: [UInt8]?, at now: Instant
    ) async throws -> Opened {
        guard let (tenant, content) = try await handedOver(try data.checked(as: "data")),
            let captured = try await cases.captured(
                session: Cases.sessionDigest(content.sessionToken), of: tenant)
        else { throw Refusal(.tokenUnknown) }
        let stored = captured.enrollment
        RequestSubject.note(stored.id)
        let own = secret.map(HeldSecret.digest)
        let lifetime = lifetime(of: captured, tenant, at: now)
        if let own, let right = try await cases.store.captureRight(digest: own), right.enrollmentID == stored.id,
            right.authenticationID == captured.authenticationID, right.supersededAt == nil, captured.isShown(at: now),
            right.keyThumbprint == nil || right.keyThumbprint == key
        {
            return Opened(secret: nil, lifetimeInSeconds: lifetime)
        }
        // What has ended is nobody's to open who was not there: a QR code may have been seen by others.
        guard let deadline = captured.deadline, now < deadline else { throw Refusal(.tokenUnknown) }

        if takesOver {
            return try await ask(for: captured, holding: secret, key: key, lifetime: lifetime, at: now)
        }
        let new = Base64URL.encode(try Random.bytes(Self.secretByteCount))
        let digest = HeldSecret.digest(of: new)
        let sealed = try cases.dataKey(of: stored).seal(
            [UInt8](content.sessionToken.utf8), associated: CaptureRights.label(stored.id, digest))
        let right = CaptureRightRow(
            enrollmentID: stored.id, authenticationID: captured.authenticationID, digest: digest, keyThumbprint: key,
            sealedSession: sealed, takenAt: now)
        do {
            return
                switch try await cases.store.take(
                    right, holding: nil, takesOver: false, remembering: Limit.formerRights.value)
            {
            case .taken, .held: Opened(secret: new, lifetimeInSeconds: lifetime)
            case .elsewhere: throw Refusal(.captureElsewhere)
            }
        } catch StorageError.unknownSubject {
            throw Refusal(.tokenUnknown)
        }
    }

    /// Asks the person on the device that has the right. A phone that has it by a bearer has no page to be asked on.
    private func ask(
        for captured: CapturedCase, holding secret: String?, key: [UInt8]?, lifetime: Int64, at now: Instant
    ) async throws -> Opened {
        let present = try await cases.store.captureRight(
            of: captured.enrollment.id, authentication: captured.authenticationID)
        guard let present, present.sealedSession != nil else { throw Refusal(.captureElsewhere) }
        if let secret, let asked = requests.request(of: HeldSecret.digest(of: secret), for: present.digest, at: now) {
            guard !asked.isDeclined else { throw Refusal(.takeOverDeclined) }
            return Opened(secret: nil, asksUnder: asked.code, lifetimeInSeconds: lifetime)
        }
        let new = Base64URL.encode(try Random.bytes(Self.secretByteCount))
        let asked = requests.ask(
            for: present.digest, digest: HeldSecret.digest(of: new), keyThumbprint: key, at: now)
        guard let asked else { throw Refusal(.captureElsewhere) }
        return Opened(secret: new, asksUnder: asked.code, lifetimeInSeconds: lifetime)
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
