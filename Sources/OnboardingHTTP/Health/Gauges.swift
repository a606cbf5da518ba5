internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingStorage
internal import Synchronization

/// What is measured when somebody reads the metrics: the process, the disk, and what the database counts, which outlives a
/// start.
final class Gauges: Sendable {
    private let data: DataDirectory
    private let engines: WorkerPool
    private let keyCheck: KeyCheck
    /// Nil where the server has no certificate.
    private let daysOfCertificate: (@Sendable () -> Int)?
    private let counted = Mutex<(at: ContinuousClock.Instant, gauges: [Metrics.Gauge])?>(nil)

    /// What the database counts, it reads whole tables for.
    private static let memory = Duration.seconds(60)

    init(
        data: DataDirectory, engines: WorkerPool, keyCheck: KeyCheck, daysOfCertificate: (@Sendable () -> Int)? = nil
    ) {
        self.data = data
        self.engines = engines
        self.keyCheck = keyCheck
        self.daysOfCertificate = daysOfCertificate
    }

    func all() async throws -> [Metrics.Gauge] {
        var gauges = [
            Metrics.Gauge(
                name: "onboarding_engine_jobs", help: "Jobs running or waiting for an engine thread.",
                value: Double(engines.jobs)),
            Metrics.Gauge(
                name: "onboarding_missing_keys",
                help: "Keys of tenants and enrollments that are not there: what they sealed opens no more.",
                value: Double(keyCheck.missing.count)),
        ]
        gauges += Self.process + disk
        if let daysOfCertificate {
            gauges.append(
                Metrics.Gauge(
                    name: "onboarding_certificate_days_left", help: "Days until the certificate ends.",
                    value: Double(daysOfCertificate())))
        }
        return gauges + (try await database())
    }

    private func database() async throws -> [Metrics.Gauge] {
        let now = ContinuousClock().now
        if let counted = counted.withLock({ $0 }), now - counted.at < Self.memory { return counted.gauges }
        let figures = try await data.store.figures()
        let backlogs = try await data.store.webhookBacklogs()
        let oldest = backlogs.compactMap(\.oldest).min()
        let schema = try await data.store.schemaVersion()
        let build = #"schema="\#(schema)",version="\#(Installation.version)""#
        var gauges = [
            Metrics.Gauge(
                name: "onboarding_build_info", help: "The program and the schema of its database.", labels: build,
                value: 1)
        ]
        gauges += figures.enrollments.sorted { $0.key < $1.key }.map { status, count in
            Metrics.Gauge(
                name: "onboarding_enrollments", help: "Enrollments that are kept, by status.",
                labels: #"status="\#(status)""#, value: Double(count))
        }
        gauges += [
            Metrics.Gauge(
                name: "onboarding_enrollments_erased", help: "Enrollments that were erased.",
                value: Double(figures.erased)),
            Metrics.Gauge(
                name: "onboarding_evidence_objects", help: "Evidence objects that are kept.",
                value: Double(figures.evidenceObjects)),
            Metrics.Gauge(
                name: "onboarding_evidence_bytes", help: "Bytes of the evidence that is kept.",
                value: Double(figures.evidenceBytes)),
            Metrics.Gauge(
                name: "onboarding_last_backup_timestamp_seconds",
                help: "When the last backup was written, seconds since 1970; 0 where none was.",
                value: Double(figures.lastBackup?.millisecondsSince1970 ?? 0) / 1000),
            Metrics.Gauge(
                name: "onboarding_webhook_waiting", help: "Events that wait to be sent to webhooks.",
                value: Double(backlogs.reduce(0) { $0 + $1.waiting })),
            Metrics.Gauge(
                name: "onboarding_webhook_oldest_timestamp_seconds",
                help: "When the oldest event happened that waits for a webhook, seconds since 1970; 0 where none does.",
                value: Double(oldest?.millisecondsSince1970 ?? 0) / 1000),
            Metrics.Gauge(
                name: "onboarding_webhook_given_up", help: "Events that a webhook did not take for a day.",
                value: Double(backlogs.reduce(0) { $0 + $1.givenUp })),
        ]
        counted.withLock { $0 = (now, gauges) }
        return gauges
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
                name: "onboarding_database_bytes", help: "Bytes of both databases with their logs.",
                value: database.reduce(0, +)),
        ]
    }

    /// In the names that Prometheus' own libraries use.
    private static var process: [Metrics.Gauge] {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        let pages = FileManager.default.contents(atPath: "/proc/self/statm").flatMap { contents in
            String(decoding: contents, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Double($0) }
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return [
            Metrics.Gauge(
                name: "process_cpu_seconds_total", help: "Processor time that the process has used.", type: "counter",
                value: seconds(usage.ru_utime) + seconds(usage.ru_stime)),
            Metrics.Gauge(
                name: "process_resident_memory_bytes", help: "Resident memory.",
                value: (pages ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE)))),
            Metrics.Gauge(name: "process_open_fds", help: "Open file descriptors.", value: Double(files)),
            Metrics.Gauge(
                name: "process_start_time_seconds", help: "When the process began, seconds since 1970.", value: start),
        ]
    }

    private static let start = Date().timeIntervalSince1970 - ProcessInfo.processInfo.uptimeOfProcess
}

extension ProcessInfo {
    /// Seconds since this process began.
    fileprivate var uptimeOfProcess: Double {
        let fields = FileManager.default.contents(atPath: "/proc/self/stat").map { contents in
            // Behind the name, which may hold blanks.
            String(decoding: contents, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        }
        guard let ticks = fields.flatMap({ $0.count > 19 ? Double($0[19]) : nil }) else { return 0 }
        return systemUptime - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
