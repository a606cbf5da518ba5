/// What a person has to do before the camera, step after step: the active workflow. Drawn at random for one capture, so that
/// nobody can have recorded or computed the answer before.
package struct FaceChallenge: Codable, Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case movement
        /// The screen lights the face in colours. Experimental.
        case light
    }

    package enum Prompt: String, CaseIterable, Codable, Sendable {
        case comeCloser
        /// To the person's own left.
        case turnLeft
        case turnRight, nod, blinkTwice, openMouth
        /// Colours of the screen.
        case red, green, blue, white, black
    }

    package struct Step: Codable, Hashable, Sendable {
        package let prompt: Prompt
        package let durationInMilliseconds: Int

        package init(_ prompt: Prompt, durationInMilliseconds: Int) {
            self.prompt = prompt
            self.durationInMilliseconds = durationInMilliseconds
        }

        private enum CodingKeys: String, CodingKey {
            case prompt, durationInMilliseconds
        }
    }

    package let id: ChallengeID
    package let kind: Kind
    /// From the first frame of the capture to the first step: the person looks straight ahead.
    package let leadInMilliseconds: Int
    package let steps: [Step]
    package let issuedAt: Instant
    /// The capture has to arrive before.
    package let until: Instant

    package init(
        id: ChallengeID, kind: Kind, leadInMilliseconds: Int, steps: [Step], issuedAt: Instant, until: Instant
    ) {
        self.id = id
        self.kind = kind
        self.leadInMilliseconds = leadInMilliseconds
        self.steps = steps
        self.issuedAt = issuedAt
        self.until = until
    }

    /// Whether it may be answered. A clock that was set back to before the issue says nothing about how old it is.
    package func stands(at instant: Instant) -> Bool { issuedAt <= instant && instant < until }

    private enum CodingKeys: String, CodingKey {
        case id, kind, leadInMilliseconds, steps, issuedAt, until
    }
}

package typealias ChallengeID = Identifier<FaceChallenge>

extension FaceChallenge {
    /// Two or three movements, none twice and a turn of the head among them; or six colours, none the same as the one before.
    /// - Parameter generator: must be one that nobody can predict.
    package static func drawn(
        _ kind: Kind, id: ChallengeID, at instant: Instant, using generator: inout some RandomNumberGenerator
    ) -> FaceChallenge {
        let prompts: [Prompt]
        let (lead, duration): (ClosedRange<Int>, ClosedRange<Int>)
        switch kind {
        case .movement:
            prompts = movements(Int.random(in: 2...3, using: &generator), using: &generator)
            // Three of the longest and the lead end before a package's video may.
            (lead, duration) = (900...1400, 1500...2000)
        case .light:
            prompts = colours(6, using: &generator)
            // No more than two changes a second: three flashes may hurt (WCAG 2.3.1).
            (lead, duration) = (700...1000, 500...800)
        }
        return FaceChallenge(
            id: id, kind: kind, leadInMilliseconds: .random(in: lead, using: &generator),
            steps: prompts.map { Step($0, durationInMilliseconds: .random(in: duration, using: &generator)) },
            issuedAt: instant, until: instant.adding(seconds: Limit.challengeLife.seconds))
    }

    /// Only a head that turns shows whether it has depth and lives: without a turn an image that is set in motion as it is
    /// asked would have nothing but the order against it.
    private static func movements(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Prompt] {
        let all: [Prompt] = [.comeCloser, .turnLeft, .turnRight, .nod, .blinkTwice, .openMouth]
        while true {
            let drawn = Array(all.shuffled(using: &generator).prefix(count))
            if drawn.contains(.turnLeft) || drawn.contains(.turnRight) { return drawn }
        }
    }

    /// Each of the screen's own colours once at least, or nothing could be told about that colour.
    private static func colours(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Prompt] {
        let own: [Prompt] = [.red, .green, .blue], all = own + [.white, .black]
        while true {
            let drawn = (0..<count).compactMap { _ in all.randomElement(using: &generator) }
            if zip(drawn, drawn.dropFirst()).allSatisfy({ $0 != $1 }), own.allSatisfy(drawn.contains) { return drawn }
        }
    }
}

/// When the face step asks for a challenge.
package enum FaceWorkflow: String, CaseIterable, Codable, Sendable {
    case passive
    case active
    /// Once passive captures did not lead to an answer.
    case activeAfterDoubt
}
