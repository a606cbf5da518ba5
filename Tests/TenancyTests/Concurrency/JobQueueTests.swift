import OnboardingCore
import TestSupport
import Testing

@testable import Tenancy

@Suite struct JobQueueTests {
    /// Its own, as an object: the macros of tests do not call what changes a value.
    private final class Queue {
        private var queue: JobQueue
        var now = 0.0

        init(workers: Int, givesWay: Bool = true) {
            queue = JobQueue(workers: workers, givesWay: givesWay)
        }

        var waiting: [JobQueue.Job] { queue.waiting }
        var runningNumbers: Set<Int> { queue.runningNumbers }
        var count: Int { queue.count }
        var threadsInUse: Int { queue.threadsInUse }

        func add(_ job: JobQueue.Job) throws(JobQueue.Full) -> Int? { try queue.add(job, at: now) }
        func next() -> JobQueue.Job? { queue.next(at: now) }
        func end(_ number: Int, after seconds: Double) -> Bool { queue.end(number, after: seconds) }
        func setAside(_ number: Int) { queue.setAside(number) }
        func givingWay(to requester: Requester) -> [Int] { queue.givingWay(to: requester, at: now) }
        func expectedWait(of requester: Requester) -> Double { queue.expectedWait(of: requester, at: now) }
    }

    private let tenants = ["a", "b", "c"].compactMap { TenantID(text: String(repeating: $0, count: 32)) }

    private func requester(_ tenant: Int, _ block: String = "a", session: UInt8? = nil) -> Requester {
        Requester(tenant: tenants[tenant], block: block, session: session.map { [$0] })
    }

    private func job(
        _ number: Int, of requester: Requester, _ work: Work = .face, seconds: Double = 0.01
    ) -> JobQueue.Job {
        JobQueue.Job(number: number, work: work, requester: requester, seconds: seconds)
    }

    @Test func jobsOfOneBlockFollowOneAnotherAsTheyCame() throws {
        let queue = Queue(workers: 1)
        for number in 0..<5 { _ = try queue.add(job(number, of: requester(0))) }
        for number in 0..<5 {
            #expect(queue.next()?.number == number)
            #expect(!queue.end(number, after: 0.01))
        }
        #expect(queue.next() == nil)
        #expect(queue.count == 0)
    }

    /// However many jobs one has before.
    @Test func tenantsTakeTurnsByTheTimeThatTheirJobsTake() throws {
        let queue = Queue(workers: 4)
        for number in 0..<20 { _ = try queue.add(job(number, of: requester(0), seconds: 0.1)) }
        for number in 20..<40 { _ = try queue.add(job(number, of: requester(1), seconds: 0.2)) }
        var counts = [0, 0]
        for _ in 0..<15 {
            let next = try #require(queue.next())
            counts[next.requester.tenant == tenants[0] ? 0 : 1] += 1
            _ = queue.end(next.number, after: next.seconds)
        }
        #expect(counts == [10, 5])
    }

    @Test func whoComesAnewDoesNotHaveToWaitUntilTheOthersHaveHadNothing() throws {
        let queue = Queue(workers: 1)
        _ = try queue.add(job(-1, of: requester(1)))
        for number in 0..<20 { _ = try queue.add(job(number, of: requester(0), seconds: 0.1)) }
        for _ in 0..<5 {
            let next = try #require(queue.next())
            _ = queue.end(next.number, after: next.seconds)
        }
        for number in 100..<120 { _ = try queue.add(job(number, of: requester(2), seconds: 0.1)) }
        var numbers: [Int] = []
        for _ in 0..<12 {
            let next = try #require(queue.next())
            numbers.append(next.number)
            _ = queue.end(next.number, after: next.seconds)
        }
        #expect((5...7).contains(numbers.count { $0 >= 100 }), "neither starved nor favoured: \(numbers)")
    }

    @Test func aSessionHasOneJobOfAKindThatRunsAndOneThatWaits() throws {
        let queue = Queue(workers: 4)
        let phone = requester(0, session: 1)
        _ = try queue.add(job(1, of: phone))
        #expect(queue.next()?.number == 1)
        _ = try queue.add(job(2, of: phone))
        #expect(queue.next() == nil, "the first still runs")
        #expect(throws: JobQueue.Full.self) { try queue.add(job(3, of: phone)) }
        _ = try queue.add(job(4, of: phone, .preview))
        _ = try queue.add(job(5, of: requester(0, session: 2)))
        #expect(queue.next()?.number == 4)
        #expect(queue.next()?.number == 5)
        _ = queue.end(1, after: 0.1)
        #expect(queue.next()?.number == 2)
        // A portal's client may send for many.
        for number in 10..<14 { _ = try queue.add(job(number, of: requester(1))) }
    }

    @Test func whoIsWithinItsShareFindsAThreadThoughAllAreBusy() throws {
        let queue = Queue(workers: 2)
        for number in 0..<6 { _ = try queue.add(job(number, of: requester(0), seconds: 1)) }
        #expect(queue.next()?.number == 0)
        #expect(queue.next()?.number == 1)
        let other = requester(1, "b")
        #expect(queue.givingWay(to: other) == [0, 1])
        #expect(queue.givingWay(to: requester(0)).isEmpty, "its own tenant's jobs do not")
        #expect(queue.expectedWait(of: other) == 0)
        _ = try queue.add(job(10, of: other))
        queue.setAside(0)
        #expect(queue.next()?.number == 10)
        #expect(queue.threadsInUse == 2)
        #expect(queue.givingWay(to: other).isEmpty, "it has its share")
        #expect(!queue.end(10, after: 0.1))
        #expect(queue.next() == nil, "what was given up is for others, not for the tenant's next job")
        _ = try queue.add(job(11, of: other))
        #expect(queue.next()?.number == 11)
        #expect(queue.end(0, after: 5), "its thread had given way")
        #expect(!queue.end(11, after: 0.1))
        #expect(queue.threadsInUse == 1)
        #expect(queue.next()?.number == 2)
    }

    @Test func aLongJobGivesWayThoughItsTenantHasNoMoreThanItsShare() throws {
        let queue = Queue(workers: 2)
        for tenant in 0..<2 { _ = try queue.add(job(tenant, of: requester(tenant, "\(tenant)"))) }
        #expect(queue.next()?.number == 0)
        queue.now = JobQueue.longInSeconds
        #expect(queue.next()?.number == 1)
        let other = requester(2, "other")
        #expect(queue.givingWay(to: other).isEmpty)
        queue.now += 0.01
        #expect(queue.givingWay(to: other) == [0])
        #expect(queue.givingWay(to: requester(1, "1")).isEmpty, "whoever has its share waits")
        queue.setAside(0)
        #expect(queue.givingWay(to: other).isEmpty)
    }

    /// A signature at the lowest priority would wait for the engines of everybody.
    @Test func jobsOfMillisecondsAreWaitedFor() throws {
        let queue = Queue(workers: 2, givesWay: false)
        for number in 0..<4 { _ = try queue.add(job(number, of: requester(0), .signature)) }
        _ = (queue.next(), queue.next())
        queue.now = 10
        let other = requester(1, "b")
        #expect(queue.givingWay(to: other).isEmpty)
        _ = try queue.add(job(10, of: other, .signature))
        _ = queue.end(0, after: 0.002)
        #expect(queue.next()?.number == 10, "and it is the other's turn")
    }

    @Test func ofAFullQueueTheLastJobOfWhoHasMoreThanAShareIsDroppedForSomebodyElse() throws {
        let queue = Queue(workers: 1)
        let places = Limit.jobsPerWorker.value
        for number in 0..<places { _ = try queue.add(job(number, of: requester(0), seconds: 0.001)) }
        #expect(throws: JobQueue.Full.self) { try queue.add(job(1000, of: requester(0))) }
        #expect(try queue.add(job(1001, of: requester(1, "b"))) == places - 1)
        #expect(queue.count == places)
        #expect(queue.next()?.number == 0)
        #expect(queue.next()?.number == 1001, "whoever has its share already comes second")
    }

    /// Whatever comes and goes, nothing is lost, nothing runs twice, and an empty queue has no memory.
    @Test func nothingIsLostAndNothingIsDoneTwice() throws {
        var random = SeededGenerator.announced()
        for _ in 0..<50 {
            let queue = Queue(workers: .random(in: 1...4, using: &random))
            var (waiting, running, done): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
            for number in 0..<300 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0...2:
                    let whose = requester(
                        .random(in: 0..<3, using: &random), ["a", "b"].randomElement(using: &random) ?? "a",
                        session: Bool.random(using: &random) ? UInt8.random(in: 0..<4, using: &random) : nil)
                    if let dropped = try? queue.add(job(number, of: whose)) { waiting.remove(dropped) }
                    if queue.waiting.contains(where: { $0.number == number }) { waiting.insert(number) }
                case 3:
                    if let next = queue.next() {
                        #expect(waiting.remove(next.number) != nil)
                        running.insert(next.number)
                    }
                default:
                    if let number = running.randomElement(using: &random) {
                        _ = queue.end(number, after: .random(in: 0...1, using: &random))
                        running.remove(number)
                        #expect(done.insert(number).inserted)
                    }
                }
                #expect(Set(queue.waiting.map(\.number)) == waiting)
                #expect(queue.runningNumbers == running)
            }
            while queue.count > 0 {
                for number in queue.runningNumbers { _ = queue.end(number, after: 0) }
                while queue.next() != nil {}
            }
            #expect(queue.expectedWait(of: requester(0)) == 0)
        }
    }
}
