internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import Onboarding

/// The rules that decided a document, from its record alone. What was read of it is gone once it was kept for its time; the
/// reasons, the rules and the scores stay.
extension DocumentRecord {
    private typealias Rule = Explanation.Rule

    var decidingRules: [Explanation.Rule] {
        switch decision {
        case .verified: [contents] + [softness, score].compactMap(\.self) + (photographs?.rules(for: nil) ?? [])
        case .notVerified:
            if case .notVerified(let reasons) = documentDecision { reasons.map(rule) } else { [contents] }
        case .notMatching:
            [
                portraitScore.map { Rule($0, threshold: threshold) }
                    ?? Rule(
                        "match.portrait", "match score of the portrait and the live face", nil, .atLeast, threshold,
                        .matchScore)
            ]
        case .portraitReused: photographs?.rules(for: .reused) ?? []
        case .retryCapture: [unread]
        }
    }

    /// What the person could do about it.
    var help: [Explanation.Help] {
        guard decision == .retryCapture else { return [] }
        let cause: AddDocument.RecaptureCause =
            if case .retry(let reason) = documentDecision { .mrz(reason) } else { .portraitNotFound }
        let reason = RecaptureReason(cause)
        return [
            Explanation.Help(
                code: reason.rawValue, quantity: unread.rule, measured: nil, wanted: nil, bound: nil, unit: nil,
                person: Explanation.Words(reason))
        ]
    }

    private var score: Explanation.Rule? { portraitScore.map { Rule($0, threshold: threshold) } }

    /// Of an accepted document whose lines are soft: why that decided nothing. Nil where they are not.
    private var softness: Explanation.Rule? {
        for source in reading?.sources ?? [] {
            guard let details = source.details as? MRZEvidence, let limit = details.leastFocus,
                let read = details.images.first(where: { $0.image == source.imageIndex }), read.focus < limit
            else { continue }
            return Rule(
                "document.mrz.focus", "focus of the lines", read.focus, .atLeast, limit, .scale,
                detail: details.confirmedBy == nil
                    ? "outweighed: all check digits right, every character read surely"
                    : "outweighed: all check digits right, an earlier capture reads the same")
        }
        return nil
    }

    private var contents: Explanation.Rule {
        Rule(
            "document.rules",
            "check digits, contents, agreement, expiry, specimen, authenticity, age and fields, as far as they are asked for",
            holds: documentDecision == .verified)
    }

    /// The value of something that was read of the document.
    private var lost: Explanation.Rule.Missing { reading == nil ? .erased : .notMeasured }

    private func rule(_ reason: DocumentRules.Decision.Reason) -> Explanation.Rule {
        func without(_ name: String, _ meaning: String, detail: String? = nil) -> Explanation.Rule {
            Rule("document.\(name)", meaning, holds: false, detail: detail)
        }
        switch reason {
        case .finding(let finding):
            let isDigit = finding.meaning == .checkDigitWrong
            return without(
                isDigit ? "checkDigit" : "contents",
                isDigit ? "every check digit fits what it covers" : "every value can be, and none is missing",
                detail: "\(finding.source.rawValue) \(finding.code)")
        case .imagesDisagree: return without("oneDocument", "all images show one document")
        case .sourcesDisagree: return without("agreement", "no two sources state different values")
        case .expired:
            let meaning = "the last day of validity, beside the day of the check"
            var rule = Rule("document.expiry", meaning, holds: false, lost)
            (rule.measuredDate, rule.thresholdDate) = (text(of: .dateOfExpiry), reading?.today)
            rule.bound = .atLeast
            if rule.measuredDate != nil { rule.missing = nil }
            return rule
        case .expiryUnknown:
            return Rule(
                "document.expiry", "the last day of validity, beside the day of the check", holds: false, .notMeasured)
        case .specimen: return without("specimen", "the document is no sample")
        case .authenticityNotChecked: return without("authenticity", "the authenticity of the document was checked")
        case .tooYoung: return age(.atLeast, rules.minimumAge)
        case .tooOld: return age(.atMost, rules.maximumAge)
        case .ageUnknown:
            return Rule("document.age", "age on the day of the check", holds: false, .notMeasured)
        case .fieldNotValid: return without("fields", "the fields that the client names were read and are valid")
        }
    }

    private func age(_ bound: Explanation.Rule.Bound, _ limit: Int?) -> Explanation.Rule {
        var rule = Rule(
            "document.age", "age on the day of the check", ageInYears.map(Double.init), bound, limit.map(Double.init),
            .years, otherwise: lost)
        rule.holds = false
        return rule
    }

    private var ageInYears: Int? {
        guard let birth = text(of: .dateOfBirth).flatMap(Self.date),
            let today = reading.flatMap({ Self.date($0.today) })
        else { return nil }
        return today.complete.flatMap(birth.age)
    }

    private static func date(_ text: String) -> PartialDate? {
        try? JSONDecoder().decode(PartialDate.self, from: Data("\"\(text)\"".utf8))
    }

    /// As the rules take it: of the first source that states it and that something vouches for, confirmed ones first.
    private func text(of type: DocumentFieldType) -> String? {
        let sources = reading?.sources.filter(\.kind.isProtected) ?? []
        let ranked = sources.filter { $0.integrity == .confirmed } + sources.filter { $0.integrity != .confirmed }
        return ranked.lazy.compactMap { $0.fields.first { $0.type == type }?.value }.first
    }

    /// Why the images decide nothing.
    private var unread: Explanation.Rule {
        guard case .retry(let reason) = documentDecision else {
            return Rule(
                "document.portrait", "the document shows a portrait that can be compared with the live face",
                holds: false)
        }
        let images = reading?.sources.compactMap { $0.details as? MRZEvidence }.flatMap(\.images) ?? []
        func measured(
            _ name: String, _ meaning: String, _ value: Double?, _ unit: Explanation.Rule.Unit
        ) -> Explanation.Rule {
            var rule = Rule(
                "document.mrz.\(name)", meaning, value, .atLeast, nil, unit,
                otherwise: reading == nil ? .erased : .notRecorded)
            rule.holds = false
            return rule
        }
        switch reason {
        case .mrzNotFound:
            return Rule("document.mrz", "the images show a machine-readable zone", holds: false)
        case .mrzTooSmall:
            return measured("pitch", "from one character to the next", images.map(\.pitchInPixels).max(), .pixels)
        case .mrzBlurred:
            return measured("focus", "focus of the lines", images.map(\.focus).max(), .scale)
        case .mrzUnreadable:
            return Rule("document.mrz.complete", "the lines were read completely", holds: false)
        case .mrzCutOff:
            return Rule("document.mrz.whole", "the lines lie inside the image", holds: false)
        case .severalDocuments:
            return Rule("document.one", "each image shows one machine-readable zone", holds: false)
        case .mrzUncertain:
            return Rule("document.mrz.sure", "every character was read surely", holds: false)
        case .tookTooLong:
            return Rule("document.time", "the images can be read in the time that there is for them", holds: false)
        }
    }
}
