/// What somebody wants of an authentication, as `Command`.
package enum AuthenticationCommand: CaseCommand {
    case validate
    /// authenticate, or the enroll of somebody who is registered.
    case start(AuthenticationPolicy)
    case verifyDevice(DeviceDecision)
    /// Without a reference where no evidence is kept.
    /// - challenge: that the capture answers; nil for a passive one.
    case verifyFace(FaceDecision, EvidenceReference? = nil, challenge: ChallengeID? = nil)
    /// Asks for what the next capture has to show: the one that stands, or else this one.
    case challengeFace(FaceChallenge)
    case addDocument(DocumentDecision, EvidenceReference? = nil, findings: [DocumentFinding] = [])
    /// Registers the device that a re-enrollment is for.
    case replaceDevice(DeviceChange)
    case cancel
    case expire

    package func resting(on evidence: EvidenceReference) -> AuthenticationCommand {
        switch self {
        case .verifyFace(let decision, _, let challenge): .verifyFace(decision, evidence, challenge: challenge)
        case .addDocument(let decision, _, let findings): .addDocument(decision, evidence, findings: findings)
        case .validate, .start, .verifyDevice, .challengeFace, .replaceDevice, .cancel, .expire: self
        }
    }
}

/// A command with what identifies and dates it, as `Proposal`.
package struct AuthenticationProposal: CaseProposal {
    package let command: AuthenticationCommand
    package let record: IdempotencyRecord?
    package let at: Instant
    package let recordedAt: Instant

    package init(
        _ command: AuthenticationCommand, record: IdempotencyRecord?, at instant: Instant, recordedAt: Instant? = nil
    ) {
        self.command = command
        self.record = record
        at = instant
        self.recordedAt = max(instant, recordedAt ?? instant)
    }

    package func resting(on evidence: EvidenceReference) -> AuthenticationProposal {
        AuthenticationProposal(command.resting(on: evidence), record: record, at: at, recordedAt: recordedAt)
    }
}

package typealias AuthenticationDecision = CaseDecision<AuthenticationEvent>
