import EnrollmentCore
import Testing

@testable import Onboarding

@Suite struct AttemptThrottleTests {
    private func instant(_ seconds: Int64) -> Instant { Instant(millisecondsSince1970: seconds * 1000) }

    @Test func theLimitHoldsForItsKeyAndItsWindow() {
        let throttle = AttemptThrottle(limit: 3, windowInSeconds: 60)
        for second in 0..<3 {
            #expect(!throttle.isExhausted("a", at: instant(Int64(second))))
            throttle.countFailure("a", at: instant(Int64(second)))
        }
        #expect(throttle.isExhausted("a", at: instant(3)))
        #expect(!throttle.isExhausted("b", at: instant(3)))
        #expect(!throttle.isExhausted("a", at: instant(60)))
    }

    @Test func failuresCountedBeforeTheClockWasSetBackDoNotCount() {
        let throttle = AttemptThrottle(limit: 1, windowInSeconds: 60)
        throttle.countFailure("a", at: instant(86_400))
        #expect(throttle.isExhausted("a", at: instant(86_400)))
        #expect(!throttle.isExhausted("a", at: instant(0)))
    }

    @Test func memoryIsBounded() {
        let throttle = AttemptThrottle(limit: 1, windowInSeconds: 60, maximumKeys: 10)
        for key in 0..<100 { throttle.countFailure("\(key)", at: instant(Int64(key % 50))) }
        #expect(throttle.keyCount <= 10)
    }
}
