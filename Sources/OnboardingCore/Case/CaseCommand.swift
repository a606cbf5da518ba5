/// What somebody wants of a case. Everything that was measured, timed or drawn at random is an argument.
package protocol CaseCommand: Equatable, Sendable {
    /// A phone exchanged its session token.
    static var validate: Self { get }
    static var cancel: Self { get }
    /// The job that ends what nobody finishes.
    static var expire: Self { get }

    /// The same command with what its decision rests on; itself where it carries no decision.
    func resting(on evidence: EvidenceReference) -> Self
}

/// A command with what identifies and dates it.
package protocol CaseProposal: Equatable, Sendable {
    associatedtype OwnCommand: CaseCommand

    var command: OwnCommand { get }
    /// Nil for what no client sends (`validate`, `expire`) and for what is not to be answered again.
    var record: IdempotencyRecord? { get }
    /// When it was asked: deadlines are held against this.
    var at: Instant { get }
    /// When what is accepted happened: later than it was asked, where engines had to look first.
    var recordedAt: Instant { get }

    /// The same proposal with what its decision rests on.
    func resting(on evidence: EvidenceReference) -> Self
}
