/// A property of a capture that speaks for or against a bona fide presentation.
///
/// A new cue is one file here, one line in `LivenessCues.all`, one row in `FusionData.cues`, and one test.
protocol LivenessCue: Sendable {
    /// Stored and sent, so it is stable.
    static var name: String { get }

    /// - Throws: `fusionDataIncomplete` where the row lacks a limit.
    init(_ row: CueRow) throws(LivenessError)

    func assess(_ capture: CaptureFeatures) throws(LivenessError) -> CueEvidence
}

enum LivenessCues {
    /// In the order in which they are stored and sent.
    static let all: [any LivenessCue.Type] = [
        Stillness.self,
        Flatness.self,
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

extension CueRow {
    func limit(_ name: String) throws(LivenessError) -> Double {
        guard let limit = limits[name] else { throw .fusionDataIncomplete(cue: cue, limit: name) }
        return limit
    }
}
