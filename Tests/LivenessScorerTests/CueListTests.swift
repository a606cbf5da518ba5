import Testing

@testable import LivenessScorer

/// A new cue is one file, one line in the list, one row in the fusion data and one test of its own.
@Suite struct CueListTests {
    @Test func everyCueHasANameOfItsOwnAndARowAtEveryLevel() throws {
        let names = LivenessCues.all.map { $0.name }
        #expect(Set(names).count == names.count)
        #expect(Set(names).isDisjoint(with: GateName.allCases.map(\.rawValue)))
        for level in LivenessLevel.allCases {
            let rows = LivenessThresholds(for: level).cues
            #expect(rows.map(\.cue) == names, "\(level)")
            for (cue, row) in zip(LivenessCues.all, rows) {
                _ = try cue.init(row)
                // The cue reads every limit of its row.
                for name in row.limits.keys {
                    var lacking = row
                    lacking.limits[name] = nil
                    #expect(throws: LivenessError.fusionDataIncomplete(cue: cue.name, limit: name)) {
                        _ = try cue.init(lacking)
                    }
                }
            }
        }
    }

    @Test func someCueIsRequiredAndSomeWeightCounts() {
        for level in LivenessLevel.allCases {
            let rows = LivenessThresholds(for: level).cues
            #expect(rows.contains { $0.role == .required && $0.weight > 0 })
            #expect(rows.allSatisfy { $0.weight == 0 || ($0.weight > 0 && $0.role != .mayRefuse) })
        }
    }
}
