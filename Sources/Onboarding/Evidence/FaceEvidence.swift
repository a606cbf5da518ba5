internal import Foundation
internal import LivenessScorer
internal import OnboardingCrypto

/// The head of a face's evidence: how the package came and what was measured. JSON, in the section `measurements`:
///
///     {"engine":{…},"judgedLevel":4,"keptDigests":["…"],"liveness":{…},"packageForm":"v2","receivedDigests":["…"],
///      "stated":{…},"version":1,"workflow":"charlie4"}
///
/// with `engine` as `EngineVersions`, `liveness` as `LivenessEvidence`, `stated` as `ClientStatement`. A reader takes
/// members that it does not know and refuses a version that it does not know.
struct FaceEvidence: Codable, Sendable {
    let workflow: String
    let judgedLevel: Int
    let packageForm: PackageForm
    let stated: ClientStatement
    /// SHA-256 of each frame as received, lower-case hexadecimal.
    let receivedDigests: [String]
    /// The same of what is kept, which lacks the metadata segments.
    let keptDigests: [String]
    let liveness: LivenessEvidence
    let engine: EngineVersions

    /// The section of the evidence object that holds a frame.
    static func frameName(_ index: Int) -> String { String(format: "frame-%02d", index) }

    init(
        workflow: String, judgedLevel: Int, packageForm: PackageForm, stated: ClientStatement,
        receivedDigests: [String], keptDigests: [String], liveness: LivenessEvidence, engine: EngineVersions
    ) {
        self.workflow = workflow
        self.judgedLevel = judgedLevel
        self.packageForm = packageForm
        self.stated = stated
        self.receivedDigests = receivedDigests
        self.keptDigests = keptDigests
        self.liveness = liveness
        self.engine = engine
    }

    enum CodingKeys: String, CodingKey {
        case version, workflow, judgedLevel, packageForm, stated, receivedDigests, keptDigests, liveness, engine
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.requireVersion(1, forKey: .version)
        workflow = try container.decode(String.self, forKey: .workflow)
        judgedLevel = try container.decode(Int.self, forKey: .judgedLevel)
        packageForm = try container.decode(PackageForm.self, forKey: .packageForm)
        stated = try container.decode(ClientStatement.self, forKey: .stated)
        receivedDigests = try container.decode([String].self, forKey: .receivedDigests)
        keptDigests = try container.decode([String].self, forKey: .keptDigests)
        liveness = try container.decode(LivenessEvidence.self, forKey: .liveness)
        engine = try container.decode(EngineVersions.self, forKey: .engine)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(workflow, forKey: .workflow)
        try container.encode(judgedLevel, forKey: .judgedLevel)
        try container.encode(packageForm, forKey: .packageForm)
        try container.encode(stated, forKey: .stated)
        try container.encode(receivedDigests, forKey: .receivedDigests)
        try container.encode(keptDigests, forKey: .keptDigests)
        try container.encode(liveness, forKey: .liveness)
        try container.encode(engine, forKey: .engine)
    }
}
