/// A property of a capture that speaks for or against a bona fide presentation.
///
/// A new cue is one file here, one line in `LivenessCues.all`, one row in `FusionData.cues`, and one test.
protocol LivenessCue: Sendable {
    /// Stored and sent, so it is stable.
    static var name: String { get }
    /// What its findings speak to.
    static var species: [AttackSpecies] { get }

    /// - Throws: `fusionDataIncomplete` where the row lacks a limit.
    init(_ row: CueRow) throws(LivenessError)

    func assess(_ capture: CaptureFeatures) throws(LivenessError) -> CueEvidence
}

extension CueRow {
    func limit(_ name: String) throws(LivenessError) -> Double {
        guard let limit = limits[name] else { throw .fusionDataIncomplete(cue: cue, limit: name) }
        return limit
    }
}
