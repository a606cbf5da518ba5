import DocVerify
import FaceEngine
import Foundation
import LivenessScorer
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb

/// Every code that a case can have is said in words, in every language.
@Suite struct CaseWordsTests {
    private static let lists: [(list: String, codes: [String])] = [
        ("states", EnrollmentStanding.State.allCases.map(\.rawValue)),
        ("why", EnrollmentReason.allCases.map(\.rawValue)),
        ("checks", RequiredCheck.allCases.map(\.rawValue)),
        ("faceDecisions", FaceDecision.allCases.map(\.rawValue) + ["accepted", "reopened"]),
        ("documentDecisions", DocumentDecision.allCases.map(\.rawValue)),
        ("reviews", Review.Decision.allCases.map(\.rawValue)),
        ("events", Event.Kind.allCases.filter { $0 != .answered }.map(\.rawValue)),
        ("actors", CaseFile.Timeline.Actor.allCases.map(\.rawValue)),
        ("liveness", LivenessDecision.allCases.map(\.rawValue)),
        ("levels", LivenessLevel.allCases.map(\.rawValue)),
        ("failures", QualityFailure.allCases.map(\.rawValue)),
        ("gates", GateName.allCases.map(\.rawValue)),
        ("quantities", LivenessHint.Quantity.allCases.map(\.rawValue)),
        ("species", AttackSpecies.allCases.map(\.rawValue)),
        ("prompts", FaceChallenge.Prompt.allCases.map(\.rawValue)),
        ("sources", SourceKind.allCases.map(\.rawValue)),
        ("fields", DocumentFieldType.allCases.map(\.rawValue)),
        ("readability", ["absent", "readable"] + RetryReason.allCases.map(\.rawValue)),
        ("bounds", Explanation.Rule.Bound.allCases.map(\.rawValue)),
        ("missing", Explanation.Rule.Missing.allCases.map(\.rawValue)),
        ("units", Explanation.Rule.Unit.allCases.map(\.rawValue)),
        ("evidenceStates", Explanation.Basis.State.allCases.map(\.rawValue)),
        (
            "operations",
            [
                "case", "case-image", "list", "search", "find", "enrollment", "operation-status", "registration",
                "registrations", "explanation", "receipt", "authentication", "authentication-image",
                "authentications", "group",
            ]
        ),
        ("authentications.purposes", AuthenticationPurpose.allCases.map(\.rawValue)),
        ("authentications.checks", AuthenticationCheck.allCases.map(\.rawValue)),
        ("authentications.device", DeviceDecision.allCases.map(\.rawValue)),
        ("authentications.changes", DeviceChange.allCases.map(\.rawValue)),
        ("authentications.failures", AuthenticationFailure.allCases.map(\.rawValue)),
        (
            "authentications.headlines",
            AuthenticationPurpose.allCases.map(\.rawValue)
                + EnrollmentStanding.State.allCases.filter { $0 != .complete }.map(\.rawValue)
        ),
        (
            "trail",
            [
                "personDataRead", "holdAdded", "holdLifted", "evidenceLocked", "lockedEvidenceRead",
                "lockedEvidenceErased", "caseNoted", "caseFlagged", "caseFlagLifted",
                "enrollmentReviewed", "proposalMade", "proposalAgreed", "proposalDeclined", "proposalExpired",
            ]
        ),
    ]

    private static func words(_ language: Language) throws -> Words {
        try Words(file: "\(Material.packageRoot)/web/texts/\(language.rawValue).json")
    }

    @Test(arguments: Language.allCases) func everyCodeHasWords(language: Language) throws {
        let words = try Self.words(language)
        for (list, codes) in Self.lists {
            for code in codes {
                let path = "case.\(list).\(CaseFormat.key(code))"
                #expect(words.text(at: path)?.isEmpty == false, "\(path) in \(language)")
            }
        }
    }

    /// Where an authentication has no words of its own for an event, those of an enrollment are meant.
    @Test(arguments: Language.allCases) func everyEventOfAnAuthenticationHasWords(language: Language) throws {
        let words = try Self.words(language)
        for kind in AuthenticationEvent.Kind.allCases where kind != .answered {
            let own = words.text(at: "case.authentications.events.\(kind.rawValue)")
            #expect(own != nil || words.text(at: "case.events.\(kind.rawValue)") != nil, "\(kind) in \(language)")
        }
    }

    /// A reason of liveness is no case of a type: each cue adds its own.
    @Test(arguments: Language.allCases) func everyReasonOfLivenessHasWords(language: Language) throws {
        let words = try Self.words(language)
        let reasons = try Self.found(/LivenessReason\(rawValue: "(\w+)"\)/, below: "Sources/LivenessScorer")
        #expect(reasons.count > 40)
        for reason in reasons {
            #expect(words.text(at: "case.reasons.\(CaseFormat.key(reason))") != nil, "\(reason) in \(language)")
        }
    }

    /// A rule has words of its own, or of what it measures.
    @Test(arguments: Language.allCases) func everyRuleHasWords(language: Language) throws {
        let words = try Self.words(language)
        let rules = try Self.found(
            /"((?:enrollment|liveness|match|document)\.[A-Za-z.]+)"/, below: "Sources/Casework/Explanation")
        #expect(rules.count > 20)
        for rule in rules {
            let last = rule.split(separator: ".").last.map(String.init) ?? ""
            let own = words.text(at: "case.rules.\(CaseFormat.key(rule))")
            #expect(own != nil || words.text(at: "case.measures.\(last)") != nil, "\(rule) in \(language)")
        }
    }

    private static func found(_ pattern: Regex<(Substring, Substring)>, below folder: String) throws -> Set<String> {
        let root = Material.packageRoot + "/" + folder
        let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        var found: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
            found.formUnion(text.matches(of: pattern).map { String($0.output.1) })
        }
        return found
    }

    @Test(arguments: [
        (0.5, 1, "0.5", "0,5"), (-0.04, 1, "0.0", "0,0"), (1234.0, 0, "1234", "1234"),
        (1_234_567.0, 0, "1,234,567", "1.234.567"), (-2.25, 2, "−2.25", "−2,25"), (.infinity, 0, "∞", "∞"),
    ]) func aNumberIsWrittenAsItsLanguageWritesIt(value: Double, digits: Int, english: String, german: String) throws {
        for (language, text) in [(Language.english, english), (.german, german)] {
            let format = CaseFormat(words: try Self.words(language), language: language)
            #expect(format.number(value, digits: digits) == text)
        }
    }

    @Test func aTimeNamesItsZone() throws {
        let format = CaseFormat(words: try Self.words(.german), language: .german)
        let instant = Instant(millisecondsSince1970: 1_795_252_000_123)
        #expect(format.time(instant) == "21. Nov. 2026, 09:06 UTC")
        #expect(format.exactTime(instant) == "21. Nov. 2026, 09:06:40 UTC")
    }

    @Test(arguments: [
        ("FACE_NOT_LIVE", "faceNotLive"), ("liveness.flatness.ratio", "livenessFlatnessRatio"),
        ("case-image", "caseImage"), ("addFace", "addFace"), ("Identity Card", "IdentityCard"),
    ]) func aCodeIsAKeyOfItsWords(code: String, key: String) {
        #expect(CaseFormat.key(code) == key)
    }
}
