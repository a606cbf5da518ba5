/// What a token of a tenant's client opens (RFC 6749 §3.3). A word is never renamed or reused.
package enum Scope: String, CaseIterable, Sendable {
    /// Begin enrollments and go through their steps.
    case enroll
    /// Find enrollments, and see how they stand and ended.
    case readEnrollments = "enrollments:read"
    /// See who a person is: what they said, what their document says, what speaks for it.
    case readPersons = "person:read"
    case erase
    /// See and change the tenant's settings.
    case configuration
    /// See the tenant's figures.
    case metrics
    /// Decide as a human what a machine has refused, and know that a success is one. No credential has it but by name.
    case review
    /// Have attributes of a face estimated. No credential has it but by name.
    case attributes
    /// Speak for the tenant's users: verify and find them by images. No credential has it but by name.
    case users
    /// Register, change and remove users and groups. No credential has it but by name.
    case administerUsers = "users:admin"

    /// What a tenant's first credential may do where nothing else is named: enough to enroll people and see what came of it.
    static let ofFirstCredential: Set<Scope> = [.enroll, .readEnrollments]

    /// The known words of a text with blanks between; what is not known is passed over.
    static func all(in text: some StringProtocol) -> Set<Scope> {
        Set(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
    }

    /// The words in the order of the cases.
    static func text(_ scopes: Set<Scope>) -> String {
        allCases.filter(scopes.contains).map(\.rawValue).joined(separator: " ")
    }
}
