import OnboardingCore
import TestSupport
import Testing

/// What random walks need of a case.
protocol Walkable: Case {
    typealias OwnPolicy = OwnProgress.OwnPolicy
    typealias OwnCommand = OwnProposal.OwnCommand

    static var walks: Int { get }
    static var stepsInAWalk: Int { get }

    static func randomPolicy(using generator: inout SeededGenerator) -> OwnPolicy

    /// Every command there is, with every decision.
    static func commands(policy: OwnPolicy) -> [OwnCommand]

    /// Such as a phone would send next.
    /// - Parameter policy: that every start of one walk asks for.
    func likelyCommand(policy: OwnPolicy, now: Instant, using generator: inout SeededGenerator) -> OwnCommand

    /// Whether it is a human's, who may move what a machine has ended.
    static func isOfAReview(_ event: OwnEvent) -> Bool

    /// `command` as a request, whose body is one of a few, so that replays happen.
    static func proposal(_ command: OwnCommand, body: Int, at instant: Instant) -> OwnProposal
}

/// A case that commands are tried on, with everything that happened to it.
struct Walk<Subject: Walkable> {
    private(set) var subject: Subject
    private(set) var events: [Subject.OwnEvent]
    /// When each of `events` was accepted.
    private(set) var instants: [Instant]

    init(triggeredAt instant: Instant, until deadline: Instant) {
        subject = .triggered(until: deadline)
        events = [.triggered(until: deadline)]
        instants = [instant]
    }

    static func random(
        steps: Int, using generator: inout SeededGenerator, until isReached: (Subject) -> Bool = { _ in false }
    ) -> Walk {
        var commands = CommandSource<Subject>(using: &generator)
        var walk = commands.walk
        for _ in 0..<steps where !isReached(walk.subject) {
            walk.commit(commands.next(for: walk.subject, using: &generator))
        }
        return walk
    }

    /// Does what storage does: decides on what is stored and appends what was accepted.
    @discardableResult
    mutating func commit(_ proposal: Subject.OwnProposal) -> CaseDecision<Subject.OwnEvent> {
        let decision = decide(proposal, on: subject)
        if case .accept(let accepted) = decision {
            subject = accepted.reduce(subject, evolve)
            events += accepted
            instants += accepted.map { _ in proposal.at }
        }
        return decision
    }

    func count(_ isCounted: (Subject.OwnEvent) -> Bool) -> Int { events.count(where: isCounted) }
}

/// Draws commands: mostly likely ones, so that walks get far, otherwise any.
struct CommandSource<Subject: Walkable> {
    let policy: Subject.OwnPolicy
    private(set) var now = Instant(millisecondsSince1970: 1_800_000_000_000)

    init(using generator: inout SeededGenerator) {
        policy = Subject.randomPolicy(using: &generator)
    }

    /// One that begins now.
    var walk: Walk<Subject> { Walk(triggeredAt: now, until: now.adding(seconds: 600)) }

    mutating func next(for subject: Subject, using generator: inout SeededGenerator) -> Subject.OwnProposal {
        let isLikely = Int.random(in: 0..<10, using: &generator) < 7
        let command =
            isLikely
            ? subject.likelyCommand(policy: policy, now: now, using: &generator)
            : Subject.commands(policy: policy).randomElement(using: &generator) ?? .validate
        if Int.random(in: 0..<60, using: &generator) == 0 {
            now = now.adding(seconds: Int64.random(in: 300...4000, using: &generator))
        } else {
            now = Instant(
                millisecondsSince1970: now.millisecondsSince1970 + Int64.random(in: 0...900, using: &generator))
        }
        return Subject.proposal(command, body: Int.random(in: 0..<30, using: &generator), at: now)
    }
}

extension Walkable {
    static func isOfAReview(_ event: OwnEvent) -> Bool { false }

    /// Runs `check` on the ends of many random walks; it says what is wrong, or nil.
    static func everyWalk(_ test: String = #function, _ check: (Walk<Self>) throws -> String?) rethrows {
        var generator = SeededGenerator.announced(test)
        for number in 0..<walks {
            let walk = Walk<Self>.random(steps: stepsInAWalk, using: &generator)
            if let problem = try check(walk) {
                Issue.record("walk \(number) of seed \(generator.seed): \(problem)\n\(walk.events)")
                return
            }
        }
    }

    /// Runs `check` on every decision of many random walks, with the walk before and after it.
    static func everyDecision(
        _ test: String = #function,
        _ check: (
            _ before: Walk<Self>, _ proposal: OwnProposal, _ decision: CaseDecision<OwnEvent>, _ after: Walk<Self>
        ) -> String?
    ) {
        var generator = SeededGenerator.announced(test)
        for number in 0..<walks {
            var commands = CommandSource<Self>(using: &generator)
            var walk = commands.walk
            for _ in 0..<stepsInAWalk {
                let before = walk
                let proposal = commands.next(for: walk.subject, using: &generator)
                let decision = walk.commit(proposal)
                if let problem = check(before, proposal, decision, walk) {
                    Issue.record("walk \(number) of seed \(generator.seed): \(problem): \(proposal)\n\(walk.events)")
                    return
                }
            }
        }
    }
}
