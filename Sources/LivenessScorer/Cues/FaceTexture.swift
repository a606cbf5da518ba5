/// Does the face, seen closely, look like skin before a camera, or like paper or a panel?
///
/// Asks the network `face` of our own, which knows the attacks of its simulation (`training/`). What that does not make, a
/// rigid mask above all, it says nothing about.
struct FaceTexture: TextureCue {
    static let name = "faceTexture"
    static let species: [AttackSpecies] = [.print, .stillOnScreen, .videoOnScreen]
    static let attack = LivenessReason.reproducedFace

    let limits: TextureLimits

    init(_ row: CueRow) throws(LivenessError) { limits = try TextureLimits(row) }

    static func asks(_ network: TextureNetwork) -> Bool { network.pack == .liveness && network.name == "face" }
}

extension LivenessReason {
    /// The face looks printed or displayed.
    public static let reproducedFace = LivenessReason(rawValue: "reproducedFace")
}
