/// What an attacker has to begin with.
public enum AttackNeeds: String, CaseIterable, Codable, Sendable {
    case still
    case documentPortrait
    case twoStills
    case clip
    case stillAndClip

    /// For a reader.
    public var words: String {
        switch self {
        case .still: "one still"
        case .documentPortrait: "a document's page"
        case .twoStills: "two stills of one person"
        case .clip: "a clip of the person"
        case .stillAndClip: "one still; a clip of anybody"
        }
    }
}

/// The material of one attack, decoded and with its faces found, so that an attack is a pure function of it.
public enum AttackSource: Sendable {
    case still(AttackStill)
    case documentPortrait(DocumentPortrait)
    case twoStills(AttackStill, AttackStill)
    case clip(AttackClip)
    case stillAndClip(AttackStill, MovingHead)

    public var kind: AttackNeeds {
        switch self {
        case .still: .still
        case .documentPortrait: .documentPortrait
        case .twoStills: .twoStills
        case .clip: .clip
        case .stillAndClip: .stillAndClip
        }
    }
}
