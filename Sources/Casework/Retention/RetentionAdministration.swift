internal import Foundation
internal import Logging
internal import Onboarding
package import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// What an operator does with retention and legal holds from the command line. Works beside a running server.
public struct RetentionAdministration: Sendable {
    let data: DataDirectory
    private let run: RetentionRun

    public init(dataFolder: String, masterKeyFile: String, erasureJournal: String?) throws {
        data = try DataDirectory(
            dataFolder: dataFolder, masterKeyFile: masterKeyFile, erasureJournal: erasureJournal, makesMissing: false,
            migrates: false)
        let tenants = TenantDirectory(
            store: data.store, keys: data.keys, clock: Instant.now,
            logger: Logger(label: "onboarding") { _ in SwiftLogNoOpLogHandler() })
        run = RetentionRun(cases: Cases(of: data), tenants: tenants)
    }

    /// What is due now, by tenant; nothing is erased.
    package func due() async throws -> [(tenant: String, counts: RetentionCounts)] {
        try await run.due(at: Instant.now())
    }

    /// Erases what is due.
    /// - Parameter clockIsRight: whether somebody has looked at the clock.
    /// - Throws: a sentence where the clock cannot be trusted and nobody has.
    package func perform(clockIsRight: Bool) async throws -> RetentionCounts {
        let now = Instant.now()
        if clockIsRight {
            try await data.store.note(.clockTrusted, tenant: nil, at: now)
        } else if try await !run.trustsClock(at: now) {
            throw ConfigurationError(
                description:
                    "The clock says \(now.iso8601WithMilliseconds), more than \(Limit.clockGap.value / 86_400) days after it was "
                    + "last trusted. If it is right, say so with --clock-is-right; if not, set it right first.",
                kind: .refused)
        }
        return try await run.perform(at: now)
    }

    /// Keeps whatever there is of the one person whom `search` asks for.
    /// - Returns: their enrollments.
    package func hold(
        _ search: EnrollmentSearch, tenant name: String, reason: String
    ) async throws -> [EnrollmentID] {
        guard AuditActor.isPurpose(reason) else {
            throw ConfigurationError(
                description: "The reason of a hold is a word of letters, digits and -._/:.", kind: .misused)
        }
        let (tenant, ids) = try await enrollments(search, tenant: name)
        try await data.store.hold(ids, of: tenant, reason: reason, at: Instant.now())
        return ids
    }

    /// - Returns: how many holds were lifted.
    package func lift(_ search: EnrollmentSearch, tenant name: String) async throws -> Int {
        let (tenant, ids) = try await enrollments(search, tenant: name)
        return try await data.store.liftHolds(on: ids, of: tenant, at: Instant.now())
    }

    package func holds(tenant name: String) async throws -> [LegalHold] {
        try await data.store.holds(tenant: try await data.tenant(name: name).id)
    }

    /// What stays of whoever withdrew from a tenant, the first to end first.
    package func fraudHolds(tenant name: String) async throws -> [FraudHold] {
        try await data.store.fraudHolds(tenant: try await data.tenant(name: name).id, endedBefore: nil)
    }

    /// Writes the evidence of attacks that is locked away of an enrollment into a folder, and notes in the trail that it was read.
    /// - Returns: the names of the files.
    /// - Throws: a sentence where nothing is locked away of it, or the folder exists.
    package func readLockedEvidence(
        of id: EnrollmentID, tenant name: String, to folder: String
    ) async throws -> [String] {
        let tenant = try await data.tenant(name: name)
        let hold = try await data.store.fraudHolds(tenant: tenant.id, endedBefore: nil).first { $0.enrollmentID == id }
        guard let hold, hold.count > 0 else {
            throw ConfigurationError(description: "Nothing is locked away of \(id.text).", kind: .notFound)
        }
        // Before the trail says that it was read.
        let files = try ExportFiles(folder: folder)
        let opened = try await FraudHolds(cases: Cases(of: data)).open(hold)
        try await data.store.note(.lockedEvidenceRead(id), tenant: tenant.id, at: Instant.now())
        var names: [String] = []
        for (row, object) in opened {
            for section in object.sections {
                names.append(try files.write(section.contents, as: "\(row.id.text)/\(section.name)"))
            }
        }
        try files.finish()
        return names
    }

    private func enrollments(
        _ search: EnrollmentSearch, tenant name: String
    ) async throws -> (TenantID, [EnrollmentID]) {
        let (tenant, stored) = try await Auditor(data: data).person(search, tenant: name)
        return (tenant.id, [stored.id] + (try await data.store.enrollments(beside: stored.id).map(\.id)))
    }
}
