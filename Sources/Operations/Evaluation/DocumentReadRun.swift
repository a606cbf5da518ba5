internal import DocVerify
internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy
internal import Vision

/// `onboarding document read`: what the images of one document show, without an enrollment and without keeping anything.
public struct DocumentReadRun: EvaluationRun, Sendable {
    private let images: [DocumentImage]
    private let document: AgreedDocument
    private let decision: DocumentRules.Decision
    private let reading: DocumentReading
    private let seconds: Double

    /// - Parameters:
    ///   - files: images of the sides or pages of one document.
    ///   - acceptsSpecimens: sample documents are judged as documents are that they show.
    /// - Throws: a sentence that names the file which is no image.
    public init(files: [String], acceptsSpecimens: Bool, modelFolder: String) throws {
        guard let today = CalendarDate(of: Instant.now()) else {
            throw ConfigurationError(description: "The clock shows a time outside the calendar.")
        }
        images = try files.map { DocumentImage(bytes: try NamedFile.contents(of: $0), isCropped: false) }
        let reader = DocumentReader(
            sources: try DocumentSources.load(models: ModelCheck.folder(modelFolder), workers: 1),
            faceEngine: try ModelCheck.faceEngine(modelFolder: modelFolder, workers: 1))
        let begun = ContinuousClock.now
        do throws(DocumentError) {
            reading = try reader.read(images, today: today)
        } catch {
            switch error {
            case .image(.tooLarge, let index):
                throw ConfigurationError(description: "\(files[index]) is larger than a server takes.", kind: .refused)
            case .image(_, let index):
                throw ConfigurationError(
                    description: "\(files[index]) is no image that a server takes (JPEG, PNG, WebP, HEIC, AVIF).",
                    kind: .refused)
            case .noImages: throw ConfigurationError(description: "Name an image.", kind: .misused)
            case .engine: throw ConfigurationError(description: "A network did not run.")
            }
        }
        let taken = begun.duration(to: .now).components
        seconds = Double(taken.seconds) + Double(taken.attoseconds) / 1e18
        document = AgreedDocument(reading.sources, today: today)
        decision = DocumentRules(acceptsSpecimens: acceptsSpecimens).decision(on: document)
    }

    public func reportJSON() throws -> [UInt8] {
        try sortedKeyJSON(
            Report(
                decision: decision, document: document.hasValues ? document.typeText : nil,
                fields: document.fields.filter { !$0.statements.isEmpty }.map(Report.Field.init),
                evidence: reading.evidence, milliseconds: (seconds * 1000).rounded()))
    }

    public var table: String {
        var lines = document.hasValues ? [document.typeText] : ["no document was read"]
        for field in document.fields {
            for statement in field.statements {
                let status = statement.status == .notValidated ? "" : " (\(statement.status.rawValue))"
                lines.append("\(field.type.name): \(statement.value.text)  [\(statement.source.rawValue)\(status)]")
            }
            if !field.isAgreed { lines.append("\(field.type.name): the sources disagree") }
        }
        lines += document.findings.map { "finding: \($0.source.rawValue) \($0.code) (\($0.meaning.rawValue))" }
        lines.append(
            reading.evidence.portrait.map { "portrait: image \($0.imageIndex + 1), faces seen: \($0.faceCount)" }
                ?? "portrait: none")
        lines.append("decision: \(decisionText)")
        lines.append("read in \(Int((seconds * 1000).rounded())) ms")
        return lines.joined(separator: "\n")
    }

    /// The images with what was found drawn in, as a PNG.
    public func overlay() throws -> [UInt8] {
        try DocumentOverlay.image(of: images, evidence: reading.evidence).png()
    }

    private var decisionText: String {
        switch decision {
        case .verified: "verified"
        case .retry(let reason): "another image is needed: \(reason.rawValue)"
        case .notVerified(let reasons): "not verified: " + reasons.map(\.text).joined(separator: ", ")
        }
    }
}

extension DocumentRules.Decision.Reason {
    fileprivate var text: String {
        if case .finding(let finding) = self { "\(finding.source.rawValue) \(finding.code)" } else { "\(self)" }
    }
}

/// What a program reads: the decision by the standing rules, every value with who states it, and the evidence as an
/// enrollment keeps it.
private struct Report: Encodable {
    struct Field: Encodable {
        struct Statement: Encodable {
            let source: String
            let value: String
            let status: FieldStatus

            private enum CodingKeys: String, CodingKey {
                case source, value, status
            }
        }

        let type: DocumentFieldType
        let isAgreed: Bool
        let statements: [Statement]

        private enum CodingKeys: String, CodingKey {
            case type
            case isAgreed = "agreed"
            case statements
        }

        init(_ field: DocumentField) {
            type = field.type
            isAgreed = field.isAgreed
            statements = field.statements.map {
                Statement(source: $0.source.rawValue, value: $0.value.text, status: $0.status)
            }
        }
    }

    let decision: DocumentRules.Decision
    let document: String?
    let fields: [Field]
    let evidence: DocumentEvidence
    let milliseconds: Double

    private enum CodingKeys: String, CodingKey {
        case decision, document, fields, evidence, milliseconds
    }
}
