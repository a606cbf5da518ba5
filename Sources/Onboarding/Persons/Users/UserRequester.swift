package import OnboardingCore
package import Tenancy

/// Who asks for an operation on users: a client of the tenant with the scope, and in whose name beside it.
package struct UserRequester: Sendable {
    package let principal: Principal
    /// The user whose token was shown; nil where none was.
    package let user: EnrollmentID?

    package init(principal: Principal, user: EnrollmentID?) {
        self.principal = principal
        self.user = user
    }

    var tenant: Tenant { principal.tenant }

    /// Whether the tenant's administrator asks.
    package var isAdministrator: Bool { principal.has(.administerUsers) }

    var clientID: String {
        if case .client(let id, _) = principal.role { id } else { "" }
    }

    /// - Throws: `tokenMissing` where nobody was named beside the client, `roleMissing` where somebody who may not.
    func requireAdministrator() throws(Refusal) {
        guard !isAdministrator else { return }
        throw Refusal(user == nil ? .tokenMissing : .roleMissing)
    }

    /// The same, but for what a user may ask for as well.
    func requireAdministrator(orUser id: EnrollmentID) throws(Refusal) {
        guard user == nil || user != id else { return }
        try requireAdministrator()
    }
}
