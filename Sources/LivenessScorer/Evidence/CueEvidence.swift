/// What one cue found in a capture, with the measurements it rests on. Its JSON form is part of `LivenessEvidence`.
public struct CueEvidence: Equatable, Sendable {
    /// `LivenessCue.name`.
    public var cue: String
    public var result: CueResult
    /// What the sender can do if the cue does not pass.
    public var feedback: [LivenessFeedback]
    /// What an auditor needs to follow the result, by name. A quantity that was not measured is left out.
    public var measurements: [String: CueMeasurement]
    /// What it wanted, where it does not pass; nil where there is nothing to say.
    public var hints: [LivenessHint]?

    public init(
        _ cue: String, _ result: CueResult, feedback: [LivenessFeedback] = [],
        measurements: [String: CueMeasurement] = [:], hints: [LivenessHint]? = nil
    ) {
        self.cue = cue
        self.result = result
        self.feedback = feedback
        self.measurements = measurements
        self.hints = hints
    }

    /// nil if the cue abstained.
    public var scoreInPercent: Double? {
        switch result {
        case .measured(let score, _, _): score
        case .abstained: nil
        }
    }
}

public enum CueResult: Equatable, Sendable {
    /// The score is 0 … 100, where 100 speaks for a bona fide presentation. The finding holds for the given species alone:
    /// a cue against prints says nothing about masks.
    case measured(scoreInPercent: Double, CueFinding, speaksTo: [AttackSpecies])
    /// The capture does not hold what the cue needs.
    case abstained(LivenessReason)
}

public enum CueFinding: Equatable, Sendable {
    case bonaFide
    case attack(LivenessReason)
    /// Measured, but between the limits.
    case unclear(LivenessReason)
}

/// A quantity behind a cue's result. Its name states the unit.
public enum CueMeasurement: Equatable, Sendable {
    case number(Double)
    case numbers([Double])
    /// Several quantities each time; never empty.
    case rows([[String: Double]])

    init?(_ number: Double?) {
        guard let number else { return nil }
        self = .number(number)
    }

    public var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }
}

extension CueEvidence: Codable {
    private enum CodingKeys: String, CodingKey {
        case cue, result, scoreInPercent, finding, reason, speaksTo, feedback, measurements, hints
    }

    private enum ResultWord: String, Codable {
        case measured, abstained
    }

    private enum FindingWord: String, Codable {
        case bonaFide, attack, unclear
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        cue = try members.decode(String.self, forKey: .cue)
        feedback = try members.decode([LivenessFeedback].self, forKey: .feedback)
        measurements = try members.decode([String: CueMeasurement].self, forKey: .measurements)
        hints = try members.decodeIfPresent([LivenessHint].self, forKey: .hints)
        switch try members.decode(ResultWord.self, forKey: .result) {
        case .abstained:
            result = .abstained(try members.decode(LivenessReason.self, forKey: .reason))
        case .measured:
            let finding: CueFinding =
                switch try members.decode(FindingWord.self, forKey: .finding) {
                case .bonaFide: .bonaFide
                case .attack: .attack(try members.decode(LivenessReason.self, forKey: .reason))
                case .unclear: .unclear(try members.decode(LivenessReason.self, forKey: .reason))
                }
            result = .measured(
                scoreInPercent: try members.decode(Double.self, forKey: .scoreInPercent), finding,
                speaksTo: try members.decode([AttackSpecies].self, forKey: .speaksTo))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(cue, forKey: .cue)
        try members.encode(feedback, forKey: .feedback)
        try members.encode(measurements, forKey: .measurements)
        try members.encodeIfPresent(hints, forKey: .hints)
        switch result {
        case .abstained(let reason):
            try members.encode(ResultWord.abstained, forKey: .result)
            try members.encode(reason, forKey: .reason)
        case .measured(let score, let finding, let species):
            try members.encode(ResultWord.measured, forKey: .result)
            try members.encode(score, forKey: .scoreInPercent)
            try members.encode(species, forKey: .speaksTo)
            switch finding {
            case .bonaFide:
                try members.encode(FindingWord.bonaFide, forKey: .finding)
            case .attack(let reason):
                try members.encode(FindingWord.attack, forKey: .finding)
                try members.encode(reason, forKey: .reason)
            case .unclear(let reason):
                try members.encode(FindingWord.unclear, forKey: .finding)
                try members.encode(reason, forKey: .reason)
            }
        }
    }
}

extension CueMeasurement: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let numbers = try? value.decode([Double].self) {
            self = .numbers(numbers)
        } else {
            self = .rows(try value.decode([[String: Double]].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .numbers(let numbers): try value.encode(numbers)
        case .rows(let rows): try value.encode(rows)
        }
    }
}
