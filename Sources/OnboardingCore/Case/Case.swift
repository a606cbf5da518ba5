/// What an enrollment and an authentication are alike: a person is asked for checks, one after the other, until a deadline. The
/// whole of what decisions look at. A value: storage keeps it, `decide` says what is done to it, and nobody changes it but
/// `evolve`.
package protocol Case: Codable, Equatable, Sendable {
    associatedtype OwnProgress: CaseProgress
    associatedtype Completion: Codable & Equatable & Sendable
    associatedtype OwnProposal: CaseProposal
    associatedtype OwnEvent: CaseEvent where OwnEvent.OwnCase == Self

    var state: CaseState<OwnProgress, Completion> { get }
    /// Answered requests, oldest first.
    var records: [IdempotencyRecord] { get }

    /// One that a portal asked for, or that a client began.
    static func triggered(until deadline: Instant) -> Self

    /// What `proposal`, which was not answered before, does to one that goes on.
    /// - Parameter progress: nil as long as it was not started.
    func decideOpen(_ proposal: OwnProposal, in progress: OwnProgress?) -> CaseDecision<OwnEvent>

    /// What `proposal`, which was not answered before, does to one that has failed.
    func decideFailed(_ proposal: OwnProposal) -> CaseDecision<OwnEvent>

    /// What `proposal`, which was not answered before, does to one that has ended otherwise.
    func decideEnded(_ proposal: OwnProposal) -> CaseDecision<OwnEvent>

    /// Takes `event` in; total, as `evolve`.
    mutating func take(_ event: OwnEvent)
}

extension Case {
    package var status: CaseStatus {
        switch state {
        case .triggered, .validated, .open: .pending
        case .complete: .complete
        case .failed, .expired: .failed
        case .cancelled: .cancelled
        }
    }

    package var isFinished: Bool { deadline == nil }

    /// When it ends by itself; nil when it has ended.
    package var deadline: Instant? {
        switch state {
        case .triggered(let until), .validated(let until): until
        case .open(let progress): progress.deadline
        case .complete, .failed, .cancelled, .expired: nil
        }
    }

    /// What has been done since it was started; nil before it and after the end.
    package var progress: OwnProgress? {
        if case .open(let progress) = state { progress } else { nil }
    }
}

/// What a tenant asks of a person. Fixed when the case starts: a change of the tenant's configuration holds for cases begun
/// after it.
package protocol CasePolicy: Codable, Equatable, Sendable {
    associatedtype Check: Hashable, Sendable

    /// At least one, without repetition, in the order in which they are asked for.
    var requiredChecks: [Check] { get }
    /// Seconds from the start to the end of a case that nobody finishes.
    var lifetimeInSeconds: Int64 { get }
    /// When the face is asked for with a challenge.
    var faceWorkflow: FaceWorkflow { get }
}

/// What an open case carries between its start and its end.
package protocol CaseProgress: Codable, Equatable, Sendable {
    associatedtype OwnPolicy: CasePolicy
    associatedtype Failure: Codable & Equatable & Sendable

    var policy: OwnPolicy { get }
    var deadline: Instant { get }
    /// Accepted checks, in the order in which they were accepted.
    var accepted: [OwnPolicy.Check] { get }
    /// What the next capture of the face may answer; nil where nothing was issued, or it was answered.
    var challenge: FaceChallenge? { get }
    /// Whether passive captures of the face have led to no answer.
    var isInDoubt: Bool { get }

    init(policy: OwnPolicy, deadline: Instant)

    /// Why the case fails once a capture of `check` uses up `counts` more; nil while something is left.
    func failure(after counts: Counts, of check: OwnPolicy.Check) -> Failure?
}

extension CaseProgress {
    /// The check that comes next; nil when every required check was accepted.
    package var nextCheck: OwnPolicy.Check? { policy.requiredChecks.first { !accepted.contains($0) } }

    /// Whether nothing is left once `check` is accepted.
    package func isComplete(with check: OwnPolicy.Check) -> Bool {
        policy.requiredChecks.allSatisfy { $0 == check || accepted.contains($0) }
    }

    /// Whether the next capture of the face has to answer a challenge.
    package var requiresChallenge: Bool {
        switch policy.faceWorkflow {
        case .passive: false
        case .active: true
        case .activeAfterDoubt: isInDoubt
        }
    }
}
