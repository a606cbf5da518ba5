/// The holder is old enough, and not too old.
struct AgeRule: DocumentRule {
    /// In whole years; nil asks nothing.
    let minimum: Int?
    let maximum: Int?

    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        guard minimum != nil || maximum != nil else { return [] }
        guard let age = document.age else { return [.ageUnknown] }
        var reasons: [DocumentRules.Decision.Reason] = []
        if let minimum, age < minimum { reasons.append(.tooYoung) }
        if let maximum, age > maximum { reasons.append(.tooOld) }
        return reasons
    }
}
