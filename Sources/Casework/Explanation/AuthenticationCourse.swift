internal import OnboardingCore

/// How an authentication came to its end, or stands.
struct AuthenticationCourse: Sendable {
    let explained: ExplainedAuthentication
    private let lastRefused: (check: AuthenticationCheck, decision: String)?
    private let tally: Tally
    private let accepted: [AuthenticationCheck]
    /// That is asked for, or was when it ended; nil before it started, and where all were accepted.
    private let check: AuthenticationCheck?
    let state: EnrollmentStanding.State
    let failure: AuthenticationFailure?
    let policy: AuthenticationPolicy?
    let begunAt: Instant
    let endedAt: Instant?
    /// When it ends by itself; nil once it has ended.
    let deadline: Instant?
    /// When it would have ended by itself.
    private let lastDeadline: Instant?
    let deviceChange: DeviceChange?
    let lock: Explanation.Lock?

    /// - Returns: nil where the events do not begin as those of an authentication do.
    init?(_ explained: ExplainedAuthentication) {
        guard let first = explained.events.first, case .triggered(let until) = first.event else { return nil }
        var authentication = Authentication.triggered(until: until)
        var (progress, ended) = (AuthenticationProgress?.none, Instant?.none)
        var (refused, change, lock) = ((AuthenticationCheck, String)?.none, DeviceChange?.none, Explanation.Lock?.none)
        var (limit, tally) = (until, Tally())
        for (at, event) in explained.events.dropFirst() {
            let before = authentication
            authentication = evolve(before, event)
            if let now = authentication.progress { progress = now }
            if !before.isFinished {
                tally = tally.counting(event.counts)
                if authentication.isFinished { ended = at }
            }
            limit = authentication.deadline ?? limit
            switch event {
            case .deviceRefused(let decision): refused = (.verifyDevice, decision.rawValue)
            case .faceRefused(let decision, _): refused = (.verifyFace, decision.rawValue)
            case .documentRefused(let decision, _, _): refused = (.addDocument, decision.rawValue)
            case .deviceReplaced(let made): change = made
            case .locked(let failures, let end): lock = Explanation.Lock(failures: failures, until: end)
            default: break
            }
        }
        self.explained = explained
        (lastRefused, deviceChange, self.lock, self.tally) = (refused, change, lock, tally)
        policy = progress?.policy
        (begunAt, lastDeadline) = (first.at, limit)
        failure = authentication.failure
        let isOverdue = authentication.deadline.map { $0 <= explained.now } ?? false
        state = isOverdue ? .expired : authentication.standing
        endedAt = isOverdue ? authentication.deadline : ended
        deadline = isOverdue ? nil : authentication.deadline
        let done = explained.events.compactMap(\.event.acceptedCheck)
        accepted = done
        check = progress?.policy.requiredChecks.first { !done.contains($0) }
    }

    // MARK: The end

    /// What ended it; none while it goes on.
    var rules: [Explanation.Rule] {
        switch state {
        case .pending: []
        case .complete:
            [
                Explanation.Rule(
                    "authentication.checks", "required checks that were accepted", Double(accepted.count), .atLeast,
                    policy.map { Double($0.requiredChecks.count) }, .checks)
            ]
        case .failed: failure.map { [rule(of: $0)] } ?? []
        case .expired: [expired]
        case .cancelled:
            [
                Explanation.Rule(
                    "authentication.cancelled",
                    "it was left to go on: nobody stopped it, no other took its place, and the person was not erased",
                    holds: false)
            ]
        }
    }

    private func rule(of failure: AuthenticationFailure) -> Explanation.Rule {
        switch failure {
        case .attemptsExhausted:
            Explanation.Rule(
                "authentication.attempts", "checks that were decided against the person, all together",
                Double(tally.attempts), .below, policy.map { Double($0.maximumAttempts) }, .attempts)
        case .capturesExhausted:
            Explanation.Rule(
                "authentication.captures", "captures that were not accepted, judged or not", Double(tally.captures),
                .below, policy.map { Double($0.maximumCaptures) }, .captures)
        }
    }

    private var expired: Explanation.Rule {
        var rule = Explanation.Rule("authentication.deadline", "when it ended, beside its deadline", holds: false)
        (rule.measuredDate, rule.thresholdDate) = (
            endedAt?.iso8601WithMilliseconds, lastDeadline?.iso8601WithMilliseconds
        )
        (rule.bound, rule.missing) = (.below, nil)
        return rule
    }

    // MARK: In words

    /// One sentence.
    var headline: String {
        let kind = explained.purpose == .authenticate ? "Authentication" : "Re-enrollment"
        let name =
            "\(kind) \(explained.id.text) of enrollment \(explained.enrollmentID.text) of tenant \(explained.tenant)"
            + (explained.isTest ? " (test tenant)" : "")
        let end = endedAt.map { " at \($0.iso8601WithMilliseconds)" } ?? ""
        let last =
            lastRefused.map {
                ", and its last check that was not accepted, \($0.check.rawValue), was refused as \($0.decision)"
            } ?? ""
        var sentence: String
        switch state {
        case .pending:
            sentence =
                "\(name) is under way since \(begunAt.iso8601WithMilliseconds)"
                + (check.map { " and asks for \($0.rawValue)" } ?? "") + last
        case .complete:
            sentence =
                explained.purpose == .authenticate
                ? "\(name) was completed\(end), and the person was let in: every check that was asked for was accepted"
                : "\(name) was completed\(end): every check that was asked for was accepted, and a device was registered"
        case .failed: sentence = "\(name) was refused\(end) for \(failure?.rawValue ?? "no recorded reason")" + last
        case .expired: sentence = "\(name) expired\(end), because its time was over" + last
        case .cancelled: sentence = "\(name) was cancelled\(end)" + last
        }
        if let lock { sentence += "; it locked the registration until \(lock.until)" }
        if let erasedAt = explained.record.erasedAt {
            sentence +=
                "; the registration was erased at \(erasedAt.iso8601WithMilliseconds), so that nothing that was measured "
                + "is kept"
        }
        return sentence + "."
    }

    var person: Explanation.Words {
        if explained.record.erasedAt != nil { return .erased }
        return switch state {
        case .pending: lock == nil ? .pending : .locked
        case .complete: .recognised
        case .failed: failure.map { Explanation.Words($0) } ?? .pending
        case .expired: Explanation.Words(.enrollmentExpired)
        case .cancelled: Explanation.Words(.enrollmentCancelled)
        }
    }
}

extension Explanation.Lock {
    /// Which a failure made: as many as may be.
    init(failures: Int, until end: Instant) {
        self.init(
            until: end.iso8601WithMilliseconds,
            rule: Explanation.Rule(
                "registration.failures",
                "failed checks of all authentications of the registration within the tenant's time", Double(failures),
                .below, Double(failures), .failures))
    }
}

extension AuthenticationEvent {
    /// What it uses up.
    var counts: Counts {
        switch self {
        case .deviceRefused(let decision): decision.counts
        case .faceRefused(let decision, _): decision.counts
        case .documentRefused(let decision, _, _): decision.counts
        default: .nothing
        }
    }

    /// The check that it says was accepted.
    fileprivate var acceptedCheck: AuthenticationCheck? {
        switch self {
        case .deviceVerified: .verifyDevice
        case .faceVerified: .verifyFace
        case .documentAdded: .addDocument
        default: nil
        }
    }
}
