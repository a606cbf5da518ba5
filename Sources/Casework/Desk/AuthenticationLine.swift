internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage

/// Somebody registered who came back, in one line of a list.
package struct AuthenticationLine: Equatable, Sendable {
    /// What a check was refused for.
    package enum Refused: Equatable, Sendable {
        case device(DeviceDecision)
        case face(FaceDecision)
        case document(DocumentDecision)
    }

    package let id: String
    /// In the order of beginning, over all tenants.
    package let number: Int
    package let purpose: AuthenticationPurpose
    package let state: EnrollmentStanding.State
    /// Why it failed for good; nil where it did not.
    package let failure: AuthenticationFailure?
    /// What was refused last; nil where nothing was, and where it was accepted in the end.
    package let lastRefused: Refused?
    package let begunAt: Instant
    package let endedAt: Instant?
    /// Decisions against the person.
    package let attempts: Int
    /// How many of them are taken; nil before it started.
    package let mostAttempts: Int?
    /// What its device showed last; nil where none was asked for.
    package let device: DeviceDecision?
    /// What became of the devices of the registration; nil where none was added.
    package let deviceChange: DeviceChange?
}

extension AuthenticationLine {
    init(_ stored: StoredAuthentication, _ events: [AuthenticationEvent], at now: Instant) {
        var (attempts, most) = (0, Int?.none)
        var (device, change, refused) = (DeviceDecision?.none, DeviceChange?.none, Refused?.none)
        for event in events {
            switch event {
            case .started(let policy, _): most = policy.maximumAttempts
            case .deviceVerified(let decision): (device, refused) = (decision, nil)
            case .deviceRefused(let decision):
                (device, refused) = (decision, .device(decision))
                attempts += decision.counts == .attempt ? 1 : 0
            case .faceVerified, .documentAdded: refused = nil
            case .faceRefused(let decision, _):
                refused = .face(decision)
                attempts += decision.counts == .attempt ? 1 : 0
            case .documentRefused(let decision, _, _):
                refused = .document(decision)
                attempts += decision.counts == .attempt ? 1 : 0
            case .deviceReplaced(let made): change = made
            case .triggered, .validated, .faceChallenged, .locked, .completed, .failed, .cancelled, .expired, .answered:
                break
            }
        }
        let authentication = stored.authentication
        // Whether or not the job that ends it came round.
        let overdue = authentication.deadline.flatMap { $0 <= now ? $0 : nil }
        self.init(
            id: stored.id.text, number: stored.number, purpose: stored.purpose,
            state: overdue == nil ? authentication.standing : .expired, failure: authentication.failure,
            lastRefused: refused, begunAt: stored.createdAt,
            endedAt: overdue ?? (authentication.isFinished ? stored.changedAt : nil), attempts: attempts,
            mostAttempts: most, device: device, deviceChange: change)
    }
}

extension Cases {
    /// Each with what its events tell.
    func lines(of visits: [StoredAuthentication], at now: Instant) async throws -> [AuthenticationLine] {
        var lines: [AuthenticationLine] = []
        for visit in visits {
            lines.append(AuthenticationLine(visit, try await store.events(of: visit.id).map(\.event), at: now))
        }
        return lines
    }
}
