/// Who asks, once authenticated: the tenant, and what of the tenant's it may touch.
package struct Principal: Sendable {
    package enum Role: Equatable, Sendable {
        /// The tenant's own client, which holds its secret.
        case portal
        /// A phone that exchanged a session token: the enrollment of that session and no other.
        case phone(sessionDigest: [UInt8])
        /// Nothing but the API key, which every QR code carries.
        case apiKeyHolder
    }

    package let tenant: Tenant
    package let role: Role

    package init(tenant: Tenant, role: Role) {
        self.tenant = tenant
        self.role = role
    }

    /// Whether this principal may touch the enrollment of a session: the one rule for what a phone's bearer opens.
    /// - Parameter sessionDigest: of the enrollment; nil for one that no session began.
    func opens(sessionDigest: [UInt8]?) -> Bool {
        switch role {
        case .portal, .apiKeyHolder: true
        case .phone(let own): own == sessionDigest
        }
    }
}
