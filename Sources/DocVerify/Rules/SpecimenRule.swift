/// The document is no sample, unless samples are accepted.
struct SpecimenRule: DocumentRule {
    let acceptsSpecimens: Bool

    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        document.hasFinding(.specimen) && !acceptsSpecimens ? [.specimen] : []
    }
}
