/// Dates exist, states are in ICAO's table, names and numbers are there, and every character stands where it may.
struct ContentsRule: DocumentRule {
    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        document.findings.filter { $0.meaning == .contentsInvalid }.map(DocumentRules.Decision.Reason.finding)
    }
}
