internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import Onboarding
internal import OnboardingCore

/// What the record of a step says about its decision.
struct StepMaterial: Sendable {
    var rules: [Explanation.Rule]
    var wouldHaveHelped: [Explanation.Help] = []
    var models: [Explanation.Model] = []
    var software: Explanation.Software?
    var configurationVersion: Int?
    /// Who decided, where nothing was measured.
    var sandboxPersona: SandboxPersona?
}

extension StepMaterial {
    /// Of a record that is not there, or cannot be read.
    init(without missing: Explanation.Rule.Missing, _ rule: String, isAccepted: Bool) {
        rules = [
            Explanation.Rule(
                rule, "what the machine decided by", holds: isAccepted, missing)
        ]
    }

    /// What a persona's record has of measurements is its script: none of it is told.
    init(decidedBy persona: SandboxPersona) {
        rules = [
            Explanation.Rule(
                "sandboxPersona", "a persona of the sandbox decided, nothing was measured", holds: nil, .notMeasured,
                detail: persona.rawValue)
        ]
        sandboxPersona = persona
    }

    init(_ record: FaceEvidence) {
        let liveness = record.liveness
        rules = LivenessRules(liveness: liveness).deciding
        if liveness.decision == .live, let check = record.portraitCheck { rules = check.rules(after: rules) }
        if liveness.decision == .live, record.portraitCheck.map({ $0.decision == .live }) ?? true,
            let check = record.ageCheck
        {
            rules = check.rules(after: rules)
        }
        if let sample = liveness.sample, record.portraitCheck != nil {
            rules = rules.map { $0.of(["live face": sample.words]) }
        }
        if liveness.decision == .live, let match = record.faceMatch {
            rules = match.isMatching ? rules + [match.rule] : [match.rule]
        }
        wouldHaveHelped = liveness.decision == .live ? [] : liveness.help
        wouldHaveHelped += rules.help(beside: wouldHaveHelped, in: liveness)
        let identities =
            [liveness.descriptor] + (liveness.textureNetworks ?? []) + [liveness.templateModel].compactMap(\.self)
            + [record.portraitCheck?.portraitScore.model, record.faceMatch?.score.model].compactMap(\.self)
        models = identities.map { Explanation.Model(name: $0.name, digest: $0.digest) }.unique
        software = Explanation.Software(record.engine, rulesVersion: liveness.rulesVersion)
        configurationVersion = record.configurationVersion
    }

    init(_ record: DocumentRecord) {
        rules = record.decidingRules
        let help = record.help
        wouldHaveHelped =
            help
            + rules.help(beside: [], in: nil).filter { rule in !help.contains { $0.quantity == rule.quantity } }
        let readers = record.reading?.sources.compactMap { $0.details as? MRZEvidence }.flatMap(\.models) ?? []
        models =
            ([record.portraitScore?.model, record.reading?.portrait?.model].compactMap(\.self)
            .map { Explanation.Model(name: $0.name, digest: $0.digest) }
            + readers.map(Explanation.Model.init(reader:))).unique
        software = Explanation.Software(record.engine, rulesVersion: nil)
        configurationVersion = record.configurationVersion
    }

    /// Of a face that is asked for again for what the document before it shows.
    init(reopeningBy record: DocumentRecord) {
        self.init(record)
        rules = record.photographs?.rules(for: record.faceReopening?.finding) ?? []
        wouldHaveHelped = []
    }
}

extension FaceReopening.Reason {
    var finding: PhotographComparisons.Finding {
        switch self {
        case .portraitSuspected: .suspected
        case .noFrameNearPortrait: .noFrameNearPortrait
        }
    }
}

extension Explanation.Software {
    init(_ engine: EngineVersions, rulesVersion: Int?) {
        self.init(
            rulesVersion: rulesVersion, runtime: engine.runtime, modelLock: engine.modelLock,
            calibration: engine.calibration)
    }
}

extension AgeCheck {
    /// - Parameter live: the rules by which the capture is live; they decided where this check holds.
    fileprivate func rules(after live: [Explanation.Rule]) -> [Explanation.Rule] {
        let (years, words) = (estimate?.years, "the age that the face shows, within the tenant's range")
        let own = [
            Explanation.Rule("face.age", words, years, .atLeast, limits.minAge - limits.minTolerance, .years),
            Explanation.Rule("face.age", words, years, .atMost, limits.maxAge + limits.maxTolerance, .years),
        ]
        return isWithin == true ? live + own : own.filter { $0.holds != true }
    }
}

extension PortraitCheck {
    /// - Parameter live: the rules by which the capture is live; they decided where this check holds.
    func rules(after live: [Explanation.Rule]) -> [Explanation.Rule] {
        let score = Explanation.Rule(portraitScore, threshold: threshold)
        switch decision {
        case .notMatching: return [score]
        case .portraitReused: return photographs?.rules(for: .reused) ?? []
        case .portraitSuspected: return photographs?.rules(for: .suspected) ?? []
        case .noFrameNearPortrait:
            let finding =
                photographs?.finding == .incomparable
                ? .incomparable : PhotographComparisons.Finding.noFrameNearPortrait
            return photographs?.rules(for: finding) ?? []
        case .turnNotShown: return [turn]
        default:
            return live + [score] + (photographs?.rules(for: nil) ?? []) + (prescribedTurn == nil ? [] : [turn])
        }
    }

    private var turn: Explanation.Rule {
        Explanation.Rule(
            "face.prescribedTurn", "how far the head turns to the side that was asked for", shownTurnInDegrees,
            .atLeast,
            leastTurnInDegrees, .degrees, detail: prescribedTurn?.rawValue)
    }
}

extension FaceMatch {
    /// The threshold counts the templates, because a stranger has as many chances.
    fileprivate var rule: Explanation.Rule {
        Explanation.Rule(
            "match.registered", "match score of the live face and the most similar of those of the registration",
            score.value,
            .atLeast, threshold, .matchScore,
            detail: "\(samples) of the registration" + (score.isExtrapolated ? ", extrapolated" : "")
                + [("live face", probe), ("registered face", reference)].compactMap { name, quality in
                    quality.map { "; \(name): \($0.words)" }
                }.joined())
    }
}

extension Explanation.Rule {
    /// Of portrait and live face.
    init(_ score: ComparisonScore, threshold: Double) {
        self.init(
            "match.portrait", "match score of the portrait and the live face", score.value, .atLeast, threshold,
            .matchScore, detail: score.isExtrapolated ? "extrapolated" : nil)
    }

    /// The comparison with the portrait, with what the samples were worth; every other rule as it is.
    fileprivate func of(_ samples: KeyValuePairs<String, String>) -> Explanation.Rule {
        guard rule == "match.portrait" else { return self }
        var rule = self
        rule.detail = ([detail].compactMap(\.self) + samples.map { "\($0): \($1)" }).joined(separator: "; ")
        return rule
    }
}

extension LivenessEvidence {
    /// What the gates, the cues and the challenge wanted, of a capture that was not decided. What was taken for an attack is
    /// helped by nothing of it.
    fileprivate var help: [Explanation.Help] {
        guard decision != .presentationAttack else { return [] }
        return components.flatMap { $0.hints ?? [] }.mostTellingFirst.map { hint in
            let reason = RecaptureReason(hint.quantity)
            return Explanation.Help(
                code: reason.rawValue, quantity: hint.quantity.rawValue, measured: hint.measured, wanted: hint.wanted,
                bound: hint.bound == .atLeast ? .atLeast : .atMost, unit: hint.unit.rawValue,
                person: Explanation.Words(reason))
        }
    }

    /// From which value on the cue finds a bona fide presentation, where it refuses by another.
    fileprivate func enough(for rule: Explanation.Rule) -> Double? {
        for cue in cues {
            let limits = (CueLimit.all + [.textureAttack]).filter {
                rule.rule == "liveness.\(cue.cue).\($0.measurement)" && $0.enough != nil
            }
            guard let name = limits.first?.enough else { continue }
            return thresholds.cues.first { $0.cue == cue.cue }?.limits[name]
        }
        return nil
    }
}

extension [Explanation.Rule] {
    /// What would have been enough for the rules that did not hold, where nothing else says so: no hint is of the cues together.
    fileprivate func help(
        beside others: [Explanation.Help], in liveness: LivenessEvidence?
    ) -> [Explanation.Help] {
        filter { rule in
            rule.holds == false && rule.threshold != nil
                && (others.isEmpty || LivenessRules.ofAllCues.contains(rule.rule))
        }.map { rule in
            let wanted = liveness?.enough(for: rule)
            return Explanation.Help(
                code: nil, quantity: rule.rule, measured: rule.measured, wanted: wanted ?? rule.threshold,
                bound: wanted == nil ? rule.bound : .atLeast, unit: rule.unit?.rawValue, person: nil)
        }
    }
}

extension Sequence where Element: Hashable {
    /// Each once, in their order.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Explanation.Model {
    /// - Parameter reader: as `MRZEvidence` names a network: by its name, and in newer records its digest behind it.
    fileprivate init(reader: String) {
        let words = reader.split(separator: " ")
        let digest = words.last.map(String.init).flatMap { $0.count == 64 ? $0 : nil }
        self.init(name: digest == nil ? reader : words.dropLast().joined(separator: " "), digest: digest)
    }
}
