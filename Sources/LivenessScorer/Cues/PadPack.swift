/// What the networks of the optional pack `pad` say together: the mean of their shares, as their authors use them.
///
/// They know prints and screens, pass every warp of a still, and do not know masks and cut-outs. They learned on material
/// that nobody published, and take some living faces for attacks.
struct PadPack: TextureCue {
    static let name = "padPack"
    static let species: [AttackSpecies] = [.print, .stillOnScreen, .videoOnScreen]
    static let attack = LivenessReason.reproducedByPack

    let limits: TextureLimits

    init(_ row: CueRow) throws(LivenessError) { limits = try TextureLimits(row) }

    static func asks(_ network: TextureNetwork) -> Bool { network.pack == .pad }
}

extension LivenessReason {
    /// The networks of the pack `pad` see paper or a screen.
    public static let reproducedByPack = LivenessReason(rawValue: "reproducedByPack")
}
