/// One rule of the decision on a document that was read. `DocumentRules.all` lists every rule.
package protocol DocumentRule: Sendable {
    /// Why the document breaks the rule; empty where the rule holds or asks nothing.
    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason]
}
