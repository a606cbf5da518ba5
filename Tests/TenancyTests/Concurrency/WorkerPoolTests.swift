import Dispatch
import Foundation
import OnboardingCore
import Synchronization
import TestSupport
import Testing

@testable import Tenancy

@Suite struct WorkerPoolTests {
    @Test func aQueueThatIsFullRefusesAndTakesAgainWhenItHasEmptied() async throws {
        let metrics = Metrics()
        let pool = WorkerPool(workers: 1, yieldsToOthers: true, metrics: metrics)
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // A document is expected to take a second until one was measured, and none ends before the gate opens.
            let accepted = Limit.expectedWait.value + 1
            for _ in 0..<accepted {
                group.addTask { try await pool.run(.document) { gate.wait() } }
            }
            while pool.jobs < accepted { await Task.yield() }
            let refusal = #expect(throws: Refusal.self) { try pool.checkCapacity(for: .face) }
            #expect(refusal?.reason == .overloaded)
            #expect(refusal?.retryAfterInSeconds == accepted)
            await #expect(throws: Refusal.self) { try await pool.run(.face) {} }
            for _ in 0..<accepted { gate.signal() }
            try await group.waitForAll()
        }
        #expect(pool.jobs == 0)
        try pool.checkCapacity(for: .face)
        #expect(try await pool.run(.face) { 7 } == 7)
        let text = metrics.text(gauges: [])
        #expect(text.contains(#"onboarding_work_seconds_count{work="document"} 6"#))
        #expect(text.contains(#"onboarding_queue_wait_seconds_count{work="face"} 1"#))
        try await pool.shutDown()
    }

    /// It was told so only when a thread had come to it, a minute later behind two long jobs.
    @Test func aJobThatWaitsTooLongIsDroppedWhileItWaits() async throws {
        let metrics = Metrics()
        let pool = WorkerPool(workers: 1, yieldsToOthers: false, longestWait: .milliseconds(20), metrics: metrics)
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let long: Void = pool.run(.document) {
            begun.signal()
            gate.wait()
        }
        await withCheckedContinuation { (turn: CheckedContinuation<Void, Never>) in
            DispatchQueue.global().async {
                begun.wait()
                turn.resume()
            }
        }
        let seen = Seen()
        let refusal = await #expect(throws: Refusal.self) { try await pool.run(.face) { seen.note(1) } }
        #expect(refusal?.reason == .overloaded)
        #expect(refusal?.retryAfterInSeconds == 2, "a second for the document, and a face")
        #expect(pool.jobs == 1)
        gate.signal()
        try await long
        #expect(try await pool.run(.face) { 7 } == 7)
        #expect(seen.counts.isEmpty)
        #expect(metrics.text(gauges: []).contains(#"onboarding_queue_wait_seconds_count{work="face"} 2"#))
        try await pool.shutDown()
    }

    @Test func aJobOfManyPartsIsExpectedToTakeAsManyTimesAsLong() async throws {
        let pool = WorkerPool(workers: 1, yieldsToOthers: false, metrics: Metrics())
        let gate = DispatchSemaphore(value: 0)
        // A document is expected to take a second an image until one was measured.
        async let long: Void = pool.run(.document, parts: Limit.expectedWait.value + 1) { gate.wait() }
        while pool.jobs < 1 { await Task.yield() }
        let refusal = #expect(throws: Refusal.self) { try pool.checkCapacity(for: .face) }
        #expect(refusal?.retryAfterInSeconds == Limit.expectedWait.value + 1)
        gate.signal()
        try await long
        try pool.checkCapacity(for: .face)
        try await pool.shutDown()
    }

    @Test func aThreadHasALimitOfJobsHoweverShortTheyAre() async throws {
        // None is dropped for waiting, however slow the machine is.
        let pool = WorkerPool(workers: 1, yieldsToOthers: false, longestWait: .hours(1), metrics: Metrics())
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for accepted in 0..<Limit.jobsPerWorker.value {
                try pool.checkCapacity(for: .face)
                group.addTask { try await pool.run(.signature) { gate.wait() } }
                while pool.jobs <= accepted { await Task.yield() }
            }
            #expect(throws: Refusal.self) { try pool.checkCapacity(for: .face) }
            for _ in 0..<Limit.jobsPerWorker.value { gate.signal() }
            try await group.waitForAll()
        }
        try await pool.shutDown()
    }

    @Test(arguments: [1, 3])
    func aJobIsDividedAmongThreadsThatHaveNothingToDo(workers: Int) async throws {
        let pool = WorkerPool(workers: workers, yieldsToOthers: true, metrics: Metrics())
        let seen = Seen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { try await pool.run(.face) { pool.runBesides(100) { seen.note($0) } } }
            }
            try await group.waitForAll()
        }
        try await pool.run(.face) { pool.runBesides(0) { seen.note($0) } }
        #expect(seen.counts == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, 4) }))
        try await pool.shutDown()
    }

    private final class Seen: Sendable {
        private let state = Mutex([Int: Int]())

        var counts: [Int: Int] { state.withLock { $0 } }

        func note(_ index: Int) { state.withLock { $0[index, default: 0] += 1 } }
    }

    /// A run of all tests hung when it had started 1,561 of them.
    @Test(.endsWhereItHangs) func itsThreadsEndWhenNobodyHasItAnyMore() async throws {
        var pool: WorkerPool? = WorkerPool(workers: 2, yieldsToOthers: false, metrics: Metrics())
        let thread = try await pool?.run(.face) {
            // PID/task/TID
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        }
        let path = "/proc/" + (try #require(thread))
        #expect(FileManager.default.fileExists(atPath: path))
        pool = nil
        while FileManager.default.fileExists(atPath: path) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// By the time of its own thread: one that had to wait has all of it.
    @Test(.endsWhereItHangs) func aJobIsToldWhenItHasTakenTooLong() async throws {
        let pool = WorkerPool(workers: 2, yieldsToOthers: false, longestRun: .milliseconds(20), metrics: Metrics())
        let told = try await pool.run(.face) {
            #expect(RunningJob.current?.excess == nil)
            usleep(60_000)
            #expect(RunningJob.current?.excess == nil, "to sleep costs nothing")
            while RunningJob.current?.excess == nil {}
            // Whoever helps it is told the same.
            let (running, helpers) = (RunningJob.current, Seen())
            pool.runBesides(8) { if running?.excess != nil { helpers.note($0) } }
            return helpers.counts.count
        }
        #expect(told == 8)
        try await pool.shutDown()
    }

    @Test(.endsWhereItHangs) func aJobOfWhichNobodyWaitsIsToldSooner() async throws {
        let pool = WorkerPool(workers: 1, yieldsToOthers: false, longestRun: .seconds(3600), metrics: Metrics())
        let allowed = try await Addressee.$current.withValue(Addressee { true }) {
            try await pool.run(.face) {
                while RunningJob.current?.excess == nil {}
                return RunningJob.current?.excess?.allowedInSeconds
            }
        }
        #expect(allowed == 1)
        try await pool.shutDown()
    }

    @Test(.endsWhereItHangs) func aLongJobGivesWayToSomebodyElsesAndIsNotLost() async throws {
        let pool = WorkerPool(workers: 1, yieldsToOthers: true, longestWait: .hours(1), metrics: Metrics())
        let gate = DispatchSemaphore(value: 0)
        let strangers = try ["a", "b"].map { name in
            Requester(
                tenant: try #require(TenantID(text: String(repeating: name, count: 32))), block: name, session: nil)
        }
        async let long = Requester.$current.withValue(strangers[0]) {
            try await pool.run(.face) {
                gate.wait()
                return 1
            }
        }
        while pool.jobs < 1 { await Task.yield() }
        let answer = try await Requester.$current.withValue(strangers[1]) { try await pool.run(.face) { 2 } }
        #expect(answer == 2)
        gate.signal()
        #expect(try await long == 1)
        #expect(pool.jobs == 0)
        try await pool.shutDown()
    }

    @Test func aPoolThatIsShutDownTakesNothing() async throws {
        for isStarted in [false, true] {
            let pool = WorkerPool(workers: 1, yieldsToOthers: false, metrics: Metrics())
            if isStarted { pool.start() }
            try await pool.shutDown()
            await #expect(throws: (any Error).self) { try await pool.run(.face) { 7 } }
            #expect(pool.jobs == 0)
        }
    }

    @Test func aJobThatThrowsFreesItsPlace() async throws {
        struct Broken: Error {}
        let pool = WorkerPool(workers: 1, yieldsToOthers: false, metrics: Metrics())
        await #expect(throws: Broken.self) { try await pool.run(.face) { throw Broken() } }
        #expect(pool.jobs == 0)
        try await pool.shutDown()
    }
}
