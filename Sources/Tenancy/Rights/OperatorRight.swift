/// What an operator may do on the web side. A word is never renamed or reused.
package enum OperatorRight: String, CaseIterable, Sendable {
    /// Begin enrollments, and see how one's own go.
    case trigger
    /// Find enrollments, and see how they stand and ended.
    case cases
    /// See who a person is, with images. No role has it but by name.
    case persons
    /// Take what is kept of a person out of the server. No role has it but by name.
    case export
    /// See and change the tenant's settings, and see its figures.
    case configuration
    /// Make operators, change and end them.
    case people
    /// Make and end what the tenant's clients show.
    case credentials
    /// See what is due to be erased, and hold it.
    case retention
    /// Take the second look at what a machine has refused. No role has it but by name.
    case review
    /// Erase a person. No role has it but by name.
    case erase

    /// Which scopes of a client it stands for, where a request may come from either.
    var scopes: Set<Scope> {
        switch self {
        case .trigger: [.enroll]
        case .cases: [.readEnrollments]
        case .persons: [.readPersons, .users]
        // Who may switch attributes on may let a client ask for them.
        case .configuration: [.configuration, .metrics, .attributes]
        case .review: [.review]
        // Who removes a user erases a person.
        case .erase: [.erase, .administerUsers]
        case .export, .people, .credentials, .retention: []
        }
    }

    /// The rights that open what a scope opens for a client.
    package static func all(for scope: Scope) -> [OperatorRight] { allCases.filter { $0.scopes.contains(scope) } }

    /// The known words of a text with blanks between; what is not known is passed over.
    static func all(in text: some StringProtocol) -> Set<OperatorRight> {
        Set(text.split(separator: " ").compactMap { OperatorRight(rawValue: String($0)) })
    }

    /// The words in the order of the cases.
    static func text(_ rights: Set<OperatorRight>) -> String {
        allCases.filter(rights.contains).map(\.rawValue).joined(separator: " ")
    }
}
