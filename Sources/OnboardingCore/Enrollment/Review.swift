/// A second look at a decision that a machine has made (GDPR Article 22 §3): asked for by the person, decided by a human. It
/// stands beside what the machine decided, which stays on record; an acceptance makes a registration (decision 0132).
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
    /// Whether an acceptance asks for a capture of the face before it registers.
    package internal(set) var asksForCapture = false

    /// Whether an acceptance has asked for nothing more. Of an enrollment that has failed it is one from before acceptances made
    /// registrations: it stands, and registers nobody.
    package var standsAlone: Bool { decision == .accepted && !asksForCapture }

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
        case decision, asksForCapture
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        decision = try container.decodeIfPresent(Decision.self, forKey: .decision)
        asksForCapture = try container.decodeIfPresent(Bool.self, forKey: .asksForCapture) ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(decision, forKey: .decision)
        if asksForCapture { try container.encode(true, forKey: .asksForCapture) }
    }
}
