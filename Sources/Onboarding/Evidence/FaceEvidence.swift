internal import Foundation
package import LivenessScorer
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingJSON

/// The head of a face's evidence: how the package came and what was measured. JSON, in the section `measurements`:
///
///     {"ageCheck":{…},"challenge":{…},"configurationVersion":3,"engine":{…},"faceMatch":{…},"judgedLevel":4,"keptDigests":["…"],"liveness":{…},"packageForm":"v2","portraitCheck":{…},
///      "receivedDigests":["…"],"sandboxPersona":"live","stated":{…},"version":1,"videoDigest":"…","workflow":"charlie4"}
///
/// with `challenge` as `FaceChallenge` where the capture answers one, `engine` as `EngineVersions`, `liveness` as `LivenessEvidence`, `stated` as `ClientStatement`, and `portraitCheck` as
/// `PortraitCheck` where a document was accepted before; `faceMatch` as `FaceMatch` where somebody registered came back, `ageCheck` as
/// `AgeCheck` where the tenant has set a range;
/// `keptSide` where the frames are kept as small copies, because a quota was spent;
/// `configurationVersion` is absent in older ones, and `sandboxPersona` (a word
/// of `SandboxPersona`: nothing in `liveness` was measured) for everybody who is none. A reader takes members that it does not know and refuses a version
/// that it does not know.
package struct FaceEvidence: Codable, Sendable {
    var version = FirstVersion()
    package let workflow: String
    package let judgedLevel: Int
    package let packageForm: PackageForm
    package let stated: ClientStatement
    /// SHA-256 of each frame as received, lower-case hexadecimal.
    let receivedDigests: [String]
    /// The same of what is kept, which lacks the metadata segments.
    let keptDigests: [String]
    /// SHA-256 of the video that the frames were decoded from, in the same form; nil where the package held frames.
    package var videoDigest: String?
    package let liveness: LivenessEvidence
    /// As it was issued; nil for a passive capture.
    package var challenge: FaceChallenge?
    /// Nil where no document was accepted before, and for a capture that is not live.
    package var portraitCheck: PortraitCheck?
    /// Nil where the tenant had set no range, in an authentication, and for a capture that is not live.
    package var ageCheck: AgeCheck?
    /// Nil in an enrollment, and for a capture that is not live.
    package var faceMatch: FaceMatch?
    package let engine: EngineVersions
    /// Of the tenant's configuration that was in force.
    package var configurationVersion: Int?
    /// Whose script the measurements are; nil where they were made.
    package var sandboxPersona: SandboxPersona?
    /// The longest side of the small copies that the frames are kept as, in pixels; nil where they are kept as they came.
    package var keptSide: Int?

    /// The section of the evidence object that holds a frame.
    package static func frameName(_ index: Int) -> String { String(format: "frame-%02d", index) }

    private enum CodingKeys: String, CodingKey {
        case version, workflow, judgedLevel, packageForm, stated, receivedDigests, keptDigests, videoDigest, liveness
        case challenge, portraitCheck, ageCheck, faceMatch, engine, configurationVersion, sandboxPersona
        case keptSide
    }
}
