internal import Figures
internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
package import OnboardingStorage

extension Auditor {
    /// The timeline of an enrollment, oldest first, with what each decision rested on, and which other enrollments the person
    /// has.
    /// - Parameter since: only what happened then or later; nil for all.
    package func timeline(
        of found: TracedEnrollment, tenant: TenantRow, since: Instant? = nil
    ) async throws -> [String] {
        let stored = try await data.store.enrollment(found.id)
        var lines = [
            "enrollment \(found.id.text) of tenant \(tenant.name)\(tenant.isTest ? " (test)" : "")"
                + (found.erasedAt == nil ? "" : ", erased")
        ]
        let evidence = Dictionary(
            try await data.store.evidence(of: found.id).map { ($0.judgedID, $0) },
            uniquingKeysWith: { first, _ in first })
        for (at, event) in try await data.store.events(of: found.id) where at >= since ?? at {
            lines.append("\(at.iso8601WithMilliseconds)  \(event.sentence(in: stored))")
            guard found.erasedAt == nil, let row = event.evidence.flatMap({ evidence[$0.id] }) else { continue }
            lines += try await self.lines(on: row, of: tenant.id).map { "    " + $0 }
        }
        lines += try await returns(to: found, tenant: tenant, since: since)
        if let erasedAt = found.erasedAt {
            let isLocked = try await data.store.evidence(of: found.id).contains(where: \.isLockedAway)
            let exception = isLocked ? " but evidence of an attack" : ""
            return lines + ["\(erasedAt.iso8601WithMilliseconds)  erased: nothing of the person is kept\(exception)"]
        }
        lines += try await devices(of: found.id, tenant: tenant.id).map(\.line)
        for template in try await data.store.templates(of: found.id) {
            lines.append("template kept: \(template.kind), model \(template.model)")
        }
        for (id, _) in try await data.store.enrollments(beside: found.id) {
            guard let other = try await data.store.enrollment(id) else { continue }
            lines.append(
                "the same person: enrollment \(id.text), \(other.enrollment.status.rawValue)"
                    + (other.enrollment.code.map { ", registration code \($0)" } ?? ""))
        }
        return lines
    }

    func lines(on row: EvidenceRow, of tenant: TenantID) async throws -> [String] {
        let kept = "evidence kept: \(row.kind), \(row.byteCount) bytes sealed, object \(row.id.text)"
        do {
            let dataKey = try data.keys.dataKey(of: row.enrollmentID, tenant: tenant)
            let object = try await data.evidence.read(row, under: dataKey)
            let head = Data(object["measurements"] ?? [])
            switch row.judgedKind {
            case TemplateKind.face.evidenceKind:
                return [kept] + (try JSONDecoder().decode(FaceEvidence.self, from: head).lines)
                    + (try object.duplicateCheck.map { [$0.line] } ?? [])
            case TemplateKind.portrait.evidenceKind:
                return [kept] + (try JSONDecoder().decode(DocumentRecord.self, from: head).lines)
                    + (try object.duplicateCheck.map { [$0.line] } ?? [])
            default: return [kept]
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            return [kept, "it cannot be read: onboarding audit verify says what is wrong"]
        }
    }
}

extension DuplicateCheck {
    fileprivate var line: String {
        if let notSearched { return "other registrations not searched: \(notSearched.rawValue)" }
        let texts = Figures.texts(
            findings.map(\.similarity), beside: threshold.map { [$0.similarity] } ?? [], .decimals(3))
        let found = zip(findings, texts.numbers).map { finding, similarity in
            similarity + (finding.enrollment.map { " enrollment \($0)" } ?? "")
        }
        return "\(registrations ?? 0) registrations searched, threshold \(texts.limits.first ?? "unknown"): "
            + (found.isEmpty ? "nobody found" : found.joined(separator: ", "))
    }
}

extension [DocumentFinding] {
    /// In brackets; nothing where there are none.
    var words: String {
        isEmpty ? "" : " (\(map { $0.code.rawValue + ($0.field.map { " \($0)" } ?? "") }.joined(separator: ", ")))"
    }
}

extension Event {
    /// - Parameter stored: the enrollment; nil for one that was erased, of which it is not known any more whether a QR
    ///   image began it.
    func sentence(in stored: StoredEnrollment?) -> String {
        switch self {
        case .triggered(let until):
            (stored.map { $0.sessionDigest == nil ? "begun by the tenant's own client" : "triggered by the portal" }
                ?? "begun") + ", open until \(until.iso8601WithMilliseconds)"
        case .codeReserved(let registrationCode): "registration code \(registrationCode) reserved"
        case .validated: "a phone exchanged the session"
        case .started(let policy, let deadline):
            "enroll: asks for \(policy.requiredChecks.map(\.rawValue).joined(separator: ", ")) until "
                + deadline.iso8601WithMilliseconds
        case .consentGiven(let consent):
            "consent to text \(consent.textVersion) (\(consent.textHash)), \(consent.language)"
        case .deviceAdded: "device added"
        case .faceAdded: "face judged live"
        case .faceRefused(let decision, _): "face not accepted: \(decision.rawValue)"
        case .faceChallenged(let challenge):
            "challenge issued: \(challenge.steps.map(\.prompt.rawValue).joined(separator: ", "))"
        case .facesTaken(let count):
            "\(count) \(count == 1 ? "image" : "images") of the face taken over from the tenant's own client, not judged"
        case .documentAdded: "document verified and matching"
        case .documentRefused(let decision, _, let findings):
            "document not accepted: \(decision.rawValue)\(findings.words)"
        case .faceReopened(let reopening):
            "face asked for again, with a turn to the \(reopening.turn.rawValue): \(reopening.reason.rawValue)"
        case .duplicateFound(let other): "the face is that of enrollment \(other.text)"
        case .completed(let registrationCode): "complete, registered as \(registrationCode)"
        case .failed(let reason): "failed: \(reason.rawValue)"
        case .cancelled: "cancelled"
        case .expired: "expired"
        case .reviewRequested: "a human is asked to look at it"
        case .reviewed(let decision, _): "a human has looked at it: \(decision.rawValue)"
        case .captureAsked(_, let deadline):
            "a capture of the face is asked for, until \(deadline.iso8601WithMilliseconds)"
        case .answered(let record): "answered \(record.step.rawValue), request \(record.requestDigest.prefix(12))…"
        }
    }
}
