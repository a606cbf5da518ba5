internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// Collects what is kept of a person, and writes its images and records on the way.
struct ExportedPerson {
    let data: DataDirectory
    let tenant: TenantRow
    let now: Instant
    let files: ExportFiles

    private static let batch = 500

    init(data: DataDirectory, tenant: TenantRow, at now: Instant, files: ExportFiles) {
        (self.data, self.tenant, self.now, self.files) = (data, tenant, now, files)
    }

    /// - Parameter ids: of all enrollments of one person.
    func record(of ids: [EnrollmentID]) async throws -> PersonRecord {
        guard let configuration = try await data.store.configuration(of: tenant.id) else {
            throw StorageError.tenantDamaged
        }
        let settings = try TenantSettings(try configuration.value)
        let retention = settings.retention(at: now)
        let held = Set(try await data.store.holds(tenant: tenant.id).map(\.enrollmentID))
        var stored: [StoredEnrollment] = []
        // One may have been erased since it was listed.
        for id in ids { if let found = try await data.store.enrollment(id) { stored.append(found) } }
        stored.sort { ($0.createdAt, $0.id.text) < ($1.createdAt, $1.id.text) }
        var attempts: [PersonRecord.Attempt] = []
        for enrollment in stored {
            // Its key goes first when it is erased.
            guard let dataKey = try Cases(of: data).dataKeyIfKept(of: enrollment) else { continue }
            attempts.append(
                try await ExportedAttempt(
                    data: data, stored: enrollment, dataKey: dataKey, retention: retention,
                    isHeld: held.contains(enrollment.id), number: attempts.count + 1, files: files
                ).record(at: now))
        }
        guard let begun = attempts.first?.begunAt else { throw StorageError.unknownSubject }
        let (readings, recipients) = try await trail(of: Set(attempts.map(\.enrollment)), since: begun)
        let notice = settings.privacyNotice
        return PersonRecord(
            writtenAt: now.iso8601WithMilliseconds,
            tenant: .init(
                name: tenant.name, isTest: tenant.isTest, contact: notice.contact, purposes: notice.purposes,
                recipients: notice.recipients),
            retention: .init(
                registration: retention.registrationsInDays, failed: retention.failedInDays,
                biometric: retention.biometricsInDays, document: retention.documentsInDays,
                trail: retention.trailInDays, fraudHold: settings.fraudHold.days,
                fraudHoldGround: settings.fraudHold.ground),
            recipients: recipients, readings: readings, enrollments: attempts)
    }

    /// Who was given the person's data, and where messages about their enrollments went: what the audit trail tells, and what
    /// is set up now.
    private func trail(
        of enrollments: Set<String>, since begun: String
    ) async throws -> ([PersonRecord.Reading], [PersonRecord.Recipient]) {
        let webhooks = try await data.store.webhooks().filter { $0.tenantID == tenant.id }
        var (readings, past): ([PersonRecord.Reading], [String: (host: String, since: String)]) = ([], [:])
        var recipients = webhooks.map { webhook in
            PersonRecord.Recipient(
                host: Self.host(of: webhook.url), since: webhook.createdAt.iso8601WithMilliseconds,
                until: webhook.disabled?.at.iso8601WithMilliseconds)
        }
        let present = Set(webhooks.map(\.id.text))
        var last = 0
        while true {
            let page = try await data.store.auditEntries(after: last, limit: Self.batch)
            for entry in page where entry.tenantID == tenant.id {
                if let reading = Self.reading(entry, of: enrollments) { readings.append(reading) }
                guard let id = entry.detail["webhook"], !present.contains(id) else { continue }
                let at = entry.at.iso8601WithMilliseconds
                switch AuditEvent.Kind(rawValue: entry.kind) {
                case .webhookAdded: past[id] = entry.detail["url"].map { (Self.host(of: $0), at) }
                case .webhookRemoved:
                    if let (host, since) = past[id] { recipients.append(.init(host: host, since: since, until: at)) }
                default: break
                }
            }
            guard page.count == Self.batch, let newest = page.last else { break }
            last = newest.sequence
        }
        // What ended before the person came was sent nothing of them.
        let reached = recipients.filter { $0.until.map { $0 >= begun } ?? true }
        return (readings, reached.sorted { ($0.since, $0.host) < ($1.since, $1.host) })
    }

    private static func reading(_ entry: AuditEntry, of enrollments: Set<String>) -> PersonRecord.Reading? {
        let (named, operation): (String?, String?) =
            switch AuditEvent.Kind(rawValue: entry.kind) {
            case .personDataRead: (entry.detail["enrollments"], entry.detail["operation"])
            case .registrationExported: (entry.detail["enrollment"], "export")
            default: (nil, nil)
            }
        guard let named, let operation else { return nil }
        // A search shows several persons; of the others nothing is said.
        let own = named.split(separator: " ").map(String.init).filter(enrollments.contains)
        guard !own.isEmpty else { return nil }
        return PersonRecord.Reading(
            at: entry.at.iso8601WithMilliseconds, by: reader(entry.detail["actor"]), operation: operation,
            purpose: entry.detail["purpose"], enrollments: own)
    }

    /// Who has read, as the trail names them. That an operator of the tenant has is said, and not which one: their name is
    /// another person's datum (CJEU C-579/21).
    private static func reader(_ actor: String?) -> String {
        guard let actor else { return "unknown" }
        return actor.hasPrefix("operator ") ? "operator" : actor
    }

    private static func host(of url: String) -> String { URLComponents(string: url)?.host ?? "unknown" }
}
