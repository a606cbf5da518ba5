internal import OnboardingCore

/// What happened to a tenant's enrollments in a month, counted from their events and from nothing else. Each event counts in
/// the month in which it happened; an end by time in the month of the deadline, whenever the job that writes it came round. Whom
/// a human accepts after a machine has refused stays among the refused, and counts as registered by a human when that happens.
///
/// `openBefore + begun = registered + handedIn + refused + expired + cancelled + pending`.
struct MonthlyFigures: Equatable, Sendable {
    /// Why an enrollment was refused for good.
    struct RefusedFor: Hashable, Sendable {
        let step: RequiredCheck
        let reason: EnrollmentReason
        /// What its last check was refused for.
        let lastReason: EnrollmentReason
    }

    /// Why one check was not accepted.
    struct CheckReason: Hashable, Sendable {
        let step: RequiredCheck
        let reason: EnrollmentReason
    }

    /// How an enrollment ended in the month, where a person was decided about.
    enum Decided: Sendable {
        case registered, refused
    }

    /// Begun before the month and open at its start.
    private(set) var openBefore = 0
    private(set) var begun = 0
    /// By what the person captured.
    private(set) var registered = 0
    /// By the tenant's client, from images that nobody judged.
    private(set) var handedIn = 0
    private(set) var refused: [RefusedFor: Int] = [:]
    private(set) var expired = 0
    private(set) var cancelled = 0
    /// Open at the end of the month, or now where that is to come.
    private(set) var pending = 0
    /// Checks that were decided against the person.
    private(set) var refusals: [CheckReason: Int] = [:]
    /// Checks for which another capture was asked.
    private(set) var recaptures: [CheckReason: Int] = [:]
    /// What was wrong with documents that were refused, each of it.
    private(set) var findings: [DocumentFinding: Int] = [:]
    /// Enrollments whose face was found to be another registration's, and those of them that were refused for it.
    private(set) var duplicatesFound = 0
    private(set) var duplicatesRefused = 0
    private(set) var reviewsRequested = 0
    private(set) var reviewsAccepted = 0
    private(set) var reviewsRefused = 0
    /// Registered because a human accepted.
    private(set) var reviewsRegistered = 0
    /// From trigger to registration, of those registered in the month.
    private(set) var timesToRegister = TimesNeeded()
    /// From the step before, of the same; where a step was taken twice, both together.
    private(set) var timesOfSteps: [Step: TimesNeeded] = [:]

    private enum End {
        case registered, handedIn, refused(RefusedFor), expired, cancelled
    }

    /// Counts one enrollment.
    /// - Parameters:
    ///   - events: all of it, the oldest first; nothing is counted where they do not begin as those of an enrollment do.
    ///   - now: one whose deadline has passed has expired.
    /// - Returns: nil where it did not end in the month with a decision about the person.
    mutating func add(
        _ events: [(at: Instant, event: Event)], in month: ReportMonth, at now: Instant
    ) -> Decided? {
        guard let first = events.first, case .triggered(let until) = first.event, first.at < month.end else {
            return nil
        }
        var enrollment = Enrollment.triggered(until: until)
        var end: (at: Instant, how: End)?
        var last = CheckReason(step: .addFace, reason: .faceUndecided)
        var (milestone, spent) = (first.at, [Step: Int64]())
        let isHandedIn = events.contains { $0.event.kind == .facesTaken }
        for (at, event) in events.dropFirst() {
            let before = enrollment
            enrollment = evolve(before, event)
            if month.contains(at) {
                count(event)
                if event.kind == .completed, enrollment.review?.decision == .accepted { reviewsRegistered += 1 }
            }
            if let refused = CheckReason(event) { last = refused }
            if let step = event.endedStep {
                spent[step, default: 0] += at.millisecondsSince1970 - milestone.millisecondsSince1970
                milestone = at
            }
            // What a machine has refused has ended, whatever a human makes of it.
            guard end == nil, !before.isFinished, enrollment.isFinished else { continue }
            switch event {
            case .completed: end = (at, isHandedIn ? .handedIn : .registered)
            case .failed(let failure): end = (at, .refused(RefusedFor(failure, last: last)))
            case .cancelled: end = (at, .cancelled)
            default: end = (before.deadline ?? at, .expired)
            }
        }
        if end == nil, let deadline = enrollment.deadline, deadline <= now { end = (deadline, .expired) }
        // Several steps of one may find it.
        if events.contains(where: { month.contains($0.at) && $0.event.kind == .duplicateFound }) {
            duplicatesFound += 1
        }

        if month.contains(first.at) { begun += 1 }
        if first.at < month.start, end.map({ $0.at >= month.start }) ?? true { openBefore += 1 }
        guard let end, end.at < month.end else {
            pending += 1
            return nil
        }
        guard month.contains(end.at) else { return nil }
        switch end.how {
        case .registered:
            registered += 1
            timesToRegister.add(end.at.millisecondsSince1970 - first.at.millisecondsSince1970)
            for (step, milliseconds) in spent { timesOfSteps[step, default: TimesNeeded()].add(milliseconds) }
            return .registered
        case .handedIn: handedIn += 1
        case .refused(let reason):
            refused[reason, default: 0] += 1
            return .refused
        case .expired: expired += 1
        case .cancelled: cancelled += 1
        }
        return nil
    }

    private mutating func count(_ event: Event) {
        switch event {
        case .faceRefused(let decision, _): count(CheckReason(event), as: decision.counts)
        case .documentRefused(let decision, _, let found):
            count(CheckReason(event), as: decision.counts)
            for finding in found { findings[finding, default: 0] += 1 }
        case .faceReopened: count(CheckReason(event), as: .capture)
        case .failed(.duplicateEnrollment): duplicatesRefused += 1
        case .reviewRequested: reviewsRequested += 1
        case .reviewed(.accepted, _): reviewsAccepted += 1
        case .reviewed(.refused, _): reviewsRefused += 1
        case .triggered, .codeReserved, .validated, .started, .consentGiven, .deviceAdded, .faceAdded, .facesTaken,
            .faceChallenged, .documentAdded, .duplicateFound, .completed, .failed, .cancelled, .expired,
            .captureAsked, .answered:
            break
        }
    }

    private mutating func count(_ reason: CheckReason?, as counts: Counts) {
        guard let reason else { return }
        switch counts {
        case .nothing: break
        case .capture: recaptures[reason, default: 0] += 1
        case .attempt: refusals[reason, default: 0] += 1
        }
    }
}

extension MonthlyFigures.RefusedFor {
    fileprivate init(_ failure: FailureReason, last: MonthlyFigures.CheckReason) {
        let step: RequiredCheck =
            switch failure {
            case .faceAttemptsExhausted, .faceCapturesExhausted, .duplicateEnrollment: .addFace
            case .documentAttemptsExhausted, .documentCapturesExhausted: .addDocument
            }
        let reason = EnrollmentReason(failure)
        // Which may have been found when the last check was accepted.
        let lastReason = failure == .duplicateEnrollment ? reason : last.reason
        self.init(step: step, reason: reason, lastReason: lastReason)
    }
}

extension MonthlyFigures.CheckReason {
    /// Nil for an event that refuses no check.
    fileprivate init?(_ event: Event) {
        let (step, reason): (RequiredCheck, EnrollmentReason?) =
            switch event {
            case .faceRefused(let decision, _): (.addFace, EnrollmentReason(decision))
            case .documentRefused(let decision, _, _): (.addDocument, EnrollmentReason(decision))
            case .faceReopened(let reopening): (.addFace, EnrollmentReason(reopening.reason))
            default: (.addFace, nil)
            }
        guard let reason else { return nil }
        self.init(step: step, reason: reason)
    }
}

extension Event {
    /// The step that it ends.
    fileprivate var endedStep: Step? {
        switch self {
        case .started: .enroll
        case .deviceAdded: .addDevice
        case .faceAdded: .addFace
        case .documentAdded: .addDocument
        default: nil
        }
    }
}
