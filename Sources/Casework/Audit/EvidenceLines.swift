internal import DocVerify
internal import FaceEngine
internal import Figures
internal import LivenessScorer
internal import Onboarding
internal import OnboardingCore

// What a decision rested on, for an auditor: measured values beside the limits that they were held to.

extension FaceEvidence {
    /// - Note: numbers alone; nothing that the client stated.
    var lines: [String] {
        let decided = liveness
        var lines = [
            "package \(workflow) in form \(packageForm.rawValue), \(decided.frames.count) frames, judged at level \(judgedLevel)"
                + (videoDigest == nil ? "" : ", from a video"),
            "liveness \(decided.decision.rawValue) because \(decided.reason.rawValue)"
                + (decided.scoreInPercent.map { ", score \($0.short) of 100" } ?? "")
                + (decided.falseRejectionInPercent.map { ", \($0.short) % of living people score lower" } ?? ""),
        ]
        if let fusion = decided.thresholds.fusion {
            lines.append(
                "cues together: live from log-odds \(fusion.leastLogOdds.short) on, no attack down to \(fusion.leastSumAgainst.short)"
            )
        }
        lines += decided.gates.filter { !$0.feedback.isEmpty }.map { gate in
            "gate \(gate.gate.rawValue): \(gate.scoreInPercent.map { "\($0.short) of 100" } ?? "not assessed"), "
                + gate.feedback.map(\.rawValue).joined(separator: ", ") + (gate.hints ?? []).words
        }
        lines += decided.cues.map { $0.line(limits: decided.thresholds.cues.first { [cue = $0.cue] in $0.cue == cue }) }
        lines.append(challengeLine)
        lines += liveness.challenge?.steps.map(\.line) ?? []
        if let portraitCheck {
            let (score, threshold) = portraitCheck.portraitScore.value.short(beside: portraitCheck.threshold)
            lines.append(
                "against the document: \(portraitCheck.decision.rawValue), score \(score), "
                    + "threshold \(threshold), model \(portraitCheck.portraitScore.model.name)")
        }
        if let faceMatch {
            let (score, threshold) = faceMatch.score.value.short(beside: faceMatch.threshold)
            lines.append(
                "against the registration: \(faceMatch.isMatching ? "the same face" : "not the same face"), score "
                    + "\(score), threshold \(threshold), the most similar of "
                    + "\(faceMatch.samples), model \(faceMatch.score.model.name)")
            for (name, quality) in [("live face", faceMatch.probe), ("registered face", faceMatch.reference)] {
                if let quality { lines.append("sample, \(name): \(quality.words)") }
            }
        } else if portraitCheck != nil, let sample = liveness.sample {
            lines.append("sample, live face: \(sample.words)")
        }
        if let ageCheck {
            let limits = [
                ageCheck.limits.minAge - ageCheck.limits.minTolerance,
                ageCheck.limits.maxAge + ageCheck.limits.maxTolerance,
            ]
            let found = Figures.texts(
                (ageCheck.estimate?.years).map { [$0] } ?? [], beside: limits, .significant(4))
            lines.append("age: \(found.numbers.first ?? "not told"), from \(found.limits[0]) to \(found.limits[1])")
        }
        return sandboxPersona.lines + lines + [versions]
    }

    private var challengeLine: String {
        guard let challenge, let answer = liveness.challenge else { return "passive: it answers no challenge" }
        return "challenge \(challenge.id.text): "
            + (answer.reason.map { "not met, because \($0.rawValue)" } ?? "met")
    }

    private var versions: String {
        "rules \(liveness.rulesVersion), descriptor \(liveness.descriptor.name), calibration \(engine.calibration.prefix(12))…, "
            + "models \(engine.modelLock.prefix(12))…, \(engine.runtime), "
            + configurationVersion.map { "configuration \($0)" }.orUnknown
    }
}

extension DocumentRecord {
    var lines: [String] {
        var lines = [
            "document \(documentDecision.words), step \(decision.rawValue)",
            portraitScore.map {
                let (score, limit) = $0.value.short(beside: threshold)
                return "portrait: score \(score)\($0.isExtrapolated ? " (extrapolated)" : ""), threshold \(limit), "
                    + "model \($0.model.name)"
            } ?? "portrait: nothing was compared, threshold \(threshold.short)",
        ]
        if portraitScore != nil, let portrait = reading?.portrait {
            lines.append("sample, portrait: \(portrait.measurements.words())")
        }
        if let photographs {
            lines.append(
                "one photograph: \(photographs.portrait.decision.rawValue)"
                    + (photographs.others.isEmpty
                        ? "" : ", ghosts " + photographs.others.map(\.decision.rawValue).joined(separator: ", ")))
        }
        if let faceReopening { lines.append("the face is asked for again: \(faceReopening.rawValue)") }
        lines.append(
            "calibration \(engine.calibration.prefix(12))…, models \(engine.modelLock.prefix(12))…, \(engine.runtime), "
                + configurationVersion.map { "configuration \($0)" }.orUnknown)
        return sandboxPersona.lines + lines
    }
}

extension SandboxPersona? {
    fileprivate var lines: [String] {
        map { ["SANDBOX: the persona \($0.rawValue) decided this, nothing was measured"] } ?? []
    }
}

extension DocumentRules.Decision {
    fileprivate var words: String {
        switch self {
        case .verified: "verified"
        case .notVerified(let reasons): "not verified: " + reasons.map { "\($0)" }.joined(separator: ", ")
        case .retry(let reason): "to be captured again: \(reason)"
        }
    }
}

extension CueEvidence {
    fileprivate func line(limits row: CueRow?) -> String {
        let found =
            switch result {
            case .measured(let score, let finding, _): "\(finding.words), \(score.short) of 100"
            case .abstained(let reason): "abstained because \(reason.rawValue)"
            }
        let measured = measurements.sorted { $0.key < $1.key }.compactMap { name, value in
            value.number.map { (name: name, value: $0) }
        }
        let bounds = (row?.limits ?? [:]).sorted { $0.key < $1.key }
        let texts = Figures.texts(measured.map(\.value), beside: bounds.map(\.value), .significant(4))
        let numbers = zip(measured, texts.numbers).map { "\($0.name) \($1)" }
        let limits = zip(bounds, texts.limits).map { "\($0.key) \($1)" }
        return "cue \(cue): \(found)" + (numbers.isEmpty ? "" : "; measured " + numbers.joined(separator: ", "))
            + (limits.isEmpty ? "" : "; limits " + limits.joined(separator: ", "))
    }
}

extension CueFinding {
    fileprivate var words: String {
        switch self {
        case .bonaFide: "bona fide"
        case .attack(let reason): "attack because \(reason.rawValue)"
        case .unclear(let reason): "unclear because \(reason.rawValue)"
        }
    }
}

extension ChallengeEvidence.StepEvidence {
    fileprivate var line: String {
        let (found, limit) = measured.map { $0.short(beside: wanted) } ?? ("nothing", wanted.short)
        return "step \(prompt.rawValue): \(isMet ? "shown" : "not shown"), measured \(found), wanted \(limit)"
    }
}

extension [LivenessHint] {
    fileprivate var words: String {
        map {
            let (measured, wanted) = $0.measured.short(beside: $0.wanted)
            return "; \($0.quantity.rawValue) \(measured), wanted \(wanted)"
        }.joined()
    }
}

extension Optional<String> {
    fileprivate var orUnknown: String { self ?? "configuration not recorded" }
}

extension Double {
    /// Four significant digits.
    fileprivate var short: String { Figures.text(self, .significant(4)) }

    /// As many more as tell it from its limit.
    fileprivate func short(beside limit: Double) -> (number: String, limit: String) {
        Figures.texts(self, beside: limit, .significant(4))
    }
}
