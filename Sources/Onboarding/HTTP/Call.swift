internal import OnboardingCore
internal import HTTPTypes
internal import NIOCore
internal import OnboardingAPI

/// One request on its way down the list: what the responder has established before a handler runs.
struct Call: Sendable {
    /// Lower-case names to percent-decoded path segments, as the route's template names them.
    let parameters: [String: String]
    let headers: HTTPFields
    /// The raw body, within the route's limit.
    let body: ByteBuffer
    /// SHA-256 of it.
    let bodyDigest: [UInt8]
    /// The address the request came from, behind trusted proxies the one they state.
    let remoteAddress: String
    /// Read once, here.
    let now: Instant
    /// Who calls; `open` routes have no caller.
    let caller: Caller?
}

/// An authenticated caller.
struct Caller: Sendable {
    enum Role: Equatable, Sendable {
        /// The tenant's own client, holding its secret.
        case portal
        /// A phone that exchanged a session token; only for the enrollment of that session.
        case phone(sessionDigest: [UInt8])
        /// Nothing but the API key, which every QR image carries.
        case apiKeyHolder
    }

    let tenant: Tenant
    let role: Role
}

/// Who may call a route.
enum Audience: Sendable {
    /// No credential.
    case anyone
    /// The API key alone (`/tokenVerify`); a bearer is not asked for.
    case apiKeyHolder
    /// A bearer, and the API key unless the route is a proxy's.
    case portal(needsAPIKey: Bool)
    /// As `portal`, or a phone's bearer.
    case portalOrPhone(needsAPIKey: Bool)
    /// The API key or a bearer, whichever is there (`/b2c/proxy/validateSession`).
    case apiKeyOrBearer
}
