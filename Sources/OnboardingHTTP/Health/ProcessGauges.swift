internal import Foundation
internal import Tenancy

extension Gauges {
    /// In the names that Prometheus' own libraries use.
    static var process: [Metrics.Gauge] {
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
