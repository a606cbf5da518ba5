/// Who has said whom a case is of.
package enum Beginner: Sendable {
    /// A client or an operator of the tenant, who has shown a credential.
    case tenant
    /// A page of the sample-web family, which shows none: nobody vouches for whom it names (decision 0117).
    case page

    /// Of the field that tokens are made under, so that a token tells whose case it opens.
    var suffix: String {
        switch self {
        case .tenant: ""
        case .page: " of a page"
        }
    }
}
