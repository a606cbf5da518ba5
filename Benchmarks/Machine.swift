import Foundation

/// What the figures come from.
enum Machine {
    static let cores = ProcessInfo.processInfo.activeProcessorCount

    /// The processor's name and the cores.
    static var description: String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\(model ?? "unknown processor"), \(cores) cores"
    }
}

/// What the system counts of a process.
struct ProcessFigures {
    private let folder: String

    /// - Parameter identifier: nil for this process.
    init(of identifier: Int32? = nil) {
        folder = "/proc/" + (identifier.map { "\($0)" } ?? "self")
    }

    /// Processor time used so far, in seconds.
    var processorSeconds: Double {
        let fields = text("stat").split(separator: ")").last?.split(separator: " ").compactMap { Double($0) } ?? []
        // Without the process's state, which is a letter: user and system time are the 11th and 12th number.
        return fields.count > 11 ? (fields[10] + fields[11]) / Double(sysconf(Int32(_SC_CLK_TCK))) : 0
    }

    /// Resident memory in MiB.
    var residentMegabytes: Double { megabytes("VmRSS:") }

    /// The most that was ever resident, in MiB.
    var peakMegabytes: Double { megabytes("VmHWM:") }

    /// How many threads it has.
    var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/task"))?.count ?? 0 }

    private func megabytes(_ name: String) -> Double {
        let line = text("status").split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }

    private func text(_ file: String) -> String {
        (try? String(contentsOfFile: folder + "/" + file, encoding: .utf8)) ?? ""
    }
}
