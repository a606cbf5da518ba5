internal import OnboardingCore
package import OnboardingStorage
internal import Tenancy

/// Against whom a failed check counts in other enrollments and on other days (decision 0117): only what somebody has vouched for or
/// proved counts against its owner, and whatever a phone does against its sender.
struct FailureSubjects: Sendable {
    /// Keyed digests of the person and of what the person has proved to hold.
    var owners: [[UInt8]] = []
    /// Of the block of addresses that a phone sends from; nil for whom nothing is counted of.
    var sender: [UInt8]?

    var all: [[UInt8]] { owners + [sender].compactMap(\.self) }

    func limit(at now: Instant) -> FailureLimit {
        var limit = Cases.failureLimit(owners, at: now)
        limit.bounds += [sender].compactMap(\.self).map { .init($0, atMost: Limit.failuresOfAddress.value) }
        return limit
    }
}

extension Cases {
    /// Of a step of an enrollment. A persona's failures count nowhere, so that it answers the same whoever came before.
    func failureSubjects(
        of stored: StoredEnrollment, _ persona: SandboxPersona?, by principal: Principal
    ) throws -> FailureSubjects {
        guard persona == nil else { return FailureSubjects() }
        return FailureSubjects(owners: try ownerSubjects(of: stored), sender: try senderSubject(of: principal))
    }

    /// The username, where the tenant's own client or operator has stated it. A device id is only stated in an enrollment.
    package func ownerSubjects(of stored: StoredEnrollment) throws -> [[UInt8]] {
        switch try beginner(of: stored) {
        case .tenant: [stored.usernameDigest]
        case .page: []
        }
    }

    /// The block that a phone sends from. A client of the tenant has one address for all its persons, so nothing is counted of it.
    func senderSubject(of principal: Principal) throws -> [UInt8]? {
        let block = Requester.current.block
        guard case .phone = principal.role, !block.isEmpty else { return nil }
        return try keys.senderDigest(of: block, tenant: principal.tenant.id)
    }
}
