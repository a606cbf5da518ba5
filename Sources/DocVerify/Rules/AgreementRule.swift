/// All images show one document, and no two sources contradict each other.
struct AgreementRule: DocumentRule {
    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        (document.hasFinding(.imagesDisagree) ? [.imagesDisagree] : [])
            + (document.fields.allSatisfy(\.isAgreed) ? [] : [.sourcesDisagree])
    }
}
