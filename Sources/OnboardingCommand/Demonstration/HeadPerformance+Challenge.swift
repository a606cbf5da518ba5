import DemoMaterial
import OnboardingAPI

extension HeadPerformance {
    /// What a challenge asks for, ten frames a second.
    init(of challenge: Challenge) {
        self.init(
            leadInMilliseconds: Double(challenge.leadIn),
            steps: challenge.steps.map {
                Step(act: Act($0.prompt), durationInMilliseconds: Double($0.duration))
            }, framesPerSecond: 10)
    }
}

extension HeadPerformance.Act {
    fileprivate init(_ prompt: Challenge.Prompt) {
        self =
            switch prompt {
            case .comeCloser: .comeCloser
            case .turnLeft: .turnLeft
            case .turnRight: .turnRight
            case .nod: .nod
            case .blinkTwice: .blinkTwice
            case .openMouth: .openMouth
            case .red: .light(red: 1, green: 0, blue: 0)
            case .green: .light(red: 0, green: 1, blue: 0)
            case .blue: .light(red: 0, green: 0, blue: 1)
            case .white: .light(red: 1, green: 1, blue: 1)
            case .black: .light(red: 0, green: 0, blue: 0)
            }
    }
}
