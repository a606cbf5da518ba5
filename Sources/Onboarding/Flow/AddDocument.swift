internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Vision

extension Flow {
    /// Reads an identity document and compares its portrait with the live face. Answers 200 also where the document is
    /// refused or has to be photographed again.
    func addDocument(_ call: Call, caller: Caller) async throws -> Answer {
        let record = try record(of: .addDocument, call, for: caller.tenant)
        return try await answerOnce(record, for: caller) { try await judgeDocument(call, record, caller) }
    }

    private func judgeDocument(_ call: Call, _ record: IdempotencyRecord, _ caller: Caller) async throws -> Answer {
        let tenant = caller.tenant
        try deployment.enginePool.checkCapacity()
        let request = try await deployment.bodyPool.run(.body) {
            try readJSON(AddDocumentRequest.self, from: call.body)
        }
        let requested = request.processingInstructions
        let rules = try DocumentRules(tenant: tenant, client: requested)

        // Load and permit.
        let stored = try await enrollment(withToken: request.enrollmentToken, for: caller)
        try permit(.addDocument(.retryCapture), record, on: stored, at: call.now)
        var subjects = [stored.usernameDigest, stored.deviceDigest].compactMap(\.self)
        try await checkFailures(Self.failureLimit(subjects, at: call.now), tenant: tenant)
        let images = try DocumentImages.readable(in: request.documentsInfo)
        let dataKey = try deployment.keyRing.dataKey(of: stored.id, tenant: stored.tenantID)
        let liveFace = try await liveFace(of: stored, under: dataKey)

        // The policy says whether a face is asked for; a template that is missing must not answer that.
        let needsLiveFace = stored.enrollment.progress?.policy.requiredChecks.contains(.addFace) ?? true
        let reference = needsLiveFace ? .live(liveFace) : try request.givenFace

        // Measure.
        guard let today = CalendarDate(of: call.now) else { throw Refusal(.internalError) }
        let (judged, evidence) = try await deployment.enginePool.run(
            .document, parts: images.count + (reference?.imageCount ?? 0)
        ) {
            let judged = try deployment.engines.judge(
                images, against: reference, threshold: tenant.settings.portraitMatchThreshold,
                rules: rules, requested: requested, today: today)
            return (judged, try judged.evidence)
        }
        if let number = judged.reading.mrz?.documentNumber, !number.isEmpty {
            let subject = try deployment.keyRing.lookupDigest(
                of: [UInt8](number.utf8), field: "document number", tenant: tenant.id)
            subjects.append(subject)
            try await checkFailures(Self.failureLimit([subject], at: call.now), tenant: tenant)
        }

        deployment.metrics.countOutcome(step: "document", outcome: judged.outcome.rawValue)

        // Keep and commit.
        var writes = StepWrites(failureLimit: Self.failureLimit(subjects, at: call.now))
        if judged.outcome == .verified, let portrait = judged.reading.portrait {
            writes.templates = [try TemplateWrite(portrait.template, kind: .portrait, of: stored.id, under: dataKey)]
        }
        if judged.outcome == .notVerified || judged.outcome == .notMatching { writes.failureSubjects = subjects }
        return try await commit(
            .addDocument(judged.outcome), record, to: stored, at: call.now, writes: writes,
            evidence: EvidenceDraft(kind: "document", object: evidence)
        ) { try .json(judged.answer($0)) }
    }
}

/// The face that a document's portrait must match.
enum ReferenceFace: Sendable {
    /// The enrollment's own; nil where it is missing, and nothing matches then.
    case live(FaceTemplate?)
    /// An image that the client sent, of an enrollment that asks for no live face.
    case given([UInt8])

    /// How many images have to be looked at for it.
    var imageCount: Int {
        switch self {
        case .live: 0
        case .given: 1
        }
    }
}

extension AddDocumentRequest {
    /// Nil where no image was sent.
    fileprivate var givenFace: ReferenceFace? {
        get throws(Refusal) {
            guard let text = biometricsInfo?.facialImage?.image, !text.isEmpty else { return nil }
            guard let bytes = Base64Bytes.decode(text) else { throw Refusal(.badBase64) }
            return .given(bytes)
        }
    }
}

/// A document after the engines.
struct JudgedDocument: Sendable {
    let images: [DocumentImage]
    let reading: DocumentReading
    let verdict: DocumentVerdict
    /// Nil where there was nothing to compare, or nothing to compare it with.
    let portraitScore: ComparisonScore?
    let threshold: Double
    let rules: DocumentRules
    let requested: AddDocumentRequest.ProcessingInstructions?
    let today: CalendarDate
    /// What the portrait must match; nil where nothing was there to compare with and nothing was asked for.
    let reference: ReferenceFace?
    let engine: EngineVersions

    var isMatching: Bool { portraitScore.map { $0.value >= threshold } ?? false }

    var outcome: DocumentDecision {
        switch verdict {
        case .retry: return .retryCapture
        case .notVerified: return .notVerified
        case .verified:
            if reference == nil || isMatching { return .verified }
            // A document without a portrait that could be compared decides nothing about the person.
            return portraitScore == nil ? .retryCapture : .notMatching
        }
    }

    /// What an auditor needs: the images without their metadata, and every measurement behind the verdict.
    var evidence: EvidenceObject {
        get throws {
            let kept = images.enumerated().map { index, image in
                EvidenceObject.Section.image(
                    DocumentRecord.imageName(index), strippingMetadata(jpeg: image.bytes))
            }
            let portrait = reading.portrait.map { [EvidenceObject.Section.image("portrait", $0.jpeg)] } ?? []
            let given: [EvidenceObject.Section] =
                if case .given(let image) = reference {
                    [.image(DocumentRecord.givenFaceName, strippingMetadata(jpeg: image))]
                } else { [] }
            let record = DocumentRecord(
                receivedDigests: images.map { Digest.hex($0.bytes) },
                keptDigests: kept.map { Digest.hex($0.contents) }, reading: reading.evidence, rules: rules,
                verdict: verdict, portraitScore: portraitScore, threshold: threshold, outcome: outcome, engine: engine)
            return EvidenceObject(
                sections: [.json("measurements", try sortedKeyJSON(record))] + kept + portrait + given)
        }
    }
}

/// The head of a document's evidence.
struct DocumentRecord: Codable, Sendable {
    /// SHA-256 of each image as received, lower-case hexadecimal.
    let receivedDigests: [String]
    /// The same of what is kept, which lacks the metadata segments.
    let keptDigests: [String]
    let reading: DocumentEvidence
    let rules: DocumentRules
    let verdict: DocumentVerdict
    /// Portrait against the live face, or against the image `givenFaceName` where the evidence holds one; −log10 of the
    /// false match rate.
    let portraitScore: ComparisonScore?
    let threshold: Double
    let outcome: DocumentDecision
    /// Absent from evidence of before it was kept.
    let engine: EngineVersions?

    static let givenFaceName = "given-face"

    static func imageName(_ index: Int) -> String { String(format: "image-%02d", index) }
}

extension DocumentRules {
    /// The tenant's rules, made stricter by the client's. "Not expired" holds for every tenant.
    /// - Throws: `fieldMissing` for an age rule without an age, which could not be judged; the reasons of texts.
    init(tenant: Tenant, client: AddDocumentRequest.ProcessingInstructions?) throws(Refusal) {
        let ages = client?.documentValidationRules
        self.init(
            refusesExpired: true, requiresAuthenticity: tenant.settings.requiresAuthenticity,
            acceptsSpecimens: tenant.isTest,
            minimumAge: try Self.age(ages?.minimumAge, isAsked: ages?.validateMinimumAge),
            maximumAge: try Self.age(ages?.maximumAge, isAsked: ages?.validateMaximumAge),
            fieldRules: try client?.fieldsToValidate?.map { rule throws(Refusal) in
                FieldRule(
                    documentKeyword: try rule.docTypeKeyword.checked(),
                    fields: try rule.fields.map { field throws(Refusal) in try field.checked() })
            })
    }

    private static func age(_ age: Int?, isAsked: Bool?) throws(Refusal) -> Int? {
        guard isAsked == true else { return nil }
        guard let age else { throw Refusal(.fieldMissing, message: "An age rule has no age") }
        return age
    }
}

extension CalendarDate {
    /// The day in UTC; nil for an instant outside the calendar's range.
    init?(of instant: Instant) {
        self.init(daysSince1970: Int(instant.secondsSince1970 / 86_400))
    }
}
