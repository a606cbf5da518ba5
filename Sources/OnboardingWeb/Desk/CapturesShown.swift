internal import Casework
internal import OnboardingCore

/// What the views of single captures take from the whole that they belong to: a case, or an authentication.
struct CapturesShown {
    /// Names, the oldest first.
    let faces: [String]
    let documents: [String]
    /// The decisions on the way.
    let steps: [Explanation.Step]
    /// Whether the auditor may see images and what was read.
    let areSeen: Bool

    init(_ file: CaseFile) {
        (faces, documents) = (file.faces.map(\.name), file.documents.map(\.name))
        (steps, areSeen) = (file.explanation.steps, file.rights.persons)
    }

    init(_ file: AuthenticationFile) {
        (faces, documents) = (file.faces.map(\.name), file.documents.map(\.name))
        (steps, areSeen) = (file.steps, file.rights.persons)
    }

    func decision(of step: Explanation.Step, _ format: CaseFormat) -> String {
        switch AuthenticationCheck(rawValue: step.check) {
        case .verifyDevice: format.name(step.decision, in: "authentications.device")
        case .verifyFace: Self.face(step.decision, format)
        case .addDocument: format.name(step.decision, in: "documentDecisions")
        case nil: format.name(step.decision, in: "faceDecisions")
        }
    }

    /// Of somebody who came back, whose face is held against the registered one.
    static func face(_ decision: String, _ format: CaseFormat) -> String {
        format.nameIfKnown(decision, in: "authentications.face") ?? format.name(decision, in: "faceDecisions")
    }
}
