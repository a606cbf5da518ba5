internal import HTTPTypes
internal import OnboardingHTTP

/// What the browser of the device holds that goes on with an enrollment; no script sees it.
struct CaptureCookie: Sendable {
    private static let cookie = HostCookie("capture")
    /// Followed by the name of a tenant: the person has withdrawn, and nothing is known of them here.
    private static let withdrawnPrefix = "withdrawn."

    let value: String?

    init(in headers: HTTPFields) {
        value = Self.cookie.value(in: headers)
    }

    /// The secret that opens an enrollment; nil where there is none.
    var secret: String? { tenantOfWithdrawn == nil ? value : nil }

    /// The name of the tenant whom the person withdrew from on this device; nil where they did not.
    var tenantOfWithdrawn: String? {
        guard let value, value.hasPrefix(Self.withdrawnPrefix) else { return nil }
        return String(value.dropFirst(Self.withdrawnPrefix.count))
    }

    static func set(secret: String, lifetimeInSeconds: Int64) throws -> HTTPField {
        try cookie.set(secret, lifetimeInSeconds: Int(clamping: lifetimeInSeconds))
    }

    /// Puts into the secret's place that the person has withdrawn, so that a page that is loaded anew can say so.
    static func setWithdrawn(tenant: String, lifetimeInSeconds: Int64) throws -> HTTPField {
        try cookie.set(withdrawnPrefix + tenant, lifetimeInSeconds: Int(clamping: lifetimeInSeconds))
    }
}
