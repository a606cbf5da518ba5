import OnboardingCore

@testable import Tenancy

extension Principal {
    /// Somebody who has signed in with these rights.
    static func signedIn(_ name: String, _ rights: Set<OperatorRight>, of tenant: Tenant) throws -> Principal {
        let person = SignedInOperator(
            id: try .random(), name: name, role: .auditor, rights: rights, sessionDigest: [1],
            endsAt: Instant(millisecondsSince1970: 0))
        return Principal(tenant: tenant, role: .operator(person))
    }
}
