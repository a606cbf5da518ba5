/// Every check digit fits what it covers (ICAO 9303-3 §4.9).
struct CheckDigitRule: DocumentRule {
    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        document.findings.filter { $0.meaning == .checkDigitWrong }.map(DocumentRules.Decision.Reason.finding)
    }
}
