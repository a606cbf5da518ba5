/// The document's authenticity was checked. No source checks it yet, so the rule never holds where it is required.
struct AuthenticityRule: DocumentRule {
    let isRequired: Bool

    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        isRequired ? [.authenticityNotChecked] : []
    }
}
