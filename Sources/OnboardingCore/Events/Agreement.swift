/// What a colleague has proposed and an operator agrees to: what is written under it is written once, in the name of both.
package struct Agreement: Equatable, Sendable {
    package let proposal: ProposalID
    /// A word of `FourEyesAction`.
    package let action: String
    /// The name of the operator who has proposed it.
    package let proposer: String
    /// Who agrees.
    package let colleague: OperatorID
    /// Random bytes: of several who agree at once the first to write has the proposal.
    package let attempt: [UInt8]

    package init(proposal: ProposalID, action: String, proposer: String, colleague: OperatorID, attempt: [UInt8]) {
        (self.proposal, self.action, self.proposer) = (proposal, action, proposer)
        (self.colleague, self.attempt) = (colleague, attempt)
    }
}
