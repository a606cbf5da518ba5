internal import Onboarding
package import OnboardingCore
internal import OnboardingJSON
package import OnboardingStorage

/// The timeline of an enrollment as one JSON object: what `Auditor.timeline` says, with the events in their stored form.
///
///     {"enrollmentId","tenant","test","erasedAt"?,"events":[{"at","event":{…},"sentence","evidence"?:{"id","sha256","kind",
///      "byteCount","reducedAt"?,"lines":[…]}}],"templates":[{"kind","model"}],"samePerson":[{"enrollmentId","state",
///      "registrationCode"?}],"authentications":[{"authenticationId","purpose","state","reason"?,"begunAt","endedAt"?,"lockedUntil"?,
///      "deviceChange"?}],"authenticationCount","devices":[{"registeredAt","replacedAt"?,"hasPublicKey"?}]}
///
/// Instants are ISO 8601; a member with "?" is absent where there is nothing.
package struct TimelineDocument: Encodable, Sendable {
    struct Evidence: Encodable, Sendable {
        let id: String
        let sha256: String
        let kind: String
        let byteCount: Int
        let reducedAt: String?
        let lines: [String]
    }

    struct Entry: Encodable, Sendable {
        let at: String
        let event: Event
        let sentence: String
        let evidence: Evidence?
    }

    struct Template: Encodable, Sendable {
        let kind: String
        let model: String
    }

    struct Other: Encodable, Sendable {
        let enrollmentId: String
        let state: String
        let registrationCode: String?
    }

    let enrollmentId: String
    let tenant: String
    let test: Bool
    let erasedAt: String?
    let events: [Entry]
    let templates: [Template]
    let samePerson: [Other]
    /// The newest, oldest first.
    let authentications: [ReturnedAuthentication]
    let authenticationCount: Int
    /// Those that open the registration, and those that did.
    let devices: [KeptDevice]

    package var json: [UInt8] {
        get throws { try sortedKeyJSON(self) }
    }
}

extension TimelineDocument.Evidence {
    init(_ reference: EvidenceReference, _ row: EvidenceRow, lines: [String]) {
        self.init(
            id: reference.id.text, sha256: reference.sha256, kind: row.kind, byteCount: row.byteCount,
            reducedAt: row.reduction?.at.iso8601WithMilliseconds, lines: lines)
    }
}

extension Auditor {
    /// - Parameter since: only what happened then or later; nil for all.
    package func timelineDocument(
        of found: TracedEnrollment, tenant: TenantRow, since: Instant?
    ) async throws -> TimelineDocument {
        let stored = try await data.store.enrollment(found.id)
        var rows: [EvidenceID: EvidenceRow] = [:]
        if found.erasedAt == nil {
            for row in try await data.store.evidence(of: found.id) { rows[row.judgedID] = row }
        }
        var entries: [TimelineDocument.Entry] = []
        for (at, event) in try await data.store.events(of: found.id) where at >= since ?? at {
            var evidence: TimelineDocument.Evidence?
            if let reference = event.evidence, let row = rows[reference.id] {
                evidence = TimelineDocument.Evidence(reference, row, lines: try await lines(on: row, of: tenant.id))
            }
            entries.append(
                TimelineDocument.Entry(
                    at: at.iso8601WithMilliseconds, event: event, sentence: event.sentence(in: stored),
                    evidence: evidence))
        }
        var others: [TimelineDocument.Other] = []
        for (id, _) in found.erasedAt == nil ? try await data.store.enrollments(beside: found.id) : [] {
            guard let other = try await data.store.enrollment(id) else { continue }
            others.append(
                TimelineDocument.Other(
                    enrollmentId: id.text, state: other.enrollment.status.rawValue,
                    registrationCode: other.enrollment.code))
        }
        let templates = found.erasedAt == nil ? try await data.store.templates(of: found.id) : []
        return TimelineDocument(
            enrollmentId: found.id.text, tenant: tenant.name, test: tenant.isTest,
            erasedAt: found.erasedAt?.iso8601WithMilliseconds, events: entries,
            templates: templates.map { TimelineDocument.Template(kind: $0.kind, model: $0.model) }, samePerson: others,
            authentications: try await Cases(of: data).authentications(
                of: found, tenant: tenant.name, isTest: tenant.isTest, at: Instant.now()
            ).compactMap(ReturnedAuthentication.init),
            authenticationCount: try await data.store.countAuthentications(of: found.id),
            devices: found.erasedAt == nil ? try await devices(of: found.id, tenant: tenant.id) : [])
    }
}
