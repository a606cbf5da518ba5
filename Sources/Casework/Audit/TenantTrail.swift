internal import Foundation
package import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage
package import Tenancy

/// What the audit trail tells of one tenant, for its own people. Of enrollments it says how many there were; where there was one,
/// also which, for whoever may look at it.
package struct TenantTrail: Sendable {
    package struct Entry: Equatable, Sendable {
        package let number: Int
        package let at: Instant
        /// A word of `AuditEvent.Kind`, or of a newer program.
        package let kind: String
        /// As the trail names them; nil for what was written before entries had actors, and where the words were taken.
        package let actor: String?
        /// What it is about, by the names that the trail has for it.
        package let about: [(name: String, text: String)]
        /// Keys of the configuration that were changed.
        package let changes: [Change]
        /// How many enrollments it names.
        package let enrollments: Int
        /// The enrollment, where it names one alone.
        package let onlyEnrollment: EnrollmentID?
        /// Whether it was kept for its time and tells nothing any more.
        package let isWithdrawn: Bool

        package static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
    }

    /// A key that was given another value.
    package struct Change: Equatable, Sendable {
        /// With dots.
        package let key: String
        /// As JSON; nil where there was nothing.
        package let before: String?
        package let after: String?
    }

    /// Names of what an entry tells that can be shown to whoever administers a tenant: no person, and no secret in an address.
    static let shown = [
        "name", "operator", "role", "rights", "means", "client", "scopes", "kind", "keyID", "model", "webhook", "kinds",
        "operation", "month", "documents", "version", "count", "cause", "evidence", "reason", "purpose",
        "logo", "decision", "fields", "statedPurpose", "group", "result", "proposal", "action", "proposedBy",
        "agreement",
        "proposer",
    ]

    let store: any Store

    /// - Parameters:
    ///   - kind: a word of `AuditEvent.Kind`; nil for all.
    ///   - number: of the last entry of the page before; nil for the newest.
    /// - Returns: also where to go on; nil at the end.
    package func page(
        kind: AuditEvent.Kind? = nil, before number: Int? = nil, limit: Int, by principal: Principal
    ) async throws -> (entries: [Entry], next: Int?) {
        let found = try await store.auditEntries(
            tenant: principal.tenant.id, kind: kind?.rawValue, before: number, limit: limit + 1)
        let page = found.prefix(limit)
        return (page.map(Entry.init), found.count > limit ? page.last?.sequence : nil)
    }
}

extension TenantTrail.Entry {
    init(_ entry: AuditEntry) {
        let detail = entry.detail
        number = entry.sequence
        at = entry.at
        kind = entry.kind
        actor = detail["actor"]
        about = TenantTrail.shown.compactMap { name in detail[name].map { (name, $0) } }
        changes = detail["changes"].map(TenantTrail.Change.all(in:)) ?? []
        enrollments =
            detail["enrollments"].map { $0.split(separator: " ").count } ?? (detail["enrollment"] == nil ? 0 : 1)
        onlyEnrollment = (detail["enrollments"] ?? detail["enrollment"]).flatMap { EnrollmentID(text: $0) }
        isWithdrawn = detail["withdrawn"] != nil
    }
}

extension TenantTrail.Change {
    private struct Stored: Decodable {
        let path: String
        let before: JSONValue?
        let after: JSONValue?
    }

    /// - Parameter json: a list of `JSONDifference`.
    static func all(in json: String) -> [TenantTrail.Change] {
        let stored = (try? JSONDecoder().decode([Stored].self, from: Data(json.utf8))) ?? []
        return stored.map { change in
            TenantTrail.Change(
                key: key(change.path), before: change.before.flatMap(text), after: change.after.flatMap(text))
        }
    }

    /// - Parameter pointer: RFC 6901.
    private static func key(_ pointer: String) -> String {
        pointer.split(separator: "/").map { $0.replacing("~1", with: "/").replacing("~0", with: "~") }
            .joined(separator: ".")
    }

    private static func text(_ value: JSONValue) -> String? {
        (try? sortedKeyJSON(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}
