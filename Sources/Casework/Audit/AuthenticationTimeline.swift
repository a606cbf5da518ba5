internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingJSON
package import OnboardingStorage

/// The timeline of an authentication as one JSON object, as `TimelineDocument` of an enrollment.
///
///     {"authenticationId","enrollmentId","tenant","test","purpose","erasedAt"?,"events":[{"at","event":{…},"sentence",
///      "evidence"?:{…}}]}
package struct AuthenticationTimeline: Encodable, Sendable {
    struct Entry: Encodable, Sendable {
        let at: String
        let event: AuthenticationEvent
        let sentence: String
        let evidence: TimelineDocument.Evidence?
    }

    let authenticationId: String
    let enrollmentId: String
    let tenant: String
    let test: Bool
    let purpose: String
    let erasedAt: String?
    let events: [Entry]

    package var json: [UInt8] {
        get throws { try sortedKeyJSON(self) }
    }

    /// The same for somebody to read.
    package var lines: [String] {
        var lines = [
            "\(purpose == AuthenticationPurpose.authenticate.rawValue ? "authentication" : "re-enrollment") "
                + "\(authenticationId) of enrollment \(enrollmentId) of tenant \(tenant)\(test ? " (test)" : "")"
                + (erasedAt == nil ? "" : ", erased")
        ]
        for entry in events {
            lines.append("\(entry.at)  \(entry.sentence)")
            lines += entry.evidence?.lines.map { "    " + $0 } ?? []
        }
        return lines + (erasedAt.map { ["\($0)  erased: nothing of the person is kept"] } ?? [])
    }
}

extension Auditor {
    /// - Parameter since: only what happened then or later; nil for all.
    package func timeline(
        of found: TracedAuthentication, tenant: TenantRow, since: Instant? = nil
    ) async throws -> AuthenticationTimeline {
        let stored = try await data.store.authentication(found.id)
        var rows: [EvidenceID: EvidenceRow] = [:]
        if found.erasedAt == nil {
            for row in try await data.store.evidence(ofAuthenticationsOf: found.enrollmentID) {
                rows[row.judgedID] = row
            }
        }
        var entries: [AuthenticationTimeline.Entry] = []
        for (at, event) in try await data.store.events(of: found.id) where at >= since ?? at {
            var evidence: TimelineDocument.Evidence?
            if let reference = event.evidence, let row = rows[reference.id] {
                evidence = TimelineDocument.Evidence(reference, row, lines: try await lines(on: row, of: tenant.id))
            }
            entries.append(
                AuthenticationTimeline.Entry(
                    at: at.iso8601WithMilliseconds, event: event, sentence: event.sentence(in: stored),
                    evidence: evidence))
        }
        return AuthenticationTimeline(
            authenticationId: found.id.text, enrollmentId: found.enrollmentID.text, tenant: tenant.name,
            test: tenant.isTest, purpose: found.purpose.rawValue, erasedAt: found.erasedAt?.iso8601WithMilliseconds,
            events: entries)
    }

    /// How the person of a registration came back, a line each.
    func returns(to found: TracedEnrollment, tenant: TenantRow, since: Instant?) async throws -> [String] {
        let count = try await data.store.countAuthentications(of: found.id)
        guard count > 0 else { return [] }
        let newest = try await Cases(of: data).authentications(
            of: found, tenant: tenant.name, isTest: tenant.isTest, at: Instant.now())
        let lines = newest.filter { one in one.events.contains { $0.at >= since ?? $0.at } }
            .compactMap { ReturnedAuthentication($0)?.line }
        let earlier = count - newest.count
        return (earlier > 0 && since == nil ? ["came back \(earlier) times before, which are not listed"] : []) + lines
    }
}

extension AuthenticationEvent {
    /// - Parameter stored: the authentication; nil where its registration was erased, and it is not known any more whether a QR
    ///   image began it.
    fileprivate func sentence(in stored: StoredAuthentication?) -> String {
        switch self {
        case .triggered(let until):
            (stored.map { $0.sessionDigest == nil ? "begun by the tenant's own client" : "triggered by the portal" }
                ?? "begun") + ", open until \(until.iso8601WithMilliseconds)"
        case .validated: "a phone exchanged the session"
        case .started(let policy, let deadline):
            "\(policy.purpose.rawValue): asks for \(policy.requiredChecks.map(\.rawValue).joined(separator: ", ")) until "
                + deadline.iso8601WithMilliseconds
        case .deviceVerified(let decision): "device accepted: \(decision.rawValue)"
        case .deviceRefused(let decision): "device not accepted: \(decision.rawValue)"
        case .faceVerified: "face judged live, and the registered one"
        case .faceRefused(let decision, _): "face not accepted: \(decision.rawValue)"
        case .faceChallenged(let challenge):
            "challenge issued: \(challenge.steps.map(\.prompt.rawValue).joined(separator: ", "))"
        case .documentAdded: "document verified and matching"
        case .documentRefused(let decision, _, let findings):
            "document not accepted: \(decision.rawValue)\(findings.words)"
        case .deviceReplaced(let change): "another device registered: \(change.rawValue)"
        case .locked(let failures, let until):
            "the registration is locked until \(until.iso8601WithMilliseconds), after \(failures) failed checks"
        case .completed: "complete"
        case .failed(let reason): "failed: \(reason.rawValue)"
        case .cancelled: "cancelled"
        case .expired: "expired"
        case .answered(let record): "answered \(record.step.rawValue), request \(record.requestDigest.prefix(12))…"
        }
    }
}
