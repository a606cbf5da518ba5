import Foundation
import OnboardingCore
import TestSupport
import Testing

/// What `decide` and `evolve` promise of every case, whatever is asked of it in whatever order.
@Suite struct CaseInvariantTests {
    private static let kinds: [any Walkable.Type] = [Enrollment.self, Authentication.self]

    @Test(arguments: kinds) func replayingTheEventsGivesTheState(of kind: any Walkable.Type) {
        func check<Subject: Walkable>(_: Subject.Type) {
            Subject.everyWalk { Subject.replay($0.events) == $0.subject ? nil : "another state" }
            #expect(Subject.replay([]) == nil)
            #expect(Subject.replay([.validated]) == nil)
        }
        check(kind)
    }

    @Test(arguments: kinds) func whatIsStoredIsReadBack(of kind: any Walkable.Type) throws {
        func check<Subject: Walkable>(_: Subject.Type) throws {
            var generator = SeededGenerator.announced()
            for _ in 0..<300 {
                let walk = Walk<Subject>.random(steps: Subject.stepsInAWalk, using: &generator)
                let events = try JSONDecoder().decode([Subject.OwnEvent].self, from: JSONEncoder().encode(walk.events))
                let state = try JSONDecoder().decode(Subject.self, from: JSONEncoder().encode(walk.subject))
                #expect(events == walk.events, "seed \(generator.seed)")
                #expect(state == walk.subject, "seed \(generator.seed)")
            }
        }
        try check(kind)
    }

    @Test(arguments: kinds) func whatIsOpenHasADeadlineAfterItsLastEvent(of kind: any Walkable.Type) {
        func check<Subject: Walkable>(_: Subject.Type) {
            Subject.everyWalk { walk in
                guard let last = walk.instants.last else { return "no event" }
                if walk.subject.isFinished { return walk.subject.status == .pending ? "open for ever" : nil }
                guard let deadline = walk.subject.deadline else { return "no deadline" }
                return last < deadline ? nil : "the deadline has passed"
            }
        }
        check(kind)
    }

    @Test(arguments: kinds) func afterTheDeadlineNothingHappensButTheEnd(of kind: any Walkable.Type) {
        func check<Subject: Walkable>(_: Subject.Type) {
            Subject.everyDecision { before, proposal, decision, _ in
                guard let deadline = before.subject.deadline else { return nil }
                let isReplay = proposal.record.map(before.subject.records.contains) ?? false
                let isOver = proposal.at >= deadline
                switch decision {
                case .accept(let events) where proposal.command == .expire:
                    return isOver && events == [.expired] ? nil : "expired before the deadline"
                case .reject where proposal.command == .expire:
                    return isOver ? "not expired after the deadline" : nil
                case .replay: return isReplay ? nil : "a replay of nothing"
                case .accept: return isOver ? "accepted after the deadline" : nil
                case .reject(let rejection):
                    return !isOver || rejection == .enrollmentFinished ? nil : "another refusal"
                }
            }
        }
        check(kind)
    }

    @Test(arguments: kinds) func theSameRequestTwiceCountsOnceAndIsAnsweredFromTheRecord(of kind: any Walkable.Type) {
        func check<Subject: Walkable>(_: Subject.Type) {
            Subject.everyDecision { before, proposal, decision, after in
                guard let record = proposal.record else { return nil }
                if before.subject.records.contains(record) {
                    return decision == .replay(record) && before.subject == after.subject ? nil : "no replay"
                }
                guard case .accept = decision else { return nil }
                guard after.subject.records.contains(record) else { return "not on record" }
                return decide(proposal, on: after.subject) == .replay(record) ? nil : "not a replay"
            }
            Subject.everyWalk { walk in
                let answers = walk.events.filter { event in walk.subject.records.contains { event == .answered($0) } }
                return answers.count == walk.subject.records.count ? nil : "records differ"
            }
        }
        check(kind)
    }

    @Test(arguments: kinds) func noEventMovesWhatHasEnded(of kind: any Walkable.Type) {
        func check<Subject: Walkable>(_: Subject.Type) {
            var generator = SeededGenerator.announced()
            for _ in 0..<Subject.walks {
                let ended = Walk<Subject>.random(steps: 60, using: &generator) { $0.isFinished }.subject
                guard ended.isFinished else { continue }
                let other = Walk<Subject>.random(steps: 40, using: &generator)
                let after = other.events.filter { !Subject.isOfAReview($0) }.reduce(ended, evolve)
                if after.state != ended.state {
                    Issue.record("seed \(generator.seed): \(ended.state) became \(after.state)")
                    return
                }
            }
        }
        check(kind)
    }
}
