/// The list of the cues.
enum LivenessCues {
    /// In the order in which they are stored and sent.
    static let all: [any LivenessCue.Type] = [
        Stillness.self,
        Repetition.self,
        Flatness.self,
        LivingMotion.self,
        InnerFlatness.self,
        SeveralImages.self,
        FaceTexture.self,
        SceneTexture.self,
        PadPack.self,
    ]

    /// What every cue finds in a capture.
    static func evidence(of capture: CaptureFeatures) throws(LivenessError) -> [CueEvidence] {
        var found: [CueEvidence] = []
        for cue in all {
            guard let row = capture.thresholds.cues.first(where: { $0.cue == cue.name }) else {
                throw .fusionDataIncomplete(cue: cue.name, limit: nil)
            }
            found.append(try cue.init(row).assess(capture))
        }
        return found
    }
}
