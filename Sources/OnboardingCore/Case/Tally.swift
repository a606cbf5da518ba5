/// What a decision on a capture uses up.
package enum Counts: CaseIterable, Sendable {
    case nothing
    /// A capture that led to no decision about the person.
    case capture
    /// A capture that was decided against the person: an attempt as well.
    case attempt
}

/// What one check has used up.
package struct Tally: Codable, Equatable, Sendable {
    /// Captures that were decided against the person.
    package private(set) var attempts = 0
    /// Captures that were not accepted, whatever the reason.
    package private(set) var captures = 0

    package init(attempts: Int = 0, captures: Int = 0) {
        self.attempts = attempts
        self.captures = captures
    }

    private enum CodingKeys: String, CodingKey {
        case attempts, captures
    }

    package func counting(_ counts: Counts) -> Tally {
        switch counts {
        case .nothing: self
        case .capture: Tally(attempts: attempts, captures: captures + 1)
        case .attempt: Tally(attempts: attempts + 1, captures: captures + 1)
        }
    }
}

/// How much one check may use up, and why the case fails where it has.
struct TallyLimit<Failure> {
    let attempts: Int
    let captures: Int
    let attemptsExhausted: Failure
    let capturesExhausted: Failure

    /// Nil while something is left.
    func failure(at tally: Tally) -> Failure? {
        if tally.attempts >= attempts { return attemptsExhausted }
        return tally.captures >= captures ? capturesExhausted : nil
    }

    /// What of it is left.
    func left(after tally: Tally) -> Tally {
        Tally(attempts: max(0, attempts - tally.attempts), captures: max(0, captures - tally.captures))
    }
}
