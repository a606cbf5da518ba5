import OnboardingCore
import Testing

@testable import Tenancy

@Suite struct AttemptThrottleTests {
    private func instant(_ seconds: Int64) -> Instant { Instant(millisecondsSince1970: seconds * 1000) }

    @Test func theLimitAppliesToOneKeyWithinTheWindow() {
        let throttle = AttemptThrottle(limit: 3, windowInSeconds: 60)
        for second in 0..<3 {
            #expect(throttle.wait("a", at: instant(Int64(second))) == nil)
            throttle.countFailure("a", at: instant(Int64(second)))
        }
        #expect(throttle.wait("a", at: instant(3)) == 57, "the first was counted at 0")
        #expect(throttle.wait("b", at: instant(3)) == nil)
        #expect(throttle.wait("a", at: instant(60)) == nil)
    }

    @Test func whatIsLeftIsTold() {
        let throttle = AttemptThrottle(limit: 3, windowInSeconds: 60)
        #expect(
            throttle.quota("a", at: instant(0))
                == .init(limit: 3, windowInSeconds: 60, left: 3, resetInSeconds: nil))
        for second in [0, 10, 20, 30] { throttle.countFailure("a", at: instant(Int64(second))) }
        let spent = throttle.quota("a", at: instant(31))
        #expect(spent.left == 0 && spent.resetInSeconds == throttle.wait("a", at: instant(31)))
        #expect(throttle.quota("a", at: instant(75)).left == 1)
        #expect(throttle.quota("a", at: instant(90)).left == 3)
        #expect(throttle.quota("b", at: instant(31)).left == 3)
    }

    @Test func failuresInTheFutureDoNotCount() {
        let throttle = AttemptThrottle(limit: 1, windowInSeconds: 60)
        throttle.countFailure("a", at: instant(86_400))
        #expect(throttle.wait("a", at: instant(86_400)) != nil)
        #expect(throttle.wait("a", at: instant(0)) == nil)
    }

    @Test func beyondItsSizeItForgetsTheOldestKey() {
        let throttle = AttemptThrottle(limit: 1, windowInSeconds: 60, maximumKeys: 10)
        for key in 0..<100 {
            throttle.countFailure("\(key)", at: instant(0))
            let remembered = (0...key).filter { throttle.wait("\($0)", at: instant(0)) != nil }
            #expect(remembered == Array(max(0, key - 9)...key))
        }
    }

    @Test func aKeyThatComesAgainIsNew() {
        let throttle = AttemptThrottle(limit: 1, windowInSeconds: 60, maximumKeys: 3)
        func remembered(_ keys: [String], at second: Int64) -> [String] {
            keys.filter { throttle.wait($0, at: instant(second)) != nil }
        }
        throttle.countFailure("a", at: instant(0))
        for second in 0..<100 as Range<Int64> {
            // Its window is over, and it fails again.
            #expect(remembered(["a"], at: 60 + second * 60) == [])
            throttle.countFailure("a", at: instant(60 + second * 60))
        }
        for key in ["b", "c"] { throttle.countFailure(key, at: instant(6001)) }
        #expect(remembered(["a", "b", "c"], at: 6001) == ["a", "b", "c"])
        throttle.countFailure("d", at: instant(6001))
        #expect(remembered(["a", "b", "c", "d"], at: 6001) == ["b", "c", "d"])
    }

    @Test func anAttemptCountsUntilItIsForgiven() {
        let throttle = AttemptThrottle(limit: 2, windowInSeconds: 60)
        #expect(throttle.begin("a", at: instant(0)) == nil)
        #expect(throttle.begin("a", at: instant(1)) == nil)
        #expect(throttle.begin("a", at: instant(2)) == 58)
        throttle.forgive("a", at: instant(1))
        throttle.forgive("a", at: instant(7))
        throttle.forgive("b", at: instant(1))
        #expect(throttle.begin("a", at: instant(2)) == nil, "one was forgiven")
        #expect(throttle.begin("a", at: instant(3)) == 57)
    }

    @Test func ofManyAttemptsAtOnceNoMoreThanTheLimitGoOn() async {
        let throttle = AttemptThrottle(limit: 5, windowInSeconds: 60)
        let now = instant(0)
        let admitted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { throttle.begin("a", at: now) == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 5)
    }
}
