/// Is there a paper's edge, a bezel, a hand that holds something or a panel's light about the face?
///
/// Asks the network `scene` of our own, which sees three times the face.
struct SceneTexture: TextureCue {
    static let name = "sceneTexture"
    static let species: [AttackSpecies] = [.print, .stillOnScreen, .videoOnScreen]
    static let attack = LivenessReason.reproducedScene

    let limits: TextureLimits

    init(_ row: CueRow) throws(LivenessError) { limits = try TextureLimits(row) }

    static func asks(_ network: TextureNetwork) -> Bool { network.pack == .liveness && network.name == "scene" }
}

extension LivenessReason {
    /// The face and what is about it look printed or displayed.
    public static let reproducedScene = LivenessReason(rawValue: "reproducedScene")
}
