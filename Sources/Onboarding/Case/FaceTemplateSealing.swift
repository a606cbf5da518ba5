package import FaceEngine
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingStorage

/// What a stored template was made from.
package enum TemplateKind: String, Sendable {
    /// The live face.
    case face
    /// The portrait of the document.
    case portrait

    /// The kind of evidence that holds the images it was made from.
    package var evidenceKind: String {
        switch self {
        case .face: "face"
        case .portrait: "document"
        }
    }
}

extension TemplateWrite {
    package init(_ template: FaceTemplate, kind: TemplateKind, of enrollment: EnrollmentID, under dataKey: SealingKey)
        throws
    {
        self.init(
            kind: kind.rawValue, model: template.model.name,
            sealed: try dataKey.seal(
                template.serialized(), associated: Self.label(kind.rawValue, template.model.name, enrollment)))
    }

    package func open(of enrollment: EnrollmentID, under dataKey: SealingKey) throws -> FaceTemplate {
        try FaceTemplate(serialized: dataKey.open(sealed, associated: Self.label(kind, model, enrollment)))
    }

    private static func label(_ kind: String, _ model: String, _ enrollment: EnrollmentID) -> [UInt8] {
        [UInt8]("template:\(enrollment.text):\(kind):\(model)".utf8)
    }
}
