/// A cue that asks networks how single frames look to them.
///
/// It needs no movement: one frame is enough.
protocol TextureCue: LivenessCue {
    /// Why it finds an attack.
    static var attack: LivenessReason { get }
    var limits: TextureLimits { get }

    /// Which networks it asks, of those that are installed.
    static func asks(_ network: TextureNetwork) -> Bool
}

extension TextureCue {
    func assess(_ capture: CaptureFeatures) throws(LivenessError) -> CueEvidence {
        guard capture.networks.all.contains(where: Self.asks) else {
            return CueEvidence(Self.name, .abstained(.networkNotInstalled))
        }
        guard let reading = try capture.texture(throughNetworks: Self.asks) else {
            return CueEvidence(Self.name, .abstained(.nothingToLookAt))
        }
        return CueEvidence(
            Self.name, limits.result(logit: reading.logit, attack: Self.attack, speaksTo: Self.species),
            measurements: [
                "logit": .number(reading.logit), "logits": .numbers(reading.logits),
                "frames": .numbers(reading.frames.map(Double.init)),
            ])
    }
}

/// The limits of a cue of texture, in log-odds of a bona fide presentation.
struct TextureLimits: Sendable {
    private let attackBelow: Double
    private let bonaFideAtLeast: Double

    init(_ row: CueRow) throws(LivenessError) {
        attackBelow = try row.limit("attackBelow")
        bonaFideAtLeast = try row.limit("bonaFideAtLeast")
    }

    /// The score is 34 and 66 at the limits and straight through both, so that it agrees with the finding.
    func result(logit: Double, attack: LivenessReason, speaksTo species: [AttackSpecies]) -> CueResult {
        guard logit.isFinite, bonaFideAtLeast > attackBelow else { return .abstained(.nothingToLookAt) }
        let share = (logit - attackBelow) / (bonaFideAtLeast - attackBelow)
        let score = min(max(34 + 32 * share, 0), 100)
        let finding: CueFinding =
            logit < attackBelow ? .attack(attack) : logit >= bonaFideAtLeast ? .bonaFide : .unclear(.textureUnclear)
        return .measured(scoreInPercent: score, finding, speaksTo: species)
    }
}

extension LivenessReason {
    /// The network that the cue asks is not installed.
    public static let networkNotInstalled = LivenessReason(rawValue: "networkNotInstalled")
    /// No usable frame.
    public static let nothingToLookAt = LivenessReason(rawValue: "nothingToLookAt")
    /// The texture lies between that of a face and that of an attack.
    public static let textureUnclear = LivenessReason(rawValue: "textureUnclear")
}
