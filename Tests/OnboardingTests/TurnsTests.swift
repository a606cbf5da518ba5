import Synchronization
import Testing

@testable import Onboarding

@Suite struct TurnsTests {
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
        let turns = Turns()
        let room = Room()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await turns.run("same") {
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
        let turns = Turns()
        // Would never return if the inner step waited for the outer one.
        let answer = await turns.run("outer") { await turns.run("inner") { 7 } }
        #expect(answer == 7)
    }

    @Test func aStepThatThrowsHandsTheTurnOn() async {
        let turns = Turns()
        await #expect(throws: Refused.self) { try await turns.run("same") { throw Refused() } }
        #expect(await turns.run("same") { 7 } == 7)
    }
}
