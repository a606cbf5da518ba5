/// Every usable frame shows the person of the best one.
enum SamePersonGate {
    static func failure(in observations: CaptureObservations, thresholds: GateThresholds) -> ExplainedDecision? {
        switch observations.persons {
        case .nothingToCompare, .nearDuplicates: nil
        // A score that is not a number is another person's.
        case .lowestScore(let score) where score >= thresholds.samePersonScore: nil
        case .lowestScore: .undecided(.differentPersons, [.invalidFrame])
        }
    }

    static func evidence(of observations: CaptureObservations, thresholds: GateThresholds) -> GateEvidence {
        switch observations.persons {
        case .nothingToCompare: GateEvidence(.samePerson, scoreInPercent: nil)
        case .nearDuplicates: GateEvidence(.samePerson, scoreInPercent: 100)
        case .lowestScore(let score):
            GateEvidence(
                .samePerson, scoreInPercent: min(max(score / thresholds.samePersonScore, 0), 1) * 100,
                feedback: score >= thresholds.samePersonScore ? [] : [.invalidFrame])
        }
    }
}
