internal import DocVerify
internal import Foundation
internal import LivenessScorer
internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy
internal import Vision

/// Gives one image of a case to an auditor who asks for it, and tells the audit trail which one.
package struct RevealImage: Sendable {
    let cases: Cases
    let engines: Engines
    let pools: WorkerPools

    package struct Image: Sendable {
        package let bytes: [UInt8]
        package let contentType: String
    }

    /// The name of a face that is cut out to be compared by eye: of the best frame of a capture, or of a document's portrait.
    package static let alignedName = "aligned"

    /// - Parameters:
    ///   - evidence: as the case file names it.
    ///   - name: of a section that is an image, or `alignedName`.
    /// - Throws: `enrollmentUnknown` where there is none; `notAnImage` for what cannot be read any more.
    package func perform(
        _ id: String?, evidence: String?, name: String?, by principal: Principal, at now: Instant
    ) async throws -> Image {
        let found = try await cases.case(id, by: principal)
        try principal.require(.readPersons)
        guard let kept = found.erasedAt == nil ? try await cases.kept(of: found.id) : nil else {
            throw Refusal(.enrollmentUnknown)
        }
        return try await image(
            name, evidence, among: try await cases.judgedRows(of: found.id), of: kept, noted: ("case-image", nil),
            at: now)
    }

    /// The same of an authentication.
    package func perform(
        authentication id: String?, evidence: String?, name: String?, by principal: Principal, at now: Instant
    ) async throws -> Image {
        let visit = try await cases.visit(id, by: principal)
        try principal.require(.readPersons)
        guard let kept = try await cases.kept(of: visit.registration.id) else { throw Refusal(.enrollmentUnknown) }
        return try await image(
            name, evidence, among: try await cases.judgedRows(of: visit.stored), of: kept,
            noted: ("authentication-image", visit.stored.id), at: now)
    }

    /// - Parameter noted: what the audit trail calls it, and of which authentication it is.
    private func image(
        _ name: String?, _ evidence: String?, among rows: [EvidenceRow], of kept: KeptCase,
        noted: (operation: String, visit: AuthenticationID?), at now: Instant
    ) async throws -> Image {
        guard let name, let judgedID = evidence.flatMap(EvidenceID.init(text:)),
            let (index, row) = rows.enumerated().first(where: { $0.element.judgedID == judgedID })
        else { throw Refusal(.enrollmentUnknown) }
        let object: EvidenceObject
        do {
            object = try await cases.evidence.read(row, under: kept.dataKey)
        } catch StorageError.evidenceUnreadable {
            throw Refusal(.notAnImage)
        }
        guard let source = try Source(name, in: object, kind: row.judgedKind) else { throw Refusal(.enrollmentUnknown) }
        let shown = "\(row.judgedKind)-\(index + 1)/\(name)" + (noted.visit.map { " " + $0.text } ?? "")
        try await cases.noteReading(
            noted.operation, of: [kept.stored.id], shown: shown, tenant: kept.stored.tenantID, at: now)
        return try await pools.engines.run(.image) { [engines] in try source.image(engines) }
    }
}

/// An image of a case, before it is shown.
private enum Source: Sendable {
    /// As it is kept, to be turned upright.
    case kept([UInt8], clockwiseQuarterTurns: Int)
    case aligned(ShownFace)

    /// Nil where the evidence holds no such image.
    init?(_ name: String, in object: EvidenceObject, kind: String) throws {
        let measurements = Data(object["measurements"] ?? [])
        switch kind {
        case TemplateKind.face.evidenceKind:
            guard let record = try? JSONDecoder().decode(FaceEvidence.self, from: measurements) else { return nil }
            let liveness = record.liveness
            if name == RevealImage.alignedName {
                let best = liveness.framesOfTemplate.first ?? liveness.bestFrame ?? 0
                guard let frame = object[FaceEvidence.frameName(best)] else { return nil }
                self = .aligned(.frame(frame, best, liveness))
            } else {
                guard let bytes = Self.image(name, in: object) else { return nil }
                self = .kept(bytes, clockwiseQuarterTurns: liveness.clockwiseRotationInDegrees / 90)
            }
        case TemplateKind.portrait.evidenceKind:
            guard let record = try? JSONDecoder().decode(DocumentRecord.self, from: measurements) else { return nil }
            let portrait = record.reading?.portrait
            let page = portrait.map { DocumentRecord.imageName($0.imageIndex) }
            if name == RevealImage.alignedName {
                guard let portrait, let image = page.flatMap({ object[$0] }) else { return nil }
                self = .aligned(.portrait(PortraitPage(portrait: portrait, image: image)))
            } else {
                guard let bytes = Self.image(name, in: object) else { return nil }
                self = .kept(bytes, clockwiseQuarterTurns: name == page ? portrait?.clockwiseQuarterTurns ?? 0 : 0)
            }
        default: return nil
        }
    }

    private static func image(_ name: String, in object: EvidenceObject) -> [UInt8]? {
        object.sections.first { $0.name == name && !$0.isCompressed }?.contents
    }

    /// - Throws: `notAnImage` where our own decoder takes it for none, or no face is found any more.
    func image(_ engines: Engines) throws -> RevealImage.Image {
        do {
            switch self {
            case .kept(let bytes, let turns):
                let format = try ImageHeader(of: bytes).format
                guard turns % 4 != 0 || !format.isShownByBrowsers else {
                    return RevealImage.Image(bytes: bytes, contentType: format.contentType)
                }
                let turned = try Image(decoding: bytes).turned(clockwiseQuarterTurns: turns)
                return RevealImage.Image(
                    bytes: try turned.jpeg(quality: 92), contentType: ImageFormat.jpeg.contentType)
            case .aligned(let face):
                guard let bytes = try engines.showFace(face) else { throw Refusal(.notAnImage) }
                return RevealImage.Image(bytes: bytes, contentType: ImageFormat.jpeg.contentType)
            }
        } catch is ImageError {
            throw Refusal(.notAnImage)
        } catch let error as LivenessError {
            throw error.isOfImage ? Refusal(.notAnImage) : error
        } catch DocumentError.image {
            throw Refusal(.notAnImage)
        }
    }
}

extension LivenessError {
    fileprivate var isOfImage: Bool {
        if case .frameUnreadable = self { true } else { false }
    }
}

extension ImageFormat {
    fileprivate var contentType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .heic: "image/heic"
        case .avif: "image/avif"
        }
    }

    /// By all of them: some show no HEIC, and old ones no AVIF.
    fileprivate var isShownByBrowsers: Bool { self != .heic && self != .avif }
}
