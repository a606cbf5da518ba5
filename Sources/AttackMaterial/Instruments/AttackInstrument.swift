public import LivenessScorer

/// What is injected or shown (CEN/TS 18099: injection attack instrument): a way to make footage of a person from what an
/// attacker has.
public struct AttackInstrument: Sendable {
    /// Stable; letters, digits and hyphens.
    public let name: String
    /// For a reader, without a full stop.
    public let summary: String
    /// What it takes besides the source.
    public let effort: AttackEffort
    public let species: AttackSpecies
    /// What is built to refuse it, the most specific first. Whether it does is measured, not written here.
    public let expected: [Defence]
    let recipe: Recipe

    public var needs: AttackNeeds { recipe.needs }

    /// Randomness of the instrument's own, the same by every method: FNV-1a of its name.
    var seed: UInt64 {
        name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// How footage comes from each kind of source.
    enum Recipe: Sendable {
        case still(@Sendable (AttackStill, _ seed: UInt64) throws(AttackError) -> Footage)
        case documentPortrait(@Sendable (DocumentPortrait, _ seed: UInt64) throws(AttackError) -> Footage)
        case twoStills(@Sendable (AttackStill, AttackStill, _ seed: UInt64) throws(AttackError) -> Footage)
        case clip(@Sendable (AttackClip, _ seed: UInt64) throws(AttackError) -> Footage)
        case stillAndClip(@Sendable (AttackStill, MovingHead, _ seed: UInt64) throws(AttackError) -> Footage)

        var needs: AttackNeeds {
            switch self {
            case .still: .still
            case .documentPortrait: .documentPortrait
            case .twoStills: .twoStills
            case .clip: .clip
            case .stillAndClip: .stillAndClip
            }
        }
    }

    /// - Throws: `.sourceDoesNotFit`, and what the recipe lacks.
    func footage(from source: AttackSource, seed: UInt64) throws(AttackError) -> Footage {
        switch (recipe, source) {
        case (.still(let make), .still(let still)): try make(still, seed)
        case (.documentPortrait(let make), .documentPortrait(let portrait)): try make(portrait, seed)
        case (.twoStills(let make), .twoStills(let first, let second)): try make(first, second, seed)
        case (.clip(let make), .clip(let clip)): try make(clip, seed)
        case (.stillAndClip(let make), .stillAndClip(let still, let head)): try make(still, head, seed)
        case (.still, _), (.documentPortrait, _), (.twoStills, _), (.clip, _), (.stillAndClip, _):
            throw .sourceDoesNotFit
        }
    }
}

/// What an attack asks of whoever makes it, beside its source.
public enum AttackEffort: String, CaseIterable, Sendable {
    /// Any image program, or a few lines of script.
    case script
    /// A face mesh and a renderer, as free packages have them.
    case faceMesh
    /// A printer or a screen, and a camera.
    case paperOrScreen

    /// For a reader.
    public var words: String {
        switch self {
        case .script: "a script"
        case .faceMesh: "a script with a face mesh"
        case .paperOrScreen: "a printer or a screen"
        }
    }
}
