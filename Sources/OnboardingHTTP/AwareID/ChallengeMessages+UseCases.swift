internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore

extension ChallengeResponse {
    init(_ challenge: FaceChallenge, at now: Instant) {
        let left = challenge.until.millisecondsSince1970 - now.millisecondsSince1970
        self.init(
            challenge: Challenge(
                id: challenge.id.text, kind: Challenge.Kind(challenge.kind), leadIn: challenge.leadInMilliseconds,
                steps: challenge.steps.map {
                    Challenge.Step(prompt: Challenge.Prompt($0.prompt), duration: $0.durationInMilliseconds)
                }, expiresIn: Int(max(0, left) / 1000)))
    }
}

extension ActiveFacePackage {
    var request: CheckLiveness.Request {
        CheckLiveness.Request(
            package: SubmittedPackage(package), challenge: challenge, readContent: FacePackageContent.capture)
    }
}

extension Challenge.Kind {
    fileprivate init(_ kind: FaceChallenge.Kind) {
        self =
            switch kind {
            case .movement: .movement
            case .light: .light
            }
    }
}

extension Challenge.Prompt {
    fileprivate init(_ prompt: FaceChallenge.Prompt) {
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
