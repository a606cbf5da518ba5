internal import OnboardingCore
internal import Tenancy

/// Who is signed in, as the frame of a page shows it.
struct OperatorFrame {
    let name: String
    /// What persons know the tenant as.
    let tenantName: String
    /// What the tenant is called where somebody signs in; nil where that is the same.
    let signInName: String?
    let isTest: Bool
    let mayTrigger: Bool
    let mayReadCases: Bool
    let mayAdminister: Bool
    /// Whether something takes two operators that they have the right for.
    let mayAgree: Bool
    let isInPortal: Bool
    let isAtDesk: Bool
    let isAtDashboard: Bool
    let isInAdmin: Bool
    let isAtProposals: Bool
    /// Nil where the page says nothing of it.
    let session: SessionTime?

    /// Rights any of which opens a page of the administration.
    static let administrative: [OperatorRight] = [.configuration, .people, .credentials, .retention]

    /// Nil for who is no operator.
    /// - Parameter path: of the page, below the base.
    init?(_ principal: Principal, path: String, at now: Instant? = nil) {
        guard let person = principal.operator else { return nil }
        name = person.name
        tenantName = principal.tenant.displayName
        signInName = tenantName == principal.tenant.name ? nil : principal.tenant.name
        isTest = principal.tenant.isTest
        mayTrigger = person.rights.contains(.trigger)
        mayReadCases = person.rights.contains(.cases)
        mayAdminister = Self.administrative.contains(where: person.rights.contains)
        mayAgree = principal.tenant.settings.fourEyes.contains { person.rights.contains($0.right) }
        isInPortal = path.hasPrefix("/portal")
        isAtDashboard = path == "/desk/dashboard"
        isAtDesk = path.hasPrefix("/desk") && !isAtDashboard
        isInAdmin = path.hasPrefix("/admin")
        isAtProposals = path.hasPrefix("/proposals")
        session = now.map { SessionTime(of: person, at: $0) }
    }

    /// Where somebody with these rights begins.
    static func firstPage(of person: SignedInOperator) -> String {
        if person.rights.contains(.trigger) { return "/portal" }
        if person.rights.contains(.cases) { return "/desk" }
        return administrative.contains(where: person.rights.contains) ? "/admin" : "/account"
    }
}
