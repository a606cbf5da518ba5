internal import LivenessScorer
package import OnboardingCore
internal import Tenancy

/// The challenge that a package names, with when the package arrived.
struct AnsweredChallenge: Sendable {
    let challenge: FaceChallenge
    let receivedAt: Instant

    /// What a sealed package is bound to: the token, a line feed, and the challenge's id.
    func context(of token: String) -> String { token + "\n" + challenge.id.text }

    /// Refuses frames that state no times, and a take that lasts longer than the challenge has been there.
    func check(_ capture: [Double], areStated: Bool) throws(Refusal) {
        guard areStated, let first = capture.first, let last = capture.last else { throw Refusal(.frameTimesInvalid) }
        let sinceIssued = receivedAt.millisecondsSince1970 - challenge.issuedAt.millisecondsSince1970
        guard last - first <= Double(sinceIssued) else { throw Refusal(.frameTimesInvalid) }
    }
}

extension CaptureChallenge {
    package init(_ challenge: FaceChallenge) {
        self.init(
            leadInMilliseconds: Double(challenge.leadInMilliseconds),
            steps: challenge.steps.map {
                Step(Prompt($0.prompt), durationInMilliseconds: Double($0.durationInMilliseconds))
            })
    }
}

extension CaptureChallenge.Prompt {
    init(_ prompt: FaceChallenge.Prompt) {
        self =
            switch prompt {
            case .comeCloser: .comeCloser
            case .turnLeft: .turnLeft
            case .turnRight: .turnRight
            case .nod: .nod
            case .blinkTwice: .blinkTwice
            case .openMouth: .openMouth
            case .red: .red
            case .green: .green
            case .blue: .blue
            case .white: .white
            case .black: .black
            }
    }
}
