import Synchronization
import Testing

@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

@Suite struct ThrottledLogTests {
    private struct First: Error {}
    private struct Second: Error {}

    private final class Clock: Sendable {
        let passed = Mutex(Duration.zero)
    }

    private let kept = KeptLog()
    private let clock = Clock()

    @Test func aFolderThatWasMovedIsSaidByItsWatchAlone() {
        ThrottledLog(kept.logger).error("job failed", StorageError.folderMoved(path: "data"))
        #expect(kept.lines.isEmpty)
    }

    @Test func thousandsOfAMinuteAreOneLine() {
        let begun = ContinuousClock().now
        let log = ThrottledLog(kept.logger) { [clock] in begun + clock.passed.withLock { $0 } }
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
            kept.lines == [
                "error storage unavailable route=/token type=First", "error storage unavailable type=Second",
                "error job failed type=First", "error storage unavailable leftOut=5000 type=First",
                "error job failed type=First",
            ])
    }
}
