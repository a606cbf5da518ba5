/// What the scorer made of one package whose truth is known.
package struct PresentationResult: Codable, Equatable, Sendable {
    /// What was presented.
    package struct Subject: Codable, Equatable, Sendable {
        /// The list that names it.
        package var set: String
        /// Its file or folder: the last two parts of the path, because where material lies differs from machine to machine.
        package var item: String
        package var presentationClass: PresentationClass
        /// The species of the attack instrument; of a bona fide presentation, the kind of recording.
        package var species: String
        /// Who is shown. All that is shown of one person counts as one where it must be independent.
        package var person: String
        package var device: String?

        package init(
            set: String, item: String, presentationClass: PresentationClass, species: String, person: String,
            device: String? = nil
        ) {
            self.set = set
            self.item = item
            self.presentationClass = presentationClass
            self.species = species
            self.person = person
            self.device = device
        }
    }

    package var subject: Subject
    package var packageKind: PackageKind
    package var level: LivenessLevel
    /// After the first frame of the recording.
    package var startInMilliseconds: Double
    /// From the package's first frame to its last.
    package var spanInMilliseconds: Double
    package var frames: Int

    /// nil if the capture was refused before it was assessed; `reason` names the error.
    package var decision: LivenessDecision?
    /// `LivenessReason`, or the word of a `LivenessError`.
    package var reason: String
    /// nil if the decision rests on no score.
    package var scoreInPercent: Double?
    package var gates: [GateEvidence]
    package var cues: [CueEvidence]
    /// The comparison score of an accepted capture against the image of the person that it is presented as; nil if it was
    /// not accepted or the list names no such image.
    package var referenceScore: Double?
    /// Whether the list names an image of the person that it is presented as.
    package var hasReference: Bool

    package init(
        _ subject: Subject, packageKind: PackageKind, level: LivenessLevel, startInMilliseconds: Double,
        spanInMilliseconds: Double, frames: Int, assessment: Result<LivenessEvidence, LivenessError>,
        referenceScore: Double? = nil, hasReference: Bool = false
    ) {
        self.subject = subject
        self.packageKind = packageKind
        self.level = level
        self.startInMilliseconds = startInMilliseconds
        self.spanInMilliseconds = spanInMilliseconds
        self.frames = frames
        self.referenceScore = referenceScore
        self.hasReference = hasReference
        switch assessment {
        case .success(let evidence):
            decision = evidence.decision
            reason = evidence.reason.rawValue
            scoreInPercent = evidence.scoreInPercent
            gates = evidence.gates
            cues = evidence.cues
        case .failure(let error):
            reason = error.word
            gates = []
            cues = []
        }
    }

    /// Taken for bona fide.
    package var isAccepted: Bool { decision == .live }
    /// Taken for an attack.
    package var isCalledAttack: Bool { decision == .presentationAttack }
    /// Neither: the capture allows no decision, or was not assessed at all.
    package var isWithoutResponse: Bool { !isAccepted && !isCalledAttack }

    /// What refused the capture: the cue whose result gave the reason, else the reason, which then is that of a gate or an
    /// error. nil for an accepted one.
    package var refusedBy: String? {
        guard !isAccepted else { return nil }
        return cues.first { $0.result.reason?.rawValue == reason }?.cue ?? reason
    }
}

extension CueResult {
    /// nil for a bona fide finding, which needs none.
    package var reason: LivenessReason? {
        switch self {
        case .measured(_, .bonaFide, _): nil
        case .measured(_, .attack(let reason), _), .measured(_, .unclear(let reason), _), .abstained(let reason): reason
        }
    }
}

extension LivenessError {
    /// The name of the case alone: stable, and without what was sent.
    package var word: String {
        switch self {
        case .noFrames: "noFrames"
        case .rotationInvalid: "rotationInvalid"
        case .frameTimesInvalid: "frameTimesInvalid"
        case .frameUnreadable: "frameUnreadable"
        case .frameSizesDiffer: "frameSizesDiffer"
        case .tooManyPixels: "tooManyPixels"
        case .engine: "engine"
        case .comparison: "comparison"
        case .fusionDataIncomplete: "fusionDataIncomplete"
        }
    }
}
