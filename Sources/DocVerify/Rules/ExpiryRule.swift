/// The document has not expired.
struct ExpiryRule: DocumentRule {
    let refusesExpired: Bool

    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        guard refusesExpired else { return [] }
        return switch document.isExpired {
        case true?: [.expired]
        case false?: []
        case nil: [.expiryUnknown]
        }
    }
}
