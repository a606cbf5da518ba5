internal import FaceEngine
internal import LivenessScorer
internal import Onboarding
internal import OnboardingCore
internal import OnboardingJSON

extension CaseFile.MeasuredFace {
    /// - Parameters:
    ///   - images: the sections that may be shown.
    ///   - showsPersons: whether what the client stated may be.
    init(_ evidence: FaceEvidence, _ images: [String], showsPersons: Bool) {
        let liveness = evidence.liveness
        let isDecidedTogether = [.everyCuePassed, .cuesTogether].contains(liveness.reason)
        self.init(
            workflow: evidence.workflow, level: liveness.level.rawValue, judgedLevel: evidence.judgedLevel,
            packageForm: evidence.packageForm.rawValue, isFromVideo: evidence.videoDigest != nil,
            isRendered: liveness.source == .rendered, hasTimes: liveness.hasTimes != false,
            permitsStills: liveness.permitsStills, decision: liveness.decision.rawValue,
            reason: liveness.reason.rawValue, scoreInPercent: liveness.scoreInPercent,
            leastScoreInPercent: liveness.scoreInPercent == nil || !isDecidedTogether
                ? nil : liveness.thresholds.fusion?.leastScoreInPercent,
            falseRejectionInPercent: liveness.falseRejectionInPercent,
            frames: liveness.frames.enumerated().map { CaseFile.Frame($1, $0, in: liveness, images) },
            frameLimits: CaseFile.FrameLimits(liveness.thresholds.gates), gates: liveness.gates.map(CaseFile.Gate.init),
            cues: liveness.cues.map { CaseFile.Cue($0, in: liveness) }, fusion: CaseFile.Fusion(liveness),
            challenge: liveness.challenge.map(CaseFile.Challenge.init),
            comparison: evidence.portraitCheck.map {
                CaseFile.Comparison(
                    $0.portraitScore, threshold: $0.threshold, calibration: evidence.engine.calibration,
                    photograph: $0.photographs?.portrait.decision.rawValue)
            },
            registeredMatch: evidence.faceMatch.map {
                CaseFile.RegisteredMatch(
                    comparison: CaseFile.Comparison(
                        $0.score, threshold: $0.threshold, calibration: evidence.engine.calibration, photograph: nil),
                    samples: $0.samples)
            }, declared: showsPersons ? evidence.stated.declared : [])
    }
}

extension CaseFile.Comparison {
    init(_ score: ComparisonScore, threshold: Double, calibration: String, photograph: String?) {
        self.init(
            score: score.value, isExtrapolated: score.isExtrapolated, similarity: score.similarity,
            threshold: threshold, model: Explanation.Model(name: score.model.name, digest: score.model.digest),
            calibration: calibration, photograph: photograph)
    }
}

extension CaseFile.Frame {
    fileprivate init(_ frame: FrameEvidence, _ index: Int, in liveness: LivenessEvidence, _ images: [String]) {
        let name = FaceEvidence.frameName(index)
        let begin = liveness.frames.first?.timeInMilliseconds ?? 0
        let measured = frame.measurements
        self.init(
            index: index,
            timeInMilliseconds: liveness.hasTimes == false ? nil : frame.timeInMilliseconds - begin,
            width: frame.widthInPixels, height: frame.heightInPixels, faceCount: frame.faceCount,
            yawInDegrees: measured?.yawInDegrees, pitchInDegrees: measured?.pitchInDegrees,
            rollInDegrees: measured?.rollInDegrees, focus: measured?.focus,
            faceWidth: measured.map { $0.faceWidthInPixels * frame.reduction },
            dynamicRangeInBits: measured?.dynamicRangeInBits, repeats: frame.repeatsFrame,
            failures: frame.failures.map(\.rawValue), isBest: liveness.bestFrame == index,
            isInTemplate: liveness.framesOfTemplate.contains(index), scoreToBest: frame.scoreToBest?.value,
            sha256: frame.digest, image: images.contains(name) ? name : nil)
    }
}

extension CaseFile.FrameLimits {
    fileprivate init(_ gates: GateThresholds) {
        self.init(
            leastFaceWidth: gates.minimumFaceWidthInPixels, mostYawInDegrees: gates.maximumYawInDegrees,
            mostPitchInDegrees: gates.maximumPitchInDegrees, leastFocus: gates.minimumFocus,
            leastDynamicRangeInBits: gates.minimumDynamicRangeInBits)
    }
}

extension CaseFile.Gate {
    fileprivate init(_ gate: GateEvidence) {
        self.init(
            name: gate.gate.rawValue, scoreInPercent: gate.scoreInPercent,
            isPassed: gate.scoreInPercent == nil && gate.feedback.isEmpty ? nil : gate.feedback.isEmpty,
            hints: (gate.hints ?? []).map {
                CaseFile.Hint(
                    quantity: $0.quantity.rawValue, measured: $0.measured,
                    bound: $0.bound == .atLeast ? .atLeast : .atMost, wanted: $0.wanted, unit: $0.unit.rawValue)
            })
    }
}

extension CaseFile.Cue {
    fileprivate init(_ cue: CueEvidence, in liveness: LivenessEvidence) {
        let row = liveness.thresholds.cues.first { $0.cue == cue.cue }
        let rules = LivenessRules(liveness: liveness)
        let (finding, species): (Finding, [AttackSpecies]) =
            switch cue.result {
            case .measured(_, .bonaFide, let species): (.bonaFide, species)
            case .measured(_, .attack, let species): (.attack, species)
            case .measured(_, .unclear, let species): (.unclear, species)
            case .abstained: (.abstained, [])
            }
        let term = rules.terms.first { $0.cue == cue.cue }?.logOdds
        self.init(
            name: cue.cue, finding: finding, reason: cue.reason?.rawValue, scoreInPercent: cue.scoreInPercent,
            role: row?.role.rawValue, weight: row?.weight ?? 0,
            contribution: row?.weight == 0 || CaseFile.Fusion(liveness) == nil ? nil : term,
            species: species.map(\.rawValue),
            rules: rules.rules(of: cue))
    }
}

extension CaseFile.Fusion {
    /// Nil where the cues were not added up: in older records, and of what a renderer made.
    fileprivate init?(_ liveness: LivenessEvidence) {
        guard let model = liveness.thresholds.fusion, liveness.source ?? .camera == .camera else { return nil }
        let terms = LivenessRules(liveness: liveness).terms.map(\.logOdds)
        self.init(
            bias: model.bias, sum: terms.reduce(model.bias, +), leastSum: model.leastLogOdds,
            against: terms.filter { $0 < 0 }.reduce(0, +), leastAgainst: model.leastSumAgainst)
    }
}

extension CaseFile.Challenge {
    fileprivate init(_ challenge: ChallengeEvidence) {
        self.init(
            steps: challenge.steps.map {
                Step(
                    prompt: $0.prompt.rawValue, isMet: $0.isMet, measured: $0.measured, wanted: $0.wanted,
                    unit: $0.prompt.unit, frame: $0.frame)
            }, reason: challenge.reason?.rawValue)
    }
}

extension ClientStatement {
    /// A client may have stated anything, and as much as a package holds.
    private static let mostDeclared = 60
    private static let longestValue = 200

    fileprivate var declared: [CaseFile.Declared] {
        var found: [CaseFile.Declared] = []
        for (name, value) in (capture.sorted { $0.key < $1.key }) + (workflow.sorted { $0.key < $1.key }) {
            Self.add(value, name, to: &found)
        }
        return found
    }

    private static func add(_ value: JSONValue, _ name: String, to found: inout [CaseFile.Declared]) {
        guard found.count < mostDeclared else { return }
        let text: String
        switch value {
        case .object(let members):
            for (key, member) in members.sorted(by: { $0.key < $1.key }) { add(member, "\(name).\(key)", to: &found) }
            return
        case .array(let elements):
            for (index, element) in elements.prefix(mostDeclared).enumerated() {
                add(element, "\(name)[\(index)]", to: &found)
            }
            return
        case .string(let string): text = string
        case .number(let number): text = "\(number)"
        case .bool(let flag): text = "\(flag)"
        case .null: return
        }
        found.append(
            CaseFile.Declared(name: String(name.prefix(longestValue)), value: String(text.prefix(longestValue))))
    }
}
