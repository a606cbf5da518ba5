// What is sealed of a template: its bytes as `FaceTemplate.serialized` writes them ("FTPL"), or, where its sample was judged, before
// them in this form (numbers little-endian):
//
//     offset  bytes  what
//     0       4      "FTPQ"
//     4       1      version, 1
//     5       4      length of the quality in bytes, n
//     9       n      the quality, JSON as `SampleQuality` says
//     9+n     …      the template

package import FaceEngine
internal import Foundation
package import LivenessScorer
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingJSON
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

/// A stored template with what the sample that it was made from is worth.
package struct KeptTemplate: Equatable, Sendable {
    package let template: FaceTemplate
    /// Nil where nobody has judged it.
    package let quality: SampleQuality?
    let isHandedIn: Bool

    /// Whether a match may rest on it alone. One whose sample fails today's gate is marked by that; a capture that was not judged
    /// besides passed the gates of its day, and an image that was handed in before there was a gate passed none.
    package var maySuffice: Bool { quality.map(\.failuresToday.isEmpty) ?? !isHandedIn }
}

extension TemplateWrite {
    /// - Parameter quality: of the sample; nil where it was not judged besides the gates of a capture.
    package init(
        _ template: FaceTemplate, of quality: SampleQuality?, kind: TemplateKind, of enrollment: EnrollmentID,
        under dataKey: SealingKey
    ) throws {
        var bytes = template.serialized()
        if let quality {
            let judged = try sortedKeyJSON(quality)
            let length = (0..<4).map { UInt8(truncatingIfNeeded: judged.count >> ($0 * 8)) }
            bytes = Self.judgedMark + [1] + length + judged + bytes
        }
        self.init(
            kind: kind.rawValue, model: template.model.name,
            sealed: try dataKey.seal(
                bytes, associated: Self.label(kind.rawValue, template.model.name, enrollment)))
    }

    package init(_ template: FaceTemplate, kind: TemplateKind, of enrollment: EnrollmentID, under dataKey: SealingKey)
        throws
    {
        try self.init(template, of: nil, kind: kind, of: enrollment, under: dataKey)
    }

    package func open(of enrollment: EnrollmentID, under dataKey: SealingKey) throws -> FaceTemplate {
        try judged(of: enrollment, under: dataKey).template
    }

    /// The template with what its sample is worth.
    package func judged(of enrollment: EnrollmentID, under dataKey: SealingKey) throws -> KeptTemplate {
        let bytes = try dataKey.open(sealed, associated: Self.label(kind, model, enrollment))
        guard bytes.starts(with: Self.judgedMark) else {
            return KeptTemplate(
                template: try FaceTemplate(serialized: bytes), quality: nil, isHandedIn: isHandedIn)
        }
        guard bytes.count >= 9 else { throw FaceTemplateError.malformed }
        guard bytes[4] == 1 else { throw FaceTemplateError.unknownVersion }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[5 + $1]) << ($1 * 8) }
        guard length <= bytes.count - 9 else { throw FaceTemplateError.malformed }
        return KeptTemplate(
            template: try FaceTemplate(serialized: Array(bytes[(9 + length)...])),
            quality: try JSONDecoder().decode(SampleQuality.self, from: Data(bytes[9..<(9 + length)])),
            isHandedIn: isHandedIn)
    }

    private static let judgedMark = Array("FTPQ".utf8)

    private static func label(_ kind: String, _ model: String, _ enrollment: EnrollmentID) -> [UInt8] {
        [UInt8]("template:\(enrollment.text):\(kind):\(model)".utf8)
    }
}
