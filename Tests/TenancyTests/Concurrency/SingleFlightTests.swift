import Synchronization
import Testing

@testable import Tenancy

@Suite struct SingleFlightTests {
    private struct Refused: Error {}

    /// How many are inside at one time, and how many were at most.
    private final class Room: Sendable {
        private let counts = Mutex((inside: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock { counts in
                counts.inside += 1
                counts.most = max(counts.most, counts.inside)
            }
        }

        func leave() { counts.withLock { $0.inside -= 1 } }
    }

    @Test func stepsOfOneKeyRunOneAfterAnother() async {
        let flights = SingleFlight()
        let room = Room()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await flights.run("same") {
                        room.enter()
                        for _ in 0..<5 { await Task.yield() }
                        room.leave()
                    }
                }
            }
        }
        #expect(room.most == 1)
    }

    @Test func stepsOfOtherKeysDoNotWait() async {
        let flights = SingleFlight()
        // Would never return if the inner step waited for the outer one.
        let answer = await flights.run("outer") { await flights.run("inner") { 7 } }
        #expect(answer == 7)
    }

    @Test func aStepThatThrowsHandsTheTurnOn() async {
        let flights = SingleFlight()
        await #expect(throws: Refused.self) { try await flights.run("same") { throw Refused() } }
        #expect(await flights.run("same") { 7 } == 7)
    }
}
