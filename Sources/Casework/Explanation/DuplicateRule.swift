internal import FaceEngine
internal import Onboarding

extension StepMaterial {
    /// The same with what the search for another registration said, where it decides something. Which registration was found is
    /// no part of an explanation, which the person may be given.
    /// - Parameter refuses: whether the step is refused for a finding.
    func judged(by check: DuplicateCheck?, refuses: Bool) -> StepMaterial {
        guard let check, check.isRefusing else { return self }
        var material = self
        material.rules = refuses && check.duplicate != nil ? [check.rule] : rules + [check.rule]
        return material
    }
}

extension DuplicateCheck {
    fileprivate var rule: Explanation.Rule {
        let (rule, meaning) = (
            "match.registrations", "how like the face is to that of any other registration of the tenant"
        )
        if let notSearched {
            return Explanation.Rule(rule, meaning, holds: nil, .notMeasured, detail: notSearched.rawValue)
        }
        guard let found = findings.first else { return Explanation.Rule(rule, meaning, holds: true) }
        return Explanation.Rule(rule, meaning, found.similarity, .below, threshold?.similarity, .correlation)
    }
}
