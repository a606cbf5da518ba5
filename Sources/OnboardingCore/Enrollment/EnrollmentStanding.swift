/// How an enrollment stands or ended, and why: what its events tell whoever did not take part.
package struct EnrollmentStanding: Equatable, Sendable {
    package enum State: String, CaseIterable, Codable, Sendable {
        case pending, complete, failed, expired, cancelled
    }

    /// A check that was done and not accepted.
    package struct Refused: Equatable, Sendable {
        package let check: RequiredCheck
        package let reason: EnrollmentReason
        package let at: Instant
        /// What is wrong with the document; empty for everything else.
        package var findings: [DocumentFinding] = []
    }

    package struct ReviewStanding: Equatable, Sendable {
        /// Nil where a human looked without being asked.
        package var requestedAt: Instant?
        package var decision: Review.Decision?
        package var decidedAt: Instant?
        /// Until when an acceptance asks for a capture of the face; nil where it asks for none.
        package var captureUntil: Instant?

        /// As `Review.standsAlone`.
        package var standsAlone: Bool { decision == .accepted && captureUntil == nil }
    }

    package private(set) var outline = CaseOutline()
    /// The check that is asked for, or was when it ended; nil before enroll, and where all were accepted.
    package private(set) var check: RequiredCheck?
    /// Accepted checks with the event that accepted them, oldest first.
    package private(set) var accepted: [(check: RequiredCheck, at: Instant)] = []
    package private(set) var lastRefused: Refused?
    /// What `check` may use up yet; nil for one that uses up nothing.
    package private(set) var left: Tally?
    /// The second look that was asked for or taken at what ended it; nil where nobody asked for one.
    package private(set) var review: ReviewStanding?
    package let begunAt: Instant
    /// When it ends by itself; nil once it has ended.
    package private(set) var deadline: Instant?

    package var state: State { outline.state }
    package var origin: EnrollmentOrigin { outline.origin }
    /// As `CaseOutline.reason`.
    package var reason: EnrollmentReason? { outline.reason }
    package var endedAt: Instant? { outline.endedAt }

    /// - Parameters:
    ///   - events: all of an enrollment, the oldest first.
    ///   - now: one whose deadline has passed has expired, whether or not the job that ends it came round.
    /// - Returns: nil where they do not begin as those of an enrollment do.
    package init?(of events: [(at: Instant, event: Event)], now: Instant) {
        guard let first = events.first, case .triggered(let until) = first.event else { return nil }
        begunAt = first.at
        var enrollment = Enrollment.triggered(until: until)
        for (at, event) in events.dropFirst() {
            enrollment = evolve(enrollment, event)
            take(event, at: at)
            if let progress = enrollment.progress { take(progress) }
        }
        deadline = enrollment.deadline
        if let deadline, deadline <= now {
            outline.expire(at: deadline)
            self.deadline = nil
        }
    }

    private mutating func take(_ event: Event, at instant: Instant) {
        outline.take(event, at: instant)
        switch event {
        case .deviceAdded: accepted.append((.addDevice, instant))
        case .faceAdded: accepted.append((.addFace, instant))
        case .documentAdded: accepted.append((.addDocument, instant))
        case .faceRefused: refuse(.addFace, event.reason, at: instant)
        case .documentRefused(_, _, let findings): refuse(.addDocument, event.reason, findings, at: instant)
        case .faceReopened:
            accepted.removeAll { $0.check == .addFace }
            refuse(.addFace, event.reason, at: instant)
        case .completed: (check, left) = (nil, nil)
        case .reviewRequested: review = ReviewStanding(requestedAt: instant)
        case .reviewed(let decision, _):
            review = ReviewStanding(requestedAt: review?.requestedAt, decision: decision, decidedAt: instant)
        case .captureAsked(_, let deadline):
            review?.captureUntil = deadline
            accepted.removeAll { $0.check == .addFace }
        case .triggered, .codeReserved, .validated, .started, .consentGiven, .facesTaken, .faceChallenged,
            .duplicateFound, .failed, .cancelled, .expired, .answered:
            break
        }
    }

    private mutating func take(_ progress: Progress) {
        check = progress.nextCheck
        left = check.flatMap { progress.left(of: $0) }
    }

    private mutating func refuse(
        _ check: RequiredCheck, _ refused: EnrollmentReason?, _ findings: [DocumentFinding] = [], at instant: Instant
    ) {
        guard let refused else { return }
        lastRefused = Refused(check: check, reason: refused, at: instant, findings: findings)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.outline == right.outline && left.check == right.check
            && left.accepted.elementsEqual(right.accepted, by: ==) && left.lastRefused == right.lastRefused
            && left.left == right.left && left.begunAt == right.begunAt && left.deadline == right.deadline
            && left.review == right.review
    }
}

/// Why an enrollment is not complete, as its tenant is told. A code is never renamed, reused or removed; `docs/openapi.yaml`
/// publishes the list.
package enum EnrollmentReason: String, CaseIterable, Sendable {
    case faceAttemptsExhausted = "FACE_ATTEMPTS_EXHAUSTED"
    case documentAttemptsExhausted = "DOCUMENT_ATTEMPTS_EXHAUSTED"
    case faceCapturesExhausted = "FACE_CAPTURES_EXHAUSTED"
    case documentCapturesExhausted = "DOCUMENT_CAPTURES_EXHAUSTED"
    case enrollmentExpired = "ENROLLMENT_EXPIRED"
    case enrollmentCancelled = "ENROLLMENT_CANCELLED"
    case faceNotLive = "FACE_NOT_LIVE"
    case faceUndecided = "FACE_UNDECIDED"
    case ageOutsideRange = "AGE_OUTSIDE_RANGE"
    case faceNotMatching = "FACE_NOT_MATCHING"
    case portraitReused = "PORTRAIT_REUSED"
    case portraitSuspected = "PORTRAIT_SUSPECTED"
    case noFrameNearPortrait = "NO_FRAME_NEAR_PORTRAIT"
    case turnNotShown = "TURN_NOT_SHOWN"
    case packageUnreadable = "PACKAGE_UNREADABLE"
    case packageReplayed = "PACKAGE_REPLAYED"
    case challengeExpired = "CHALLENGE_EXPIRED"
    case documentNotVerified = "DOCUMENT_NOT_VERIFIED"
    case documentNotMatching = "DOCUMENT_NOT_MATCHING"
    case documentUnreadable = "DOCUMENT_UNREADABLE"
    case duplicateEnrollment = "DUPLICATE_ENROLLMENT"

    package init(_ failure: FailureReason) {
        self =
            switch failure {
            case .faceAttemptsExhausted: .faceAttemptsExhausted
            case .documentAttemptsExhausted: .documentAttemptsExhausted
            case .faceCapturesExhausted: .faceCapturesExhausted
            case .documentCapturesExhausted: .documentCapturesExhausted
            case .duplicateEnrollment: .duplicateEnrollment
            }
    }

    package init(_ reason: FaceReopening.Reason) {
        self =
            switch reason {
            case .portraitSuspected: .portraitSuspected
            case .noFrameNearPortrait: .noFrameNearPortrait
            }
    }

    /// Nil for a face that was accepted.
    package init?(_ decision: FaceDecision) {
        switch decision {
        case .live: return nil
        case .presentationAttack: self = .faceNotLive
        case .outsideAgeRange: self = .ageOutsideRange
        case .undecided: self = .faceUndecided
        case .notMatching: self = .faceNotMatching
        case .portraitReused: self = .portraitReused
        case .portraitSuspected: self = .portraitSuspected
        case .noFrameNearPortrait: self = .noFrameNearPortrait
        case .turnNotShown: self = .turnNotShown
        case .packageUnreadable: self = .packageUnreadable
        case .packageReplayed: self = .packageReplayed
        case .challengeExpired: self = .challengeExpired
        case .duplicate: self = .duplicateEnrollment
        }
    }

    /// Nil for a document that was accepted.
    package init?(_ decision: DocumentDecision) {
        switch decision {
        case .verified: return nil
        case .notVerified: self = .documentNotVerified
        case .notMatching: self = .documentNotMatching
        case .portraitReused: self = .portraitReused
        case .retryCapture: self = .documentUnreadable
        }
    }
}
