internal import OnboardingCore

/// What happened to a tenant's authentications and re-enrollments in a month, counted from their events as `MonthlyFigures` counts
/// enrollments.
///
/// Of each purpose `openBefore + begun = completed + failed + expired + cancelled + pending`.
struct AuthenticationFigures: Equatable, Sendable {
    struct Ends: Equatable, Sendable {
        /// Begun before the month and open at its start.
        fileprivate(set) var openBefore = 0
        fileprivate(set) var begun = 0
        fileprivate(set) var completed = 0
        fileprivate(set) var failed = 0
        fileprivate(set) var expired = 0
        fileprivate(set) var cancelled = 0
        /// Open at the end of the month, or now where that is to come.
        fileprivate(set) var pending = 0
    }

    /// Why one failed for good.
    struct FailedFor: Hashable, Sendable {
        let purpose: AuthenticationPurpose
        let reason: AuthenticationFailure
    }

    /// Why one check was not accepted.
    struct CheckDecision: Hashable, Sendable {
        let check: AuthenticationCheck
        /// A word of `DeviceDecision`, `FaceDecision` or `DocumentDecision`.
        let decision: String
    }

    private(set) var ends: [AuthenticationPurpose: Ends] = [:]
    private(set) var failures: [FailedFor: Int] = [:]
    /// Checks that were decided against the person.
    private(set) var refusals: [CheckDecision: Int] = [:]
    /// Checks for which another capture was asked.
    private(set) var recaptures: [CheckDecision: Int] = [:]
    /// How often failures locked a registration.
    private(set) var locks = 0
    /// Devices that were registered, by what became of the others.
    private(set) var devices: [DeviceChange: Int] = [:]

    /// Counts one authentication.
    /// - Parameters:
    ///   - events: all of it, the oldest first; nothing is counted where they do not begin as those of an authentication do.
    ///   - now: one whose deadline has passed has expired.
    mutating func add(
        _ events: [(at: Instant, event: AuthenticationEvent)], for purpose: AuthenticationPurpose,
        in month: ReportMonth, at now: Instant
    ) {
        guard let first = events.first, case .triggered(let until) = first.event, first.at < month.end else { return }
        var authentication = Authentication.triggered(until: until)
        var end: (at: Instant, state: AuthenticationState)?
        for (at, event) in events.dropFirst() {
            let before = authentication
            authentication = evolve(before, event)
            if month.contains(at) { count(event) }
            guard !before.isFinished, authentication.isFinished else { continue }
            // An end by time is of the deadline, whenever the job that writes it came round.
            end = (authentication.state == .expired ? before.deadline ?? at : at, authentication.state)
        }
        if let deadline = authentication.deadline, deadline <= now { end = (deadline, .expired) }

        if month.contains(first.at) { ends[purpose, default: Ends()].begun += 1 }
        if first.at < month.start, end.map({ $0.at >= month.start }) ?? true {
            ends[purpose, default: Ends()].openBefore += 1
        }
        guard let end, end.at < month.end else {
            ends[purpose, default: Ends()].pending += 1
            return
        }
        guard month.contains(end.at) else { return }
        switch end.state {
        case .complete: ends[purpose, default: Ends()].completed += 1
        case .failed(let reason):
            ends[purpose, default: Ends()].failed += 1
            failures[FailedFor(purpose: purpose, reason: reason), default: 0] += 1
        case .cancelled: ends[purpose, default: Ends()].cancelled += 1
        case .expired, .triggered, .validated, .open: ends[purpose, default: Ends()].expired += 1
        }
    }

    private mutating func count(_ event: AuthenticationEvent) {
        switch event {
        case .deviceRefused(let decision): count(.verifyDevice, decision.rawValue, decision.counts)
        case .faceRefused(let decision, _): count(.verifyFace, decision.rawValue, decision.counts)
        case .documentRefused(let decision, _, _): count(.addDocument, decision.rawValue, decision.counts)
        case .deviceReplaced(let change): devices[change, default: 0] += 1
        case .locked: locks += 1
        case .triggered, .validated, .started, .deviceVerified, .faceVerified, .faceChallenged, .documentAdded,
            .completed, .failed, .cancelled, .expired, .answered:
            break
        }
    }

    private mutating func count(_ check: AuthenticationCheck, _ decision: String, _ counts: Counts) {
        let refused = CheckDecision(check: check, decision: decision)
        switch counts {
        case .nothing: break
        case .capture: recaptures[refused, default: 0] += 1
        case .attempt: refusals[refused, default: 0] += 1
        }
    }
}
