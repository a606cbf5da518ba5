internal import DocVerify
internal import FaceEngine
internal import LivenessScorer
internal import OnboardingCore

extension Engines {
    /// These engines with what the persona's script says in the place of every measurement (decision 0087). Images are decoded as
    /// ever, and what is no image is refused.
    /// - Parameters:
    ///   - persona: nil for everybody who is none, for whom these engines stay as they are.
    ///   - isFirstCapture: whether no capture of the step was decided before.
    func playing(_ persona: SandboxPersona?, isFirstCapture: Bool) -> Engines {
        guard let persona else { return self }
        let template = FaceTemplate(scriptedBy: descriptor)
        let (face, page) = (persona.face(isFirstCapture), persona.page(isFirstCapture))
        let score = ComparisonScore(scripted: persona == .mismatch ? 0 : Self.matchingScore, by: descriptor)
        let calibration = versions.calibration
        var engines = self
        engines.assessFace = { capture, runner in
            try LivenessAssessment(
                scripted: face, of: capture, template: template, calibrationDigest: calibration, frames: runner)
        }
        engines.readDocument = { images, today in
            try DocumentReading(scripted: page, of: images, today: today, template: template)
        }
        let readFace = faceInImage
        engines.faceInImage = { image in
            _ = try readFace(image)
            return template
        }
        engines.compare = { _, _ in score }
        engines.estimateAge = { _, _ in AgeEstimate(years: Self.scriptedAgeInYears) }
        engines.comparePhotographs = { _, _ in PhotographComparisons(portrait: .scripted, others: []) }
        return engines
    }

    /// The most that a tenant can ask for.
    private static let matchingScore = 12.0
    private static let scriptedAgeInYears = 35.0
}

extension SandboxPersona {
    fileprivate func face(_ isFirstCapture: Bool) -> ScriptedFinding {
        switch self {
        case .attack: .attack
        case .blurred: isFirstCapture ? .blurred : .live
        case .live, .mismatch, .expired, .locked, .overloaded, .slow: .live
        }
    }

    fileprivate func page(_ isFirstCapture: Bool) -> ScriptedPage {
        switch self {
        case .blurred: isFirstCapture ? .blurred : .valid
        case .expired: .expired
        case .live, .attack, .mismatch, .locked, .overloaded, .slow: .valid
        }
    }
}
