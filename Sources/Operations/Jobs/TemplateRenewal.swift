internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import Onboarding
internal import OnboardingCore
internal import OnboardingStorage
public import Tenancy

/// Regenerates stored templates when the model has changed, from the images in the evidence. Works beside a running
/// server. Each template is renewed in a transaction of its own, so that a renewal which was stopped goes on where it was
/// when it is begun again.
public struct TemplateRenewal: Sendable {
    private static let batch = 100

    private let data: DataDirectory
    private let engines: Engines

    /// What a renewal has done so far.
    public struct Progress: Sendable {
        /// Templates of other models that were found at the beginning.
        public let total: Int
        public var renewed = 0
        /// One sentence each.
        public var failures: [String] = []
    }

    public init(_ configuration: ServerConfiguration) throws {
        data = try DataDirectory(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile, makesMissing: false)
        try ModelCheck.verify(configuration)
        engines = try Engines(configuration, workers: 1)
    }

    /// For a deployment that has its engines already.
    init(data: DataDirectory, engines: Engines) {
        self.data = data
        self.engines = engines
    }

    /// The model that templates are renewed to.
    public var model: String { engines.descriptor.name }

    /// - Parameter report: told after each template.
    public func run(report: (Progress) -> Void) async throws -> Progress {
        var progress = Progress(total: try await data.store.countTemplates(notBy: model))
        var last = 0
        while true {
            let page = try await data.store.templates(notBy: model, after: last, limit: Self.batch)
            for template in page {
                last = template.number
                do {
                    if try await renew(template) { progress.renewed += 1 }
                } catch  where !StorageError.meansUnavailable(error) {
                    progress.failures.append(
                        "the \(template.kind) template of enrollment \(template.enrollmentID.text) stays: "
                            + Self.words(for: error))
                }
                report(progress)
            }
            if page.count < Self.batch { return progress }
        }
    }

    private func renew(_ old: StoredTemplate) async throws -> Bool {
        guard let kind = TemplateKind(rawValue: old.kind) else { throw StorageError.storedValueInvalid }
        let dataKey = try data.keys.dataKey(of: old.enrollmentID, tenant: old.tenantID)
        // Once its image is kept no longer there is nothing to make it from: what the enrollment has captured is another face.
        if old.isOfUserFace {
            guard let image = try await data.store.image(ofTemplate: old.number)?.image(under: dataKey),
                case .face(let template, _, let quality) = try engines.stillFace(image)
            else { throw StorageError.evidenceUnreadable }
            return try await data.store.renew(
                old, by: TemplateWrite(template, of: quality, kind: kind, of: old.enrollmentID, under: dataKey),
                at: Instant.now())
        }
        guard let row = try await evidence(of: old, kind: kind) else { throw StorageError.evidenceUnreadable }
        let object = try await data.evidence.read(row, under: dataKey)
        let template = try engines.template(kind, regeneratedFrom: object)
        return try await data.store.renew(
            old, by: TemplateWrite(template, kind: kind, of: old.enrollmentID, under: dataKey), at: Instant.now())
    }

    /// What the template was made from; nil where it is not kept.
    private func evidence(of template: StoredTemplate, kind: TemplateKind) async throws -> EvidenceRow? {
        if let id = template.evidenceID {
            return try await data.store.evidence(ofAuthenticationsOf: template.enrollmentID)
                .first { $0.judgedID == id }
        }
        return try await data.store.evidence(of: template.enrollmentID).last { $0.kind == kind.evidenceKind }
    }

    private static func words(for error: any Error) -> String {
        switch error {
        case let error as StorageError: error.description
        case is DecodingError: StorageError.evidenceUnreadable.description
        case LivenessError.frameUnreadable, DocumentError.image: "The image cannot be decoded."
        default: "The engines failed (\(type(of: error)))."
        }
    }
}
