internal import Onboarding

/// Who is signed in, as the frame of a page shows it.
struct OperatorFrame {
    let name: String
    let tenantName: String
    let isTest: Bool
    let mayTrigger: Bool
    let mayReadCases: Bool
    let mayAdminister: Bool
    let isInPortal: Bool
    let isAtDesk: Bool
    let isInAdmin: Bool

    /// Rights any of which opens a page of the administration.
    static let administrative: [OperatorRight] = [.configuration, .people, .credentials, .retention]

    /// Nil for who is no operator.
    /// - Parameter path: of the page, below the base.
    init?(_ principal: Principal, path: String) {
        guard let person = principal.operator else { return nil }
        name = person.name
        tenantName = principal.tenant.name
        isTest = principal.tenant.isTest
        mayTrigger = person.rights.contains(.trigger)
        mayReadCases = person.rights.contains(.cases)
        mayAdminister = Self.administrative.contains(where: person.rights.contains)
        isInPortal = path.hasPrefix("/portal")
        isAtDesk = path.hasPrefix("/desk")
        isInAdmin = path.hasPrefix("/admin")
    }

    /// Where somebody with these rights begins.
    static func firstPage(of person: SignedInOperator) -> String {
        if person.rights.contains(.trigger) { return "/portal" }
        if person.rights.contains(.cases) { return "/desk" }
        return administrative.contains(where: person.rights.contains) ? "/admin" : "/account"
    }
}
