/// What the person was asked to do while a capture was taken, step after step.
public struct CaptureChallenge: Codable, Equatable, Sendable {
    /// What a step asks for. Stored and sent, so each word is stable.
    public enum Prompt: String, Codable, Sendable, CaseIterable {
        case comeCloser
        /// To the person's own left.
        case turnLeft
        case turnRight
        /// Down and up again.
        case nod
        case blinkTwice, openMouth
        /// Colours of the screen that the person looks at.
        case red, green, blue, white, black
    }

    public struct Step: Codable, Equatable, Sendable {
        public let prompt: Prompt
        public let durationInMilliseconds: Double

        public init(_ prompt: Prompt, durationInMilliseconds: Double) {
            self.prompt = prompt
            self.durationInMilliseconds = durationInMilliseconds
        }

        private enum CodingKeys: String, CodingKey {
            case prompt, durationInMilliseconds
        }
    }

    /// From the first frame to the first step, while the person looks straight ahead.
    public let leadInMilliseconds: Double
    public let steps: [Step]

    public init(leadInMilliseconds: Double, steps: [Step]) {
        self.leadInMilliseconds = leadInMilliseconds
        self.steps = steps
    }

    private enum CodingKeys: String, CodingKey {
        case leadInMilliseconds, steps
    }

    /// When each step is shown, from the first frame on.
    var times: [ClosedRange<Double>] {
        var begin = leadInMilliseconds
        return steps.map { step in
            defer { begin += max(0, step.durationInMilliseconds) }
            return begin...(begin + max(0, step.durationInMilliseconds))
        }
    }

    /// From the first frame to the end of the last step.
    public var durationInMilliseconds: Double { times.last?.upperBound ?? leadInMilliseconds }

    var isOfLight: Bool { steps.contains { $0.prompt.light != nil } }
}

extension CaptureChallenge.Prompt {
    /// The parts of red, green and blue of a screen's colour; nil for a movement.
    var light: [Double]? {
        switch self {
        case .red: [1, 0, 0]
        case .green: [0, 1, 0]
        case .blue: [0, 0, 1]
        case .white: [1, 1, 1]
        case .black: [0, 0, 0]
        case .comeCloser, .turnLeft, .turnRight, .nod, .blinkTwice, .openMouth: nil
        }
    }
}
