internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingStorage

/// What is left of the evidence of one step.
struct JudgedEvidence: Sendable {
    let row: EvidenceRow
    let kept: ExplainedCase.Kept
    /// Of a human's decision; nil for every other.
    let review: ReviewEvidence?
    /// Its sections that are images, in their order.
    let images: [String]
}

extension Cases {
    /// The rows of an enrollment in the order of the events that name them, those that none names last. Two of one millisecond
    /// have no order by their instants, and what is shown of them is numbered.
    func judgedRows(of id: EnrollmentID) async throws -> [EvidenceRow] {
        let named = try await store.events(of: id).compactMap(\.event.evidence?.id)
        func place(_ row: EvidenceRow) -> Int { named.firstIndex(of: row.judgedID) ?? named.count }
        return try await store.evidence(of: id).enumerated()
            .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
    }

    /// What these events of an authentication rest on, by the id that they name.
    func keptEvidence(
        of events: [(at: Instant, event: AuthenticationEvent)], in enrollment: EnrollmentID, tenant: TenantID
    ) async throws -> [EvidenceID: ExplainedCase.Kept] {
        var kept: [EvidenceID: ExplainedCase.Kept] = [:]
        for row in try await judgedRows(of: events, in: enrollment) {
            kept[row.judgedID] = try await judgedEvidence(in: row, tenant: tenant).kept
        }
        return kept
    }

    /// All of an enrollment, in that order. What cannot be read is said to be so, and keeps nothing else from being read.
    func judgedEvidence(of id: EnrollmentID, tenant: TenantID) async throws -> [JudgedEvidence] {
        var judged: [JudgedEvidence] = []
        for row in try await judgedRows(of: id) {
            judged.append(try await self.judgedEvidence(in: row, tenant: tenant))
        }
        return judged
    }

    /// The rows that an authentication rests on, in the order of the events that name them.
    func judgedRows(of visit: StoredAuthentication) async throws -> [EvidenceRow] {
        try await judgedRows(of: store.events(of: visit.id), in: visit.enrollmentID)
    }

    private func judgedRows(
        of events: [(at: Instant, event: AuthenticationEvent)], in enrollment: EnrollmentID
    ) async throws -> [EvidenceRow] {
        let rows = Dictionary(
            try await store.evidence(ofAuthenticationsOf: enrollment).map { ($0.judgedID, $0) }
        ) { first, _ in first }
        return events.compactMap(\.event.evidence?.id).compactMap { rows[$0] }
    }

    /// What an authentication rests on, as that of an enrollment.
    func judgedEvidence(of visit: StoredAuthentication) async throws -> [JudgedEvidence] {
        var judged: [JudgedEvidence] = []
        for row in try await judgedRows(of: visit) {
            judged.append(try await judgedEvidence(in: row, tenant: visit.tenantID))
        }
        return judged
    }

    private func judgedEvidence(in row: EvidenceRow, tenant: TenantID) async throws -> JudgedEvidence {
        func judged(
            _ contents: ExplainedCase.Kept.Contents, _ review: ReviewEvidence? = nil, _ images: [String] = [],
            _ duplicateCheck: DuplicateCheck? = nil
        ) -> JudgedEvidence {
            JudgedEvidence(
                row: row,
                kept: ExplainedCase.Kept(
                    contents: contents, reducedAt: row.reduction?.at, duplicateCheck: duplicateCheck), review: review,
                images: images)
        }
        do {
            let dataKey = try keys.dataKey(of: row.enrollmentID, tenant: tenant)
            let object = try await evidence.read(row, under: dataKey)
            let measurements = Data(object["measurements"] ?? [])
            let images = object.sections.filter { !$0.isCompressed }.map(\.name)
            switch row.judgedKind {
            case TemplateKind.face.evidenceKind:
                return judged(
                    .face(try JSONDecoder().decode(FaceEvidence.self, from: measurements)), nil, images,
                    try object.duplicateCheck)
            case TemplateKind.portrait.evidenceKind:
                return judged(
                    .document(try JSONDecoder().decode(DocumentRecord.self, from: measurements)), nil, images,
                    try object.duplicateCheck)
            case ReviewEvidence.kind:
                return judged(.review, try? JSONDecoder().decode(ReviewEvidence.self, from: measurements))
            default: return judged(.unreadable)
            }
        } catch let error as CancellationError {
            throw error
        } catch let error where StorageError.meansUnavailable(error) {
            throw error
        } catch {
            return judged(.unreadable)
        }
    }
}
