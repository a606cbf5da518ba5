package import Logging
internal import OnboardingStorage
internal import Synchronization

/// Writes errors that come with every request, or every second, once a minute each: a full disk is one line, not thousands that
/// fill it further. A line says how many of its kind were left out since the one before.
package final class ThrottledLog: Sendable {
    private struct Kind {
        var writtenAt: ContinuousClock.Instant
        var leftOut = 0
    }

    private static let interval = Duration.seconds(60)

    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let kinds = Mutex<[String: Kind]>([:])

    package init(
        _ logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock().now }
    ) {
        self.logger = logger
        self.now = now
    }

    /// - Parameters:
    ///   - message: a word of the code's own: kinds are kept for as long as the process runs.
    ///   - error: of which the type alone is written; its value may hold what a person sent. Each type is a kind.
    package func error(_ message: String, _ error: any Error, metadata: Logger.Metadata = [:]) {
        // Whoever watches the data folder says it, once.
        if case .folderMoved? = error as? StorageError { return }
        let type = "\(type(of: error))"
        guard let leftOut = kinds.withLock({ Self.begin(message + " " + type, in: &$0, at: now()) }) else { return }
        var metadata = metadata
        metadata["type"] = "\(type)"
        if leftOut > 0 { metadata["leftOut"] = .stringConvertible(leftOut) }
        logger.error("\(message)", metadata: metadata)
    }

    /// - Returns: how many were left out; nil where this one is.
    private static func begin(
        _ name: String, in kinds: inout [String: Kind], at instant: ContinuousClock.Instant
    ) -> Int? {
        if let kind = kinds[name], instant - kind.writtenAt < interval {
            kinds[name]?.leftOut += 1
            return nil
        }
        return (kinds.updateValue(Kind(writtenAt: instant), forKey: name))?.leftOut ?? 0
    }
}
