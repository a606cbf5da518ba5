package import FaceEngine
package import LivenessScorer

/// One attack tried on one source.
package struct AttackTrial: Codable, Equatable, Sendable {
    /// `Attack.code`.
    package let attack: String
    /// What the scorer made of it; nil where the attack was not made.
    package let result: PresentationResult?
    /// Why it was not made, in words; nil where it was.
    package let notMade: String?

    init(_ attack: Attack, result: PresentationResult) {
        self.attack = attack.code
        self.result = result
        notMade = nil
    }

    init(_ attack: Attack, notMade error: AttackError) {
        self.attack = attack.code
        result = nil
        notMade = error.description
    }
}

/// Makes attacks and has them assessed.
package struct AttackBench: Sendable {
    private let scorer: LivenessScorer
    private let engine: FaceEngine
    private let level: LivenessLevel
    private let video: VideoProgram?
    private let seed: UInt64

    /// - Parameter video: nil where no video program is installed: attacks through a virtual camera are then not made.
    package init(
        engine: FaceEngine, networks: TextureNetworks, level: LivenessLevel, video: VideoProgram?, seed: UInt64 = 1
    ) {
        scorer = LivenessScorer(engine: engine, networks: networks)
        self.engine = engine
        self.level = level
        self.video = video
        self.seed = seed
    }

    /// - Parameters:
    ///   - set, item, person: how the report names the source.
    ///   - reference: the template of the document's portrait that the attack is to match; nil where there is none.
    ///   - keep: given the frames of an attack that was made.
    package func trial(
        of attack: Attack, on source: AttackSource, set: String, item: String, person: String,
        reference: FaceTemplate? = nil, keep: ([CapturedFrame]) -> Void = { _ in }
    ) -> AttackTrial {
        let frames: [CapturedFrame]
        do {
            frames = try attack.frames(from: source, seed: seed, video: video)
        } catch {
            return AttackTrial(attack, notMade: error)
        }
        keep(frames)
        let assessment = Result { () throws(LivenessError) in
            try scorer.assess(FaceCapture(frames: frames, level: level))
        }
        var referenceScore: Double?
        if let reference, let template = try? assessment.get().template {
            referenceScore = try? engine.compare(template, reference).value
        }
        let times = frames.map(\.timeInMilliseconds)
        return AttackTrial(
            attack,
            result: PresentationResult(
                PresentationResult.Subject(
                    set: set, item: item,
                    presentationClass: attack.method.isInjection ? .injectionAttack : .presentationAttack,
                    species: attack.instrument.species.rawValue, person: person),
                packageKind: .passive, level: level, startInMilliseconds: 0,
                spanInMilliseconds: (times.max() ?? 0) - (times.min() ?? 0), frames: frames.count,
                assessment: assessment.map(\.evidence), referenceScore: referenceScore, hasReference: reference != nil))
    }
}
