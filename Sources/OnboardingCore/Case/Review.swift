/// A second look at a decision that a machine has made (GDPR Article 22 §3): asked for by the person, decided by a human. It
/// stands beside what the machine decided, which stays.
package struct Review: Equatable, Sendable {
    /// What a human decided.
    package enum Decision: String, CaseIterable, Codable, Sendable {
        case accepted, refused
    }

    /// Nil as long as nobody has looked.
    package internal(set) var decision: Decision?

    init(decision: Decision? = nil) {
        self.decision = decision
    }
}

extension Review: Codable {
    private enum CodingKeys: String, CodingKey {
        case decision
    }
}
