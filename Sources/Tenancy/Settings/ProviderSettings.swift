internal import OnboardingJSON

/// The OpenID Connect provider that a tenant's operators sign in with, as the tenant's configuration names it.
package struct ProviderSettings: Equatable, Sendable {
    /// Its name, by which tokens know it: compared letter by letter.
    package let issuer: String
    /// What the provider knows this server as.
    package let clientID: String
    /// The claim whose values `roles` gives roles for.
    let roleClaim: String
    let roles: [ProviderRole]
    /// Whether no password signs in.
    package let isRequired: Bool
}

/// What a value of a provider's claim makes of an operator.
struct ProviderRole: Equatable, Sendable {
    let value: String
    let role: OperatorRole
    /// Those of the role and further ones.
    let rights: Set<OperatorRight>

    /// How many there may be.
    static let maximumCount = 100
    private static let maximumValue = 256

    /// `{"value": …, "role": …}`, with or without `rights`, and nothing else.
    init?(_ json: JSONValue) {
        guard case .object(let members) = json, Set(members.keys).isSubset(of: ["value", "role", "rights"]),
            case .string(let value)? = members["value"], (1...Self.maximumValue).contains(value.unicodeScalars.count),
            case .string(let word)? = members["role"], let role = OperatorRole(rawValue: word)
        else { return nil }
        var rights = role.rights
        switch members["rights"] {
        case nil: break
        case .array(let words)?:
            for word in words {
                guard case .string(let word) = word, let right = OperatorRight(rawValue: word) else { return nil }
                rights.insert(right)
            }
        default: return nil
        }
        (self.value, self.role, self.rights) = (value, role, rights)
    }

    /// Nil for what is no list of them.
    static func all(in json: JSONValue) -> [ProviderRole]? {
        guard case .array(let elements) = json, elements.count <= maximumCount else { return nil }
        let roles = elements.compactMap(ProviderRole.init)
        return roles.count == elements.count ? roles : nil
    }

    /// What somebody has of whom the provider says these values: the highest of the roles, with the rights of all.
    /// - Returns: nil where none of the values is one of `roles`.
    static func granted(
        to values: some Sequence<String>, by roles: [ProviderRole]
    ) -> (role: OperatorRole, rights: Set<OperatorRight>)? {
        let values = Set(values)
        let fitting = roles.filter { values.contains($0.value) }
        // The order of the cases is that of what they open.
        let role = OperatorRole.allCases.last { role in fitting.contains { $0.role == role } }
        return role.map { ($0, fitting.reduce(into: []) { $0.formUnion($1.rights) }) }
    }
}
