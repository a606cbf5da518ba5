/// Who may ask for a route.
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
