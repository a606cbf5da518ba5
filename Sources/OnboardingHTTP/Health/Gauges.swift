internal import Casework
internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingStorage
internal import Operations
internal import Synchronization
internal import Tenancy

/// What is measured when somebody reads the metrics: the process, the disk, the jobs, and what the database counts, which
/// outlives a start.
final class Gauges: Sendable {
    private let data: DataDirectory
    private let faces: FaceIndex
    private let engines: WorkerPool
    private let keyCheck: KeyCheck
    private let rounds: Rounds
    /// Nil where the server has no certificate.
    private let daysOfCertificate: (@Sendable () -> Int)?
    /// By which the position in the audit trail is kept; nil where that is sent nowhere.
    private let trailReceiver: String?
    private let counted = Mutex<(at: ContinuousClock.Instant, counts: Counts)?>(nil)

    /// What the database counts, it reads whole tables for.
    private static let memory = Duration.seconds(60)

    private struct Counts {
        let figures: StoreFigures
        let backlogs: [WebhookBacklog]
        let mail: MailBacklog
        let schema: String

        func of(_ tenant: TenantID) -> Counts {
            Counts(
                figures: figures.of(tenant), backlogs: backlogs.filter { $0.tenantID == tenant }, mail: mail,
                schema: schema)
        }
    }

    init(
        data: DataDirectory, faces: FaceIndex, engines: WorkerPool, keyCheck: KeyCheck, rounds: Rounds,
        daysOfCertificate: (@Sendable () -> Int)? = nil, trailReceiver: String? = nil
    ) {
        self.data = data
        self.faces = faces
        self.engines = engines
        self.keyCheck = keyCheck
        self.rounds = rounds
        self.daysOfCertificate = daysOfCertificate
        self.trailReceiver = trailReceiver
    }

    /// Of the whole server.
    /// - Parameter names: of tenants, to show their figures one by one as well; nil for none.
    func all(byTenant names: [TenantID: String]? = nil) async throws -> [Metrics.Gauge] {
        let counts = try await counts()
        let build = #"schema="\#(counts.schema)",version="\#(Installation.version)""#
        var gauges = [
            Metrics.Gauge(
                name: "onboarding_build_info", help: "The program and the schema of its database.", labels: build,
                value: 1),
            Metrics.Gauge(
                name: "onboarding_engine_jobs", help: "Jobs running or waiting for an engine thread.",
                value: Double(engines.jobs)),
            Metrics.Gauge(
                name: "onboarding_missing_keys",
                help: "Keys of tenants and enrollments that are not there: what they sealed opens no more.",
                value: Double(keyCheck.missing.count)),
        ]
        gauges += Self.process + disk + jobs + faceSearch
        if let daysOfCertificate {
            gauges.append(
                Metrics.Gauge(
                    name: "onboarding_certificate_days_left", help: "Days until the certificate ends.",
                    value: Double(daysOfCertificate())))
        }
        if let trailReceiver {
            let standing = try await data.store.trailStanding(of: trailReceiver)
            gauges += [
                Metrics.Gauge(
                    name: "onboarding_syslog_waiting",
                    help: "Entries of the audit trail that wait to be sent to the receiver of syslog.",
                    value: Double(standing.waiting)),
                .instant(
                    "onboarding_syslog_oldest_timestamp_seconds", "When the oldest entry was written that waits.",
                    standing.oldest),
            ]
        }
        gauges += [
            Metrics.Gauge(
                name: "onboarding_evidence_objects", help: "Evidence objects that are kept.",
                value: Double(counts.figures.evidenceObjects)),
            Metrics.Gauge(
                name: "onboarding_evidence_bytes", help: "Bytes of the evidence that is kept.",
                value: Double(counts.figures.evidenceBytes)),
            .instant(
                "onboarding_last_backup_timestamp_seconds", "When the last backup was written.",
                counts.figures.lastBackup),
            Metrics.Gauge(
                name: "onboarding_mail_waiting", help: "Messages to persons that wait to be sent.",
                value: Double(counts.mail.waiting)),
            .instant(
                "onboarding_mail_oldest_timestamp_seconds",
                "When the oldest message was written that waits to be sent.",
                counts.mail.oldest),
        ]
        // Those of one name stand side by side.
        let shown =
            [("", counts)]
            + (names ?? [:]).sorted { $0.value < $1.value }.map { id, name in
                (#"tenant="\#(name)""#, counts.of(id))
            }
        return gauges + Self.merged(shown.map { Self.enrollments(in: $1, labels: $0) })
    }

    /// Of one tenant.
    func of(_ tenant: TenantID) async throws -> [Metrics.Gauge] {
        Self.enrollments(in: try await counts().of(tenant), labels: "")
    }

    private static func merged(_ groups: [[Metrics.Gauge]]) -> [Metrics.Gauge] {
        let all = groups.flatMap(\.self)
        var names: [String] = []
        for gauge in all where !names.contains(gauge.name) { names.append(gauge.name) }
        return names.flatMap { name in all.filter { $0.name == name } }
    }

    private static func enrollments(in counts: Counts, labels: String) -> [Metrics.Gauge] {
        let before = labels.isEmpty ? "" : labels + ","
        let oldest = counts.backlogs.compactMap(\.oldest).min()
        return counts.figures.enrollments.sorted { $0.key < $1.key }.map { status, count in
            Metrics.Gauge(
                name: "onboarding_enrollments", help: "Enrollments that are kept, by status.",
                labels: before + #"status="\#(status)""#, value: Double(count))
        }
            + counts.figures.authentications.sorted { $0.key < $1.key }.map { status, count in
                Metrics.Gauge(
                    name: "onboarding_authentications",
                    help: "Authentications of registrations that are kept, by status.",
                    labels: before + #"status="\#(status)""#, value: Double(count))
            } + [
                Metrics.Gauge(
                    name: "onboarding_enrollments_erased", help: "Enrollments that were erased.", labels: labels,
                    value: Double(counts.figures.erased)),
                Metrics.Gauge(
                    name: "onboarding_registrations_handed_in",
                    help:
                        "Registrations that are kept and that the tenant's client made, from images that nobody judged.",
                    labels: labels, value: Double(counts.figures.handedIn)),
                Metrics.Gauge(
                    name: "onboarding_webhook_waiting", help: "Events that wait to be sent to webhooks.",
                    labels: labels,
                    value: Double(counts.backlogs.reduce(0) { $0 + $1.waiting })),
                .instant(
                    "onboarding_webhook_oldest_timestamp_seconds",
                    "When the oldest event happened that waits for a webhook.", oldest, labels: labels),
                Metrics.Gauge(
                    name: "onboarding_webhook_given_up", help: "Events that a webhook did not take for a day.",
                    labels: labels, value: Double(counts.backlogs.reduce(0) { $0 + $1.givenUp })),
            ]
    }

    private func counts() async throws -> Counts {
        let now = ContinuousClock().now
        if let counted = counted.withLock({ $0 }), now - counted.at < Self.memory { return counted.counts }
        let counts = Counts(
            figures: try await data.store.figures(), backlogs: try await data.store.webhookBacklogs(),
            mail: try await data.store.mailBacklog(),
            schema: try await data.store.schemaVersion())
        counted.withLock { $0 = (now, counts) }
        return counts
    }

    private var jobs: [Metrics.Gauge] {
        Rounds.Job.allCases.map { job in
            .instant(
                "onboarding_last_\(job.rawValue)_timestamp_seconds",
                "When the \(job.rawValue) last came to its end since the start.", rounds.end(of: job))
        } + [
            Metrics.Gauge(
                name: "onboarding_last_verification_findings", help: "What the last verification found changed.",
                value: Double(rounds.findings ?? 0)),
            Metrics.Gauge(
                name: "onboarding_sweep_stopped_objects",
                help: "Evidence without a row that the last sweep left, because it was too much.",
                value: Double(rounds.objectsLeftLying)),
            Metrics.Gauge(
                name: "onboarding_retention_stopped",
                help: "1 where nothing is erased by age, because the clock cannot be trusted.",
                value: rounds.isRetentionStopped ? 1 : 0),
        ]
    }

    private var faceSearch: [Metrics.Gauge] {
        let (ready, waiting) = faces.readiness
        return [("ready", ready), ("waiting", waiting)].map { state, count in
            Metrics.Gauge(
                name: "onboarding_face_search_tenants",
                help: "Tenants among whose faces somebody searches, by whether all of them are read.",
                labels: #"state="\#(state)""#, value: Double(count))
        } + [
            Metrics.Gauge(
                name: "onboarding_face_search_faces", help: "Faces in memory for searches.",
                value: Double(faces.count)),
            Metrics.Gauge(
                name: "onboarding_face_search_bytes", help: "Memory that those take.",
                value: Double(faces.memory)),
        ]
    }

    private var disk: [Metrics.Gauge] {
        func size(_ path: String) -> Double {
            var status = stat()
            return stat(path, &status) == 0 ? Double(status.st_size) : 0
        }
        let database = ["", "-wal"].map { size(data.folder.databasePath + $0) + size(data.folder.keysPath + $0) }
        return [
            Metrics.Gauge(
                name: "onboarding_disk_free_bytes", help: "What the file system of the data has left.",
                value: Double(DataFolder.freeBytes(at: data.folder.path) ?? 0)),
            Metrics.Gauge(
                name: "onboarding_disk_low", help: "1 where what is left will not last.",
                value: data.folder.isLow ? 1 : 0),
            Metrics.Gauge(
                name: "onboarding_database_bytes", help: "Bytes of both databases with their logs.",
                value: database.reduce(0, +)),
        ]
    }
}

extension StoreFigures {
    fileprivate func of(_ tenant: TenantID) -> StoreFigures {
        var figures = StoreFigures()
        figures.tenants[tenant] = tenants[tenant]
        return figures
    }
}

extension Metrics.Gauge {
    /// Seconds since 1970; 0 for what has not been yet.
    static func instant(_ name: String, _ help: String, _ instant: Instant?, labels: String = "") -> Metrics.Gauge {
        Metrics.Gauge(
            name: name, help: help + " Seconds since 1970; 0 where there is none.", labels: labels,
            value: Double(instant?.millisecondsSince1970 ?? 0) / 1000)
    }
}
