internal import Casework
internal import Figures

/// A capture of the live face: film strip, quality, cues.
struct FaceView {
    struct Frame {
        let number: String
        let anchor: String
        /// From the first frame on.
        let time: String
        let mark: CaseMark
        /// Why it was left out; nil for one that was used.
        let reasons: String?
        let isBest: Bool
        let isInTemplate: Bool
        let measurements: [Measurement]
        /// Nil where it cannot be shown.
        let image: CaseImage?
    }

    /// One number of a frame, with its limit.
    struct Measurement {
        let name: String
        let value: String
        /// Beyond its limit.
        let isBeyond: Bool
    }

    struct Gate {
        let name: String
        let score: String
        let mark: CaseMark
        let hints: String?
    }

    struct Cue {
        let name: String
        let mark: CaseMark
        let reason: String?
        let contribution: String
        let score: String
        let role: String?
        let species: String?
        let rules: [CaseRuleRow]
    }

    struct ChallengeStep {
        let prompt: String
        let mark: CaseMark
        let measured: String
        let wanted: String
        let frame: String
    }

    let name: String
    let heading: String
    let at: String
    let evidence: EvidenceView
    let decision: String
    let mark: CaseMark
    let rules: [CaseRuleRow]
    /// Nil where a script decided.
    let persona: String?
    let isMeasured: Bool
    let facts: [CasePage.Pair]
    let frames: [Frame]
    let hasImages: Bool
    let frameLimits: String
    let courses: [CourseChart]
    let gates: [Gate]
    let cues: [Cue]
    let chart: CueChart?
    let challenge: [ChallengeStep]
    let hasChallenge: Bool

    init(_ face: CaseFile.FaceCapture, of captures: CapturesShown, at place: CasePlace, _ format: CaseFormat) {
        let words = format.words
        name = face.name
        heading = words(
            "case.captureHeading",
            ["name": words("case.faceCapture"), "number": Self.number(face.name, of: captures.faces)])
        at = format.time(face.at)
        evidence = EvidenceView(face.evidence, mayBeSeen: captures.areSeen, format)
        let step = face.step.map { captures.steps[$0] }
        decision = step.map { captures.decision(of: $0, format) } ?? words("case.noEvent")
        mark = CaseMark(of: step, format)
        rules = (step?.rules ?? []).map { CaseRuleRow($0, format) }
        persona = face.sandboxPersona
        guard let measured = face.measured else {
            (isMeasured, facts, frames, hasImages, frameLimits) = (false, [], [], false, "")
            courses = []
            (gates, cues, chart, challenge, hasChallenge) = ([], [], nil, [], false)
            return
        }
        isMeasured = true
        facts = Self.facts(measured, format)
        let shown = FrameFigures(measured, format)
        frames = measured.frames.enumerated().map { Self.frame($1, $0, shown, measured, face, at: place, format) }
        hasImages = measured.frames.contains { $0.image != nil }
        frameLimits = words(
            "case.frameLimits",
            [
                "yaw": shown.yaw.limit, "pitch": shown.pitch.limit, "focus": shown.focus.limit,
                "width": shown.width.limit,
            ])
        courses = CourseChart.all(of: measured, named: face.name, format)
        gates = measured.gates.map { Self.gate($0, format) }
        cues = measured.cues.map { Self.cue($0, isAddedUp: measured.fusion != nil, format) }
        chart = measured.fusion.map { CueChart(measured.cues, $0, named: face.name, format) }
        challenge = (measured.challenge?.steps ?? []).map { Self.challengeStep($0, format) }
        hasChallenge = measured.challenge != nil
    }

    /// Among the captures of its kind; the name counts them all.
    static func number(_ name: String, of names: [String]) -> String { "\((names.firstIndex(of: name) ?? 0) + 1)" }

    private static func facts(_ face: CaseFile.MeasuredFace, _ format: CaseFormat) -> [CasePage.Pair] {
        let words = format.words
        let score = face.scoreInPercent.map { score in
            let figures = face.leastScoreInPercent.map { format.numbers(score, beside: $0) }
            return words("case.ofHundred", ["n": figures?.value ?? format.short(score)])
                + (figures.map { ", " + words("case.needed", ["n": $0.limit]) } ?? "")
        }
        let rows: [(String, String?)] = [
            ("liveness", format.name(face.decision, in: "liveness")),
            ("because", format.nameIfKnown(face.reason, in: "reasons") ?? face.reason),
            ("score", score ?? words("case.noScore")),
            (
                "falseRejection",
                face.falseRejectionInPercent.map { words("case.scoreLower", ["n": format.short($0)]) }
            ),
            (
                "level",
                words(
                    "case.operatingPoint",
                    ["name": format.name(face.level, in: "levels"), "number": "\(face.judgedLevel)"])
            ),
            ("workflow", face.workflow + (face.isFromVideo ? ", " + words("case.fromVideo") : "")),
            ("packageForm", format.name(face.packageForm, in: "packageForms")),
            ("rendered", face.isRendered ? words("case.renderedDeclared") : nil),
            ("stills", face.permitsStills ? words("case.stillsPermitted") : nil),
            ("times", face.hasTimes ? nil : words("case.timesMissing")),
        ]
        return format.pairs(rows, in: "faceFacts")
    }

    private static func frame(
        _ frame: CaseFile.Frame, _ index: Int, _ figures: FrameFigures, _ face: CaseFile.MeasuredFace,
        _ capture: CaseFile.FaceCapture, at place: CasePlace,
        _ format: CaseFormat
    ) -> Frame {
        let (words, limits) = (format.words, face.frameLimits)
        let number = format.number(frame.index + 1)
        let reasons =
            frame.failures.map { format.name($0, in: "failures") }
            + (frame.repeats.map { [words("case.repeats", ["n": format.number($0 + 1)])] } ?? [])
        func measurement(
            _ name: String, _ value: Double?, _ text: String?, _ isBeyond: (Double) -> Bool
        ) -> Measurement {
            Measurement(
                name: words("case.frameMeasures.\(name)"), value: text ?? words("case.notMeasured"),
                isBeyond: value.map(isBeyond) ?? false)
        }
        return Frame(
            number: number, anchor: "\(capture.name)-frame-\(frame.index + 1)",
            time: frame.timeInMilliseconds.map {
                words("case.seconds", ["n": format.number($0 / 1000, digits: 2)])
            } ?? words("case.noTime"),
            mark: frame.isUsed
                ? CaseMark(kind: "good", word: words("case.frameUsed"))
                : CaseMark(kind: "none", word: words("case.frameLeftOut")),
            reasons: reasons.isEmpty ? nil : reasons.joined(separator: ", "),
            isBest: frame.isBest, isInTemplate: frame.isInTemplate,
            measurements: [
                measurement("yaw", frame.yawInDegrees, figures.yaw.values[index]) {
                    abs($0) > limits.mostYawInDegrees
                },
                measurement("pitch", frame.pitchInDegrees, figures.pitch.values[index]) {
                    abs($0) > limits.mostPitchInDegrees
                },
                measurement("focus", frame.focus, figures.focus.values[index]) { $0 < limits.leastFocus },
                measurement("width", frame.faceWidth, figures.width.values[index]) { $0 < limits.leastFaceWidth },
            ],
            image: frame.image.map { name in
                CaseImage(
                    anchor: "\(capture.name)-image-\(frame.index + 1)",
                    href: place.image(capture.evidence.id, name),
                    label: words("case.frameLabel", ["n": number, "capture": capture.name]), width: frame.width,
                    height: frame.height)
            })
    }

    private static func gate(_ gate: CaseFile.Gate, _ format: CaseFormat) -> Gate {
        let words = format.words
        let hints = gate.hints.map { hint in
            let figures = format.values(
                hint.measured, beside: hint.wanted, in: Explanation.Rule.Unit(rawValue: hint.unit))
            return words(
                "case.help",
                [
                    "what": format.name(hint.quantity, in: "quantities"), "measured": figures.value,
                    "wanted": words("case.bounds.\(hint.bound.rawValue)", ["n": figures.limit]),
                ])
        }
        let mark =
            switch gate.isPassed {
            case true?: CaseMark(kind: "good", word: words("case.decisions.passed"))
            case false?: CaseMark(kind: "bad", word: words("case.decisions.failed"))
            case nil: CaseMark(kind: "none", word: words("case.decisions.notJudged"))
            }
        return Gate(
            name: format.name(gate.name, in: "gates"),
            score: gate.scoreInPercent.map { words("case.ofHundred", ["n": format.short($0)]) }
                ?? words("case.notMeasured"), mark: mark, hints: hints.isEmpty ? nil : hints.joined(separator: "; "))
    }

    private static func cue(_ cue: CaseFile.Cue, isAddedUp: Bool, _ format: CaseFormat) -> Cue {
        let words = format.words
        let kind =
            switch cue.finding {
            case .bonaFide: "good"
            case .attack: "bad"
            case .unclear: "warn"
            case .abstained: "none"
            }
        let contribution =
            cue.contribution.map { ($0 > 0 ? "+" : "") + format.number($0, digits: 2) }
            ?? words(
                !isAddedUp
                    ? "case.notAddedUp" : cue.finding == .abstained ? "case.addsNothing" : "case.withoutWeight")
        return Cue(
            name: format.name(cue.name, in: "cues"),
            mark: CaseMark(kind: kind, word: format.name(cue.finding.rawValue, in: "findings")),
            reason: cue.reason.map { format.nameIfKnown($0, in: "reasons") ?? $0 }, contribution: contribution,
            score: cue.scoreInPercent.map { words("case.ofHundred", ["n": format.short($0)]) }
                ?? words("case.notMeasured"), role: cue.role.map { format.name($0, in: "roles") },
            species: cue.species.isEmpty ? nil : format.names(cue.species, in: "species"),
            rules: cue.rules.map { CaseRuleRow($0, isUnclear: cue.finding == .unclear, format) })
    }

    private static func challengeStep(_ step: CaseFile.Challenge.Step, _ format: CaseFormat) -> ChallengeStep {
        let words = format.words
        let figures = step.measured.map { format.values($0, beside: step.wanted, in: step.unit) }
        return ChallengeStep(
            prompt: format.name(step.prompt, in: "prompts"),
            mark: step.isMet
                ? CaseMark(kind: "good", word: words("case.shown"))
                : CaseMark(kind: step.measured == nil ? "none" : "bad", word: words("case.notShown")),
            measured: figures?.value ?? words("case.notMeasured"),
            wanted: step.unit == nil
                ? words("case.colours")
                : words("case.bounds.atLeast", ["n": figures?.limit ?? format.value(step.wanted, in: step.unit)]),
            frame: step.frame.map { format.number($0 + 1) } ?? "–")
    }
}

/// The numbers of all frames beside their limits, in as many digits as tell them from these.
struct FrameFigures {
    struct Measure {
        /// Of each frame; nil where it was not measured.
        let values: [String?]
        /// Without its unit.
        let limit: String
    }

    let yaw: Measure
    let pitch: Measure
    let focus: Measure
    let width: Measure

    init(_ face: CaseFile.MeasuredFace, _ format: CaseFormat) {
        func measure(
            _ number: (CaseFile.Frame) -> Double?, _ limit: Double, _ unit: Explanation.Rule.Unit?,
            _ precision: Figures.Precision
        ) -> Measure {
            let numbers = face.frames.map { number($0).flatMap { $0.isFinite ? $0 : nil } }
            // Of an angle to either side its size is judged.
            let found = format.values(numbers.map { $0.map { abs($0) } }, beside: limit, in: unit, precision)
            return Measure(
                values: zip(numbers, found.values).map { number, text in
                    text.map { (number ?? 0) < 0 && $0.contains { ("1"..."9").contains($0) } ? "−" + $0 : $0 }
                }, limit: found.limit)
        }
        let limits = face.frameLimits
        yaw = measure(\.yawInDegrees, limits.mostYawInDegrees, .degrees, .decimals(0))
        pitch = measure(\.pitchInDegrees, limits.mostPitchInDegrees, .degrees, .decimals(0))
        focus = measure(\.focus, limits.leastFocus, nil, CaseFormat.usual)
        width = measure(\.faceWidth, limits.leastFaceWidth, .pixels, .decimals(0))
    }
}

/// What is left of what a decision rested on.
struct EvidenceView {
    let id: String
    let sha256: String
    let state: String
    /// Why no image can be shown; nil where they can.
    let withoutImages: String?

    init(_ evidence: CaseFile.Evidence, mayBeSeen: Bool, _ format: CaseFormat) {
        let words = format.words
        (id, sha256) = (evidence.id, evidence.sha256)
        state = format.name(evidence.state.rawValue, in: "evidenceStates")
        withoutImages =
            if let reducedAt = evidence.reducedAt {
                words("case.imagesErased", ["at": format.time(reducedAt)])
            } else if evidence.state == .unreadable {
                words("case.evidenceUnreadable")
            } else if !mayBeSeen {
                words("case.imagesNotYours")
            } else {
                evidence.images.isEmpty ? words("case.noImages") : nil
            }
    }
}
