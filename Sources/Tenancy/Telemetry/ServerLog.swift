internal import OnboardingJSON
internal import Foundation
public import Logging
internal import OnboardingCore
internal import OnboardingStorage

/// Structured logs on standard error: static messages, metadata without personal data.
public enum ServerLog {
    public static func make(_ configuration: ServerConfiguration) -> Logger {
        let level = Logger.Level(rawValue: configuration.logLevel) ?? .info
        var logger = Logger(label: "onboarding") { label in
            switch configuration.logFormat {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        logger.logLevel = level
        return logger
    }
}

/// One JSON object a line.
struct JSONLogHandler: LogHandler {
    let label: String
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(\.json)
        line["level"] = .string(event.level.rawValue)
        line["message"] = .string("\(event.message)")
        line["logger"] = .string(label)
        line["time"] = .string(Instant.now().iso8601WithMilliseconds)
        guard var bytes = try? sortedKeyJSON(line) else { return }
        bytes.append(UInt8(ascii: "\n"))
        StandardError.write(Data(bytes))
    }
}

extension Logger.MetadataValue {
    /// A number where it was given as one.
    fileprivate var json: JSONValue {
        switch self {
        case .stringConvertible(let number as Int): .number(Double(number))
        case .stringConvertible(let number as Int64): .number(Double(number))
        default: .string("\(self)")
        }
    }
}
