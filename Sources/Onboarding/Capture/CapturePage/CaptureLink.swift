package import OnboardingCore
internal import Tenancy

/// The link of an enrollment or an authentication once more, for who goes on with another phone than the device that holds it.
package struct CaptureLink: Sendable {
    let standings: CaptureStandings
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL

    /// - Throws: as `CaptureStandings`; `tokenUnknown` where it has ended: its link opens nothing any more.
    package func symbol(holding secret: String?, key: [UInt8]?, at now: Instant) async throws -> QRSymbol {
        try QRSymbol(text: try await url(holding: secret, key: key, at: now))
    }

    func url(holding secret: String?, key: [UInt8]?, at now: Instant) async throws -> String {
        let (tenant, sessionToken) = try await standings.sessionToken(holding: secret, key: key, at: now)
        let (url, keys) = (try publicURL.value, try tenants.keys(of: tenant))
        return try await signatures.run(.signature) {
            try QRHandOff.callbackURL(publicURL: url, sessionToken: sessionToken, keys: keys)
        }
    }
}
