import Logging
import Synchronization

/// What was logged: level, message and metadata in the order of their names, `error disk low freeMiB=7`.
final class KeptLog: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock(\.self) }

    var logger: Logger { Logger(label: "test") { _ in self } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .debug }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(
        level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String, file: String,
        function: String, line: UInt
    ) {
        let more = (metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        kept.withLock { $0.append("\(level) \(message)\(more)") }
    }
}
