import Logging
import Synchronization
import Testing

@testable import Tenancy

@Suite struct ThrottledLogTests {
    private struct First: Error {}
    private struct Second: Error {}

    private final class Lines: LogHandler, Sendable {
        let said = Mutex<[String]>([])

        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .info }
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
            said.withLock { $0.append("\(message)\(more)") }
        }
    }

    private final class Clock: Sendable {
        let passed = Mutex(Duration.zero)
    }

    private let lines = Lines()
    private let clock = Clock()

    @Test func thousandsOfAMinuteAreOneLine() {
        let begun = ContinuousClock().now
        let log = ThrottledLog(Logger(label: "test") { _ in lines }) { [clock] in begun + clock.passed.withLock { $0 } }
        for _ in 0..<5000 { log.error("storage unavailable", First(), metadata: ["route": "/token"]) }
        // Another error is no repetition, nor is the same one of something else.
        log.error("storage unavailable", Second())
        log.error("job failed", First())
        clock.passed.withLock { $0 = .seconds(59) }
        log.error("storage unavailable", First())
        clock.passed.withLock { $0 = .seconds(60) }
        log.error("storage unavailable", First())
        log.error("job failed", First())
        #expect(
            lines.said.withLock { $0 } == [
                "storage unavailable route=/token type=First", "storage unavailable type=Second",
                "job failed type=First", "storage unavailable leftOut=5000 type=First", "job failed type=First",
            ])
    }
}
