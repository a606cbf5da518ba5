import Foundation
import TestSupport
import Testing

@testable import DocVerify
@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding

/// Made-up values of the engines.
enum Samples {
    static let model = ModelIdentity(name: "test-1", digest: String(repeating: "ab", count: 32))
    static let template = FaceTemplate(model: model, values: [1], partLengths: [1])

    /// What the scorer would say of a capture, with the measurements of its golden record.
    static func assessment(_ decision: LivenessDecision) throws -> LivenessAssessment {
        let golden = Material.packageRoot + "/Tests/LivenessScorerTests/Golden/liveness-evidence-1.json"
        let text = try String(contentsOfFile: golden, encoding: .utf8)
            .replacing(/"decision":"\w+"/, with: "\"decision\":\"\(decision.rawValue)\"")
        let evidence = try JSONDecoder().decode(LivenessEvidence.self, from: Data(text.utf8))
        return LivenessAssessment(evidence: evidence, template: decision == .live ? template : nil)
    }

    /// ICAO's specimen passport, or one whose check digit of the birth date is wrong.
    static func document(
        isRight: Bool = true, readability: Readability = .readable, hasPortrait: Bool = true
    ) throws -> DocumentReading {
        let today = try today()
        let second = "L898902C36UTO740812\(isRight ? 2 : 3)F4504159ZE184226B<<<<<14"
        let mrz = try MachineReadableZone(
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", second], today: today)
        let source = SourceReading(mrz: mrz, imageIndex: 0, isChecked: isRight, readability: readability)
        let portrait = hasPortrait ? DocumentPortrait(jpeg: [1, 2, 3], template: template, imageIndex: 0) : nil
        return DocumentReading(
            sources: [source], portrait: portrait,
            evidence: DocumentEvidence(today: today, images: [], sources: [source], portrait: nil))
    }

    /// What the sources of ICAO's specimen say together.
    static func agreed() throws -> AgreedDocument {
        AgreedDocument(try document().sources, today: try today())
    }

    private static func today() throws -> CalendarDate {
        try #require(CalendarDate(year: 2026, month: 1, day: 1))
    }

    static func score(_ value: Double) -> ComparisonScore {
        ComparisonScore(value: value, isExtrapolated: false, similarity: 0.5, model: model)
    }
}
