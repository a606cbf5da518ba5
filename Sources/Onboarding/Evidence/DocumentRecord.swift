package import DocVerify
package import FaceEngine
internal import Foundation
package import OnboardingCore
internal import OnboardingJSON

/// The measurements in the evidence of a document: what was read, what was asked of it, and what was decided.
///
/// Stored as a JSON object, version 1. Members that a version does not know are not read.
///
///     version           1
///     receivedDigests   SHA-256 of each image as received, lower-case hexadecimal
///     keptDigests       the same of what is kept, which lacks the metadata segments
///     reading           as `DocumentEvidence` says; absent once the document was kept for its time
///     rules             as `DocumentRules` says
///     documentDecision  what the rules decide about the document alone, as `DocumentRules.Decision` says
///     portraitScore     portrait against the live face, or against the image `givenFaceName` where the evidence holds
///                       one: `{"isExtrapolated","model":{"digest","name"},"similarity","value"}`, the value −log10 of
///                       the false match rate; absent where nothing was compared
///     threshold         the value from which on the portrait matches
///     photographs       whether the live face, or the image `givenFaceName`, is the photograph that the document bears, as
///                       `PhotographComparisons` says; absent where the document would not be accepted anyway
///     faceReopening     why the face is asked for again, a word of `FaceReopening.Reason`; absent where it is not
///     decision          of the step: "verified", "notVerified", "notMatching", "portraitReused" or "retryCapture"
///     engine            what computed it: `{"calibration","modelLock","runtime"}`
///     configurationVersion  of the tenant's configuration that was in force; absent in older ones
///     sandboxPersona    whose script `reading`, `portraitScore` and `photographs` are, a word of `SandboxPersona`; absent where
///                       they were measured
///     keptSide          the longest side of the small copies that the images are kept as, in pixels, because a quota was spent;
///                       absent where they are kept as they came
package struct DocumentRecord: Codable, Sendable {
    var version = FirstVersion()
    let receivedDigests: [String]
    let keptDigests: [String]
    package var reading: DocumentEvidence?
    package let rules: DocumentRules
    package let documentDecision: DocumentRules.Decision
    package let portraitScore: ComparisonScore?
    package let threshold: Double
    package var photographs: PhotographComparisons?
    package var faceReopening: FaceReopening.Reason?
    package let decision: DocumentDecision
    package let engine: EngineVersions
    package var configurationVersion: Int?
    package var sandboxPersona: SandboxPersona?
    package var keptSide: Int?

    private enum CodingKeys: String, CodingKey {
        case version, receivedDigests, keptDigests, reading, rules, documentDecision, portraitScore, threshold
        case photographs, faceReopening, decision, engine, configurationVersion, sandboxPersona
        case keptSide
    }

    package static let givenFaceName = "given-face"

    package static func imageName(_ index: Int) -> String { String(format: "image-%02d", index) }
}
