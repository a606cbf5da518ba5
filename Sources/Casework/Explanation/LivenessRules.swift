internal import FaceEngine
internal import LivenessScorer

/// The rules of liveness that decided a capture, from its record alone: measured values and the limits of that day.
struct LivenessRules: Sendable {
    typealias Rule = Explanation.Rule

    /// The rules of what the cues say together, for a bona fide presentation and against one.
    static let ofAllCues = ["liveness.together", "liveness.against"]

    let liveness: LivenessEvidence

    var deciding: [Rule] {
        guard liveness.decision != .live else { return passed.map(\.ofSomethingAccepted) }
        var rules: [Rule] = []
        for rule in refusing(liveness.reason) + alsoRefusing.filter({ $0.holds == false }) where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }

    private var gates: GateThresholds { liveness.thresholds.gates }
    private var frames: [FrameEvidence] { liveness.frames }
    private var distinctUsable: [FrameEvidence] { frames.filter { $0.repeatsFrame == nil && $0.failures.isEmpty } }
    private var tolerated: Double { gates.toleratedShareOfUnusableFrames * 100 }

    /// What had to hold.
    private var passed: [Rule] {
        let quality = [oneFace, gap] + QualityFailure.ofOneFace.map(share)
        let still = quality + [samePerson]
        guard !liveness.restsOnQualityAlone else {
            return still + [
                Rule(
                    "liveness.stillsPermitted",
                    "the tenant takes a still by the quality of its image; nothing was measured against attacks",
                    holds: true)
            ]
        }
        let cues = liveness.cues.flatMap { cue in
            cue.reason == nil ? (CueLimit.passed[cue.cue] ?? []).map { rule(of: cue, $0) } : []
        }
        return still + [usableFrames, duration] + cues
            + (liveness.challenge.map { $0.steps.map(rule) } ?? (isCamera ? sums : [])) + (isCamera ? [] : [rendered])
    }

    private var rendered: Rule {
        Rule(
            "liveness.rendered",
            "the tenant takes rendered faces for demonstrations; that no camera took it counts against nobody",
            holds: true)
    }

    private func refusing(_ reason: LivenessReason) -> [Rule] {
        if let challenge = liveness.challenge, challenge.reason == reason { return rules(of: challenge, reason) }
        switch reason {
        case .noFace, .multipleFaces: return [oneFace.holds == false ? oneFace : gapWithoutOneFace]
        case .frameRateTooSlow: return [gap]
        case .faceTooSmall: return [share(of: .faceTooSmall)]
        case .poseTooHigh: return [share(of: .poseTooHigh)]
        case .badExposure: return [share(of: .badExposure)]
        case .tooBlurry: return [share(of: .tooBlurry)]
        case .tooFewUsableFrames:
            return [
                shareRule(
                    "liveness.usableShare", "share of the frames that are unusable, for whatever reason",
                    frames.count { !$0.failures.isEmpty })
            ]
        case .differentPersons: return [samePerson]
        case .singleStill:
            return [Rule("liveness.frames", "frames of the capture", Double(frames.count), .above, 1, .frames)]
        case .captureTooShort: return [duration]
        case .frameTimesMissing:
            return [Rule("liveness.frameTimes", "the capture says when its frames were taken", holds: false)]
        case .scoreTooLow: return sums.isEmpty ? [unknown(reason)] : [sums[0]]
        case .cuesTogether: return sums.isEmpty ? [unknown(reason)] : [sums[1]]
        default: break
        }
        if reason == .repeatedStill, frames.count(where: { $0.repeatsFrame == nil }) <= 1 {
            return [
                Rule(
                    "liveness.distinctFrames", "frames whose bytes differ",
                    Double(frames.count { $0.repeatsFrame == nil }), .above, 1, .frames)
            ]
        }
        if reason == .tooFewFrames, usableFrames.holds == false { return [usableFrames] }
        let found = decidingCues(reason).flatMap { rules(of: $0, reason) }
        return found.isEmpty ? [unknown(reason)] : found
    }

    /// What would have refused the capture next, each by itself, had the rule that decided held: in the order of the decision,
    /// which ends at the first. Cues misread a capture that the gates refuse, so those are followed by gates alone.
    private var alsoRefusing: [Rule] {
        let reason = liveness.reason
        let gateReasons: [[LivenessReason]] = [
            [.noFace, .multipleFaces], [.frameRateTooSlow], [.faceTooSmall], [.poseTooHigh], [.badExposure],
            [.tooBlurry],
        ]
        if let gate = gateReasons.firstIndex(where: { $0.contains(reason) }) {
            return ([gap] + QualityFailure.ofOneFace.map(share)).dropFirst(gate).filter { $0.missing == nil }
        }
        let isAttack = liveness.decision == .presentationAttack
        let lacking = liveness.lackingCues.filter { !$0.isAttack }
        let isOfChallenge = liveness.challenge.map { $0.reason == reason } ?? false
        let isLacking = reason != .tooFewFrames && lacking.contains { $0.reason == reason }
        let isShort = [.captureTooShort, .frameTimesMissing].contains(reason)
        guard isAttack || isOfChallenge || isLacking || isShort else { return [] }
        var rules: [Rule] = []
        if isAttack {
            rules += liveness.attackingCues.flatMap { cue in cue.reason.map { self.rules(of: cue, $0) } ?? [] }
            let isMovement = !liveness.permitsStills || usableFrames.holds != false
            rules += (isCamera && isMovement ? sums : []).dropFirst().filter { $0.holds == false }
        }
        guard !liveness.permitsStills || liveness.challenge != nil else { return rules }
        if isAttack { rules += length }
        if let challenge = liveness.challenge {
            if let reason = challenge.reason { rules += self.rules(of: challenge, reason) }
        }
        rules += lacking.flatMap { cue in cue.reason.map { self.rules(of: cue, $0) } ?? [] }
        if liveness.challenge == nil, isCamera { rules += sums.prefix(1).filter { $0.holds == false } }
        return rules
    }

    /// What is too short for a movement to be judged; empty where it is long enough.
    private var length: [Rule] {
        guard hasTimes else { return refusing(.frameTimesMissing) }
        return [usableFrames, duration].filter { $0.holds == false && $0.threshold != nil }
    }

    /// Of the cues with this reason those that could decide by it: a finding of an attack, else what is required.
    private func decidingCues(_ reason: LivenessReason) -> [CueEvidence] {
        let cues = liveness.cues.filter { $0.reason == reason }
        let attacks = cues.filter(\.isAttack)
        if !attacks.isEmpty { return attacks }
        let required = cues.filter { cue in
            liveness.thresholds.cues.contains { $0.cue == cue.cue && [.required, .replaceable].contains($0.role) }
        }
        return required.isEmpty ? cues : required
    }

    /// A reason that no rule of this version has.
    private func unknown(_ reason: LivenessReason) -> Rule {
        Rule(
            "liveness.\(reason.rawValue)", "a rule of liveness, version \(liveness.rulesVersion)", holds: false,
            .notRecorded)
    }

    // MARK: Gates

    private var oneFace: Rule {
        let tolerated = Int(gates.toleratedShareOfUnusableFrames * Double(frames.count))
        return Rule(
            "liveness.oneFace", "frames that show exactly one face", Double(frames.count(where: \.showsOneFace)),
            .atLeast, Double(max(frames.count - tolerated, 1)), .frames)
    }

    private var gap: Rule {
        Rule(
            "liveness.gap", "longest time from one frame to the next", hasTimes ? longestGap(in: frames) : nil, .atMost,
            gates.maximumGapInMilliseconds, .milliseconds)
    }

    private var gapWithoutOneFace: Rule {
        Rule(
            "liveness.gapWithoutOneFace", "longest time from one frame with exactly one face to the next",
            hasTimes ? longestGap(in: frames.filter(\.showsOneFace)) : nil, .atMost, gates.maximumGapInMilliseconds,
            .milliseconds)
    }

    private func share(of component: QualityFailure) -> Rule {
        shareRule(
            "liveness.\(component.rawValue)", component.meaning, frames.count { $0.failures.contains(component) })
    }

    private func shareRule(_ rule: String, _ meaning: String, _ failed: Int) -> Rule {
        Rule(
            rule, meaning, frames.isEmpty ? nil : Double(failed) / Double(frames.count) * 100, .atMost, tolerated,
            .percent)
    }

    /// Nothing is compared where there is one frame, or all are nearly the same.
    private var samePerson: Rule {
        let scores = frames.filter(\.failures.isEmpty).compactMap(\.scoreToBest?.value)
        return Rule(
            "liveness.samePerson", "least match score of a frame against the best one", scores.min(), .atLeast,
            gates.samePersonScore, .matchScore)
    }

    private var usableFrames: Rule {
        let least = [gates.minimumFramesOfMovement, gates.minimumUsableFrames ?? 0].max() ?? 0
        return Rule(
            "liveness.usableFrames", "usable frames whose bytes differ", Double(distinctUsable.count), .atLeast,
            Double(least), .frames)
    }

    private var duration: Rule {
        let times = distinctUsable.map(\.timeInMilliseconds)
        return Rule(
            "liveness.duration", "from the first to the last usable frame",
            hasTimes ? times.first.flatMap { first in times.last.map { $0 - first } } : nil, .atLeast,
            gates.minimumDurationInMilliseconds, .milliseconds)
    }

    private var hasTimes: Bool { liveness.hasTimes != false }

    private func longestGap(in frames: [FrameEvidence]) -> Double {
        zip(frames, frames.dropFirst()).map { $1.timeInMilliseconds - $0.timeInMilliseconds }.max() ?? 0
    }

    // MARK: Cues

    private var isCamera: Bool { liveness.source ?? .camera == .camera }

    /// What a cue was held to: of one that does not find a bona fide presentation what it lacks, of another what had to hold.
    func rules(of cue: CueEvidence) -> [Rule] {
        if let reason = cue.reason { return rules(of: cue, reason) }
        if let passed = CueLimit.passed[cue.cue] { return passed.map { rule(of: cue, $0).ofSomethingAccepted } }
        return cue.measurements["logit"] == nil ? [] : CueLimit.texturePassed.map { rule(of: cue, $0) }
    }

    private func rules(of cue: CueEvidence, _ reason: LivenessReason) -> [Rule] {
        let limits = CueLimit.all.filter { $0.reason == reason.rawValue && ($0.cue ?? cue.cue) == cue.cue }
        if !limits.isEmpty { return limits.map { rule(of: cue, $0) } }
        if cue.isAttack, cue.measurements["logit"] != nil { return [rule(of: cue, .textureAttack)] }
        switch (cue.cue, reason) {
        case ("stillness", .repeatedStill):
            guard case .numbers(let shares)? = cue.measurements["unchangedShares"] else { break }
            return [
                Rule(
                    "liveness.stillness.unchangedShare", "least share of unchanged pixels from one frame to the next",
                    shares.min(), .below, limit("unchangedShare", of: cue), .share)
            ]
        case ("repetition", .momentRepeated):
            guard case .numbers(let frames)? = cue.measurements["repeatingFrames"] else { break }
            return [
                Rule(
                    "liveness.repetition.repeatingFrames", "frames that show a moment again that had passed",
                    Double(frames.count), .atMost, 0, .frames)
            ]
        default: break
        }
        return [
            Rule(
                "liveness.\(cue.cue)", "the cue finds what it needs in the capture", holds: false, .notMeasured,
                detail: reason.rawValue)
        ]
    }

    private func rule(of cue: CueEvidence, _ limit: CueLimit) -> Rule {
        var rule = Rule(
            "liveness.\(cue.cue).\(limit.measurement)", limit.meaning, cue.measurements[limit.measurement]?.number,
            limit.bound, self.limit(limit.limit, of: cue), limit.unit)
        // What the record lacks does not speak against what was decided.
        if rule.threshold == nil { rule.holds = cue.reason == nil }
        return rule
    }

    private func limit(_ name: String, of cue: CueEvidence) -> Double? {
        liveness.thresholds.cues.first { $0.cue == cue.cue }?.limits[name]
    }

    private func score(of cue: String) -> Double? {
        liveness.cues.first { $0.cue == cue }?.scoreInPercent
    }

    /// What each cue that measured adds to the log-odds, 0 where it has no weight (`FusionModel`); empty in records without
    /// weights.
    var terms: [(cue: String, logOdds: Double)] {
        guard liveness.thresholds.fusion != nil else { return [] }
        return liveness.thresholds.cues.compactMap { row in
            score(of: row.cue).map { (row.cue, row.weight * ($0 - 50) / 50) }
        }
    }

    /// What the cues say together, for and against; empty in records without weights.
    private var sums: [Rule] {
        guard let model = liveness.thresholds.fusion else { return [] }
        let terms = terms.map(\.logOdds)
        return [
            Rule(
                Self.ofAllCues[0], "log-odds of a bona fide presentation by all cues",
                terms.reduce(model.bias, +), .atLeast, model.leastLogOdds, .logOdds),
            Rule(
                Self.ofAllCues[1], "what the cues that speak against it add up to",
                terms.filter { $0 < 0 }.reduce(0, +), .atLeast, model.leastSumAgainst, .logOdds),
        ]
    }

    // MARK: Challenge

    private func rule(of step: ChallengeEvidence.StepEvidence) -> Rule {
        var rule = Rule(
            "liveness.challenge.step", "what the challenge asked for, in its time", step.measured, .atLeast,
            step.prompt.unit == nil ? nil : step.wanted, step.prompt.unit ?? .scale, detail: step.prompt.rawValue)
        rule.holds = step.isMet
        // Colours are judged together.
        if step.prompt.unit == nil, rule.measured == nil { rule.missing = .noQuantity }
        return rule
    }

    private func rules(of challenge: ChallengeEvidence, _ reason: LivenessReason) -> [Rule] {
        let (limits, take) = (challenge.limits, challenge.take)
        func one(
            _ name: String, _ meaning: String, _ measured: Double?, _ bound: Rule.Bound, _ limit: Double,
            _ unit: Rule.Unit
        )
            -> Rule
        {
            var rule = Rule("liveness.challenge.\(name)", meaning, measured, bound, limit, unit)
            rule.holds = rule.holds ?? false
            return rule
        }
        switch reason {
        case .stepNotShown: return challenge.steps.filter { !$0.isMet }.map(rule)
        case .notStraightAtFirst:
            return [
                one(
                    "straightAtFirst", "how far the head is turned before the first step",
                    challenge.rest.map { abs($0.yawInDegrees) }, .atMost, limits.restWithinInDegrees, .degrees)
            ]
        case .takeInterrupted:
            return [
                one(
                    "gap", "longest time from one frame with a face to the next", take.longestGapInMilliseconds,
                    .atMost, limits.longestGapInMilliseconds, .milliseconds),
                one(
                    "shift", "largest way of the face from one frame to the next, in widths of the face",
                    take.largestShift, .atMost, limits.largestShift, .times),
                one(
                    "growth", "largest growth of the face from one frame to the next", take.largestGrowth, .atMost,
                    limits.largestGrowth, .times),
                one(
                    "turn", "largest turn of the head from one frame to the next", take.largestTurnInDegrees, .atMost,
                    limits.largestTurnInDegrees, .degrees),
            ].filter { $0.holds == false }
        case .framesTooFarApart:
            var rule = Rule(
                "liveness.challenge.frameGap", "usual time from one frame to the next", nil, .atMost,
                limits.gapForBlinksInMilliseconds, .milliseconds, otherwise: .notRecorded)
            rule.holds = false
            return [rule]
        case .takeTooShort:
            return [
                one(
                    "duration", "from the first to the last frame",
                    frames.last.flatMap { last in
                        frames.first.map { last.timeInMilliseconds - $0.timeInMilliseconds }
                    }, .atLeast, challenge.steps.last?.fromInMilliseconds ?? 0, .milliseconds)
            ]
        case .grewWithoutPerspective:
            return [
                one(
                    "perspective", "how much more the inner face grew than its rim", challenge.perspectiveGainInPercent,
                    .atLeast, limits.perspectiveGainInPercent, .percent)
            ]
        case .lightTooWeak:
            return [
                one(
                    "light", "how much the light of the screen changes that of the face",
                    challenge.light?.innerChangeInPercent, .atLeast, limits.lightChangeInPercent, .percent)
            ]
        case .lightNotAnswered:
            return [
                one(
                    "lightCorrelation", "how the light on the face follows the screen", challenge.light?.correlation,
                    .atLeast, limits.lightCorrelation, .correlation)
            ]
        case .lightNotOfAHead:
            return [
                one(
                    "lightInner", "change of the light on the inner face, over that of its rim",
                    challenge.light.map { $0.innerChangeInPercent / $0.rimChangeInPercent }, .atLeast,
                    limits.lightInnerOverRim, .times),
                one(
                    "lightBackground", "change of the light on the background, over that of the inner face",
                    challenge.light.flatMap { light in
                        light.backgroundChangeInPercent.map { $0 / light.innerChangeInPercent }
                    }, .atMost, limits.lightBackgroundOverInner, .times),
            ].filter { $0.holds == false }
        default:
            return [
                Rule(
                    "liveness.challenge", "the capture shows what was asked for, and nothing else", holds: false,
                    .notRecorded, detail: reason.rawValue)
            ]
        }
    }
}

extension Explanation.Rule {
    /// What was not measured was not looked at, where the decision did not need it.
    fileprivate var ofSomethingAccepted: Self {
        guard missing == .notMeasured else { return self }
        var rule = self
        rule.holds = nil
        return rule
    }
}

extension FrameEvidence {
    fileprivate var showsOneFace: Bool { !failures.contains(.noFace) && !failures.contains(.severalFaces) }
}

extension QualityFailure {
    /// Those that are assessed in a frame with one face.
    fileprivate static let ofOneFace: [QualityFailure] = [.faceTooSmall, .poseTooHigh, .badExposure, .tooBlurry]

    fileprivate var meaning: String {
        switch self {
        case .noFace: "share of the frames without a face"
        case .severalFaces: "share of the frames with several faces"
        case .faceTooSmall: "share of the frames in which the face is too small"
        case .poseTooHigh: "share of the frames in which the head is turned too far away"
        case .badExposure: "share of the frames in which the face is too dark, too bright or too flat"
        case .tooBlurry: "share of the frames that are out of focus or smeared"
        }
    }
}

extension CaptureChallenge.Prompt {
    /// Of what is measured; nil for colours, which are judged together.
    var unit: Explanation.Rule.Unit? {
        switch self {
        case .comeCloser: .percent
        case .turnLeft, .turnRight, .nod: .degrees
        case .blinkTwice: .times
        case .openMouth: .scale
        case .red, .green, .blue, .white, .black: nil
        }
    }
}
