internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import OnboardingCore

/// The measurements in the evidence of a document: what was read, what was asked of it, and what was decided.
///
/// Stored as a JSON object, version 1. Members that a version does not know are not read.
///
///     version           1
///     receivedDigests   SHA-256 of each image as received, lower-case hexadecimal
///     keptDigests       the same of what is kept, which lacks the metadata segments
///     reading           as `DocumentEvidence` says
///     rules             as `DocumentRules` says
///     documentDecision  what the rules decide about the document alone, as `DocumentRules.Decision` says
///     portraitScore     portrait against the live face, or against the image `givenFaceName` where the evidence holds
///                       one: `{"isExtrapolated","model":{"digest","name"},"similarity","value"}`, the value −log10 of
///                       the false match rate; absent where nothing was compared
///     threshold         the value from which on the portrait matches
///     decision          of the step: "verified", "notVerified", "notMatching" or "retryCapture"
///     engine            what computed it: `{"calibration","modelLock","runtime"}`
struct DocumentRecord: Sendable {
    let receivedDigests: [String]
    let keptDigests: [String]
    let reading: DocumentEvidence
    let rules: DocumentRules
    let documentDecision: DocumentRules.Decision
    let portraitScore: ComparisonScore?
    let threshold: Double
    let decision: DocumentDecision
    let engine: EngineVersions

    static let givenFaceName = "given-face"

    static func imageName(_ index: Int) -> String { String(format: "image-%02d", index) }
}

extension DocumentRecord: Codable {
    private static let version = 1

    private enum CodingKeys: String, CodingKey {
        case version, receivedDigests, keptDigests, reading, rules, documentDecision, portraitScore, threshold
        case decision, engine
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard try members.decode(Int.self, forKey: .version) == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: members, debugDescription: "a document record of an unknown version")
        }
        receivedDigests = try members.decode([String].self, forKey: .receivedDigests)
        keptDigests = try members.decode([String].self, forKey: .keptDigests)
        reading = try members.decode(DocumentEvidence.self, forKey: .reading)
        rules = try members.decode(DocumentRules.self, forKey: .rules)
        documentDecision = try members.decode(DocumentRules.Decision.self, forKey: .documentDecision)
        portraitScore = try members.decodeIfPresent(ComparisonScore.self, forKey: .portraitScore)
        threshold = try members.decode(Double.self, forKey: .threshold)
        decision = try members.decode(DocumentDecision.self, forKey: .decision)
        engine = try members.decode(EngineVersions.self, forKey: .engine)
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(Self.version, forKey: .version)
        try members.encode(receivedDigests, forKey: .receivedDigests)
        try members.encode(keptDigests, forKey: .keptDigests)
        try members.encode(reading, forKey: .reading)
        try members.encode(rules, forKey: .rules)
        try members.encode(documentDecision, forKey: .documentDecision)
        try members.encodeIfPresent(portraitScore, forKey: .portraitScore)
        try members.encode(threshold, forKey: .threshold)
        try members.encode(decision, forKey: .decision)
        try members.encode(engine, forKey: .engine)
    }
}
