/// A second look at a decision that a machine has made (GDPR Article 22 §3): asked for by the person, decided by a human. It
/// stands beside what the machine decided, which stays.
package struct Review: Equatable, Sendable {
    /// What a human decided.
    package enum Decision: String, CaseIterable, Codable, Sendable {
        case accepted, refused
    }

    /// How far it has come.
    package enum Standing: String, CaseIterable, Sendable {
        /// Asked for, and nobody has looked.
        case requested
        case accepted, refused
    }

    /// Nil as long as nobody has looked.
    package internal(set) var decision: Decision?

    package var standing: Standing {
        switch decision {
        case nil: .requested
        case .accepted: .accepted
        case .refused: .refused
        }
    }

    package init(decision: Decision? = nil) {
        self.decision = decision
    }

    package init(_ standing: Standing) {
        switch standing {
        case .requested: decision = nil
        case .accepted: decision = .accepted
        case .refused: decision = .refused
        }
    }
}

extension Review: Codable {
    private enum CodingKeys: String, CodingKey {
        case decision
    }
}
