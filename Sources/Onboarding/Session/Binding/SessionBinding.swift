package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// Which phone goes on with a session: the one whose bearers are of the lineage that was given out first (decision 0116). It has
/// the right that a browser has on the capture page, so that there is one device for a session, whichever way it came.
package struct SessionBinding: Sendable {
    let cases: Cases
    private let pages = PageBindings()

    init(cases: Cases) {
        self.cases = cases
    }

    private static let lineageByteCount = 16

    static func newLineage() throws -> String { Base64URL.encode(try Random.bytes(lineageByteCount)) }

    /// - Parameter claims: whether a phone that is the first to do something is bound by it; false where it only looks on.
    /// - Throws: `tokenInvalid` where another device has the session, and for a bearer of no lineage, from before sessions were
    ///   bound: whoever asks for another one is told more.
    package func check(
        _ bearer: AccessTokens.PhoneBearer, of tenant: Tenant, claims: Bool, at now: Instant
    ) async throws {
        guard tenant.settings.sessionBinding == .lineage else { return }
        guard let lineage = bearer.lineage else { throw Refusal(.tokenInvalid) }
        if let right = try await cases.store.captureRight(digest: HeldSecret.digest(of: lineage)) {
            guard right.supersededAt == nil else { throw Refusal(.tokenInvalid) }
        } else if claims {
            do {
                try await bind(
                    bearer.sessionDigest, to: lineage, bearer.keyThumbprint, holding: nil, of: tenant, at: now)
            } catch let refusal as Refusal where refusal.reason == .captureElsewhere {
                throw Refusal(.tokenInvalid)
            }
        }
    }

    /// - Parameters:
    ///   - session: its digest.
    ///   - key: thumbprint of the key that the phone has proved.
    ///   - former: the lineage that the phone has already.
    /// - Returns: whether it goes on under `former`.
    /// - Throws: `captureElsewhere`; `tokenUnknown` where nothing has the session.
    @discardableResult
    func bind(
        _ session: [UInt8], to lineage: String, _ key: [UInt8]?, holding former: String?, of tenant: Tenant,
        at now: Instant
    ) async throws -> Bool {
        let (digest, held) = (HeldSecret.digest(of: lineage), former.map(HeldSecret.digest))
        guard let captured = try await cases.captured(session: session, of: tenant) else {
            // In memory whether it is stored or not, which nobody is told.
            guard try await cases.ofPage(session: session, of: tenant) != nil else { throw Refusal(.tokenUnknown) }
            guard let isHeld = pages.bind(session, to: digest, holding: held) else {
                throw Refusal(.captureElsewhere)
            }
            return isHeld
        }
        let right = CaptureRightRow(
            enrollmentID: captured.enrollment.id, authenticationID: captured.authenticationID,
            digest: digest, keyThumbprint: key, sealedSession: nil, takenAt: now)
        do {
            return
                switch try await cases.store.take(
                    right, holding: held, takesOver: false, remembering: Limit.formerRights.value)
            {
            case .taken: false
            case .held: true
            case .elsewhere: throw Refusal(.captureElsewhere)
            }
        } catch StorageError.unknownSubject {
            throw Refusal(.tokenUnknown)
        }
    }
}
