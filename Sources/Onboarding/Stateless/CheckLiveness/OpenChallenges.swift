internal import OnboardingCore
internal import Synchronization

/// Challenges that belong to no enrollment, from their issue until one package names them or they run out. In memory: after a
/// restart they are unknown, and a client asks for another.
package final class OpenChallenges: Sendable {
    /// Oldest first.
    private let open = Mutex<[TenantID: [FaceChallenge]]>([:])

    package init() {}

    func issue(_ challenge: FaceChallenge, to tenant: TenantID) {
        open.withLock { open in
            var standing = open[tenant, default: []].filter { $0.stands(at: challenge.issuedAt) }
            if standing.count >= Limit.openChallenges.value { standing.removeFirst() }
            open[tenant] = standing + [challenge]
        }
    }

    /// The challenge, once; nil for one that is unknown, used, another tenant's, or has run out.
    func take(_ id: String, of tenant: TenantID, at now: Instant) -> FaceChallenge? {
        open.withLock { open in
            guard let place = open[tenant]?.firstIndex(where: { $0.id.text == id }),
                let challenge = open[tenant]?.remove(at: place)
            else { return nil }
            return challenge.stands(at: now) ? challenge : nil
        }
    }
}
