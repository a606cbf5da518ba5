internal import Onboarding
internal import OnboardingCore
internal import OnboardingStorage

/// All that an explanation is made from.
struct ExplainedCase: Sendable {
    /// What is left of the evidence of a step.
    struct Kept: Sendable {
        enum Contents: Sendable {
            case face(FaceEvidence)
            case document(DocumentRecord)
            /// Of a human's decision: whose, and why, is not explained here.
            case review
            case unreadable
        }

        let contents: Contents
        /// When retention left nothing but what was measured; nil for one that is whole.
        let reducedAt: Instant?
        /// Nil where nobody was looked for.
        var duplicateCheck: DuplicateCheck?
    }

    let id: EnrollmentID
    let tenant: String
    let isTest: Bool
    /// The oldest first.
    let events: [(at: Instant, event: Event)]
    /// By the id that the events name.
    let evidence: [EvidenceID: Kept]
    let erasedAt: Instant?
    /// Until when no attempt of the person is taken, and after how many that failed; nil where one is.
    let lock: (until: Instant, failures: Int)?
    let now: Instant
    /// When what has ended is erased; nil where it has not ended, a hold keeps it, or it is erased.
    var keptUntil: Instant?
    /// How the person came back: the newest times, oldest first, without what they rested on, and how often in all.
    var authentications: [ExplainedAuthentication] = []
    var authenticationCount = 0
    /// Until when the registration opens to nobody, and after how many failures; nil where it does.
    var registrationLock: (until: Instant, failures: Int)?
}

extension Explanation {
    /// - Returns: nil where the events do not begin as those of an enrollment do.
    init?(of explained: ExplainedCase) {
        guard let standing = EnrollmentStanding(of: explained.events, now: explained.now) else { return nil }
        let course = EnrollmentCourse(explained, standing)
        let code = explained.events.reduce(String?.none) { code, entry in
            switch entry.event {
            case .codeReserved(let code), .completed(let code): code
            default: code
            }
        }
        self.init(
            enrollmentId: explained.id.text, tenant: explained.tenant, test: explained.isTest,
            registrationCode: code, state: standing.state.rawValue, reason: standing.reason?.rawValue,
            origin: standing.origin.rawValue, summary: course.account(),
            account: course.account(isBesideWhatCarried: true),
            carriedBy: course.carried.isEmpty ? nil : course.carried, headline: course.headline, person: course.person,
            begunAt: standing.begunAt.iso8601WithMilliseconds, endedAt: standing.endedAt?.iso8601WithMilliseconds,
            expiresAt: standing.deadline?.iso8601WithMilliseconds,
            erasedAt: explained.erasedAt?.iso8601WithMilliseconds, policy: course.policy, rules: course.rules,
            steps: StepExplanations(explained).all, review: course.review,
            lock: course.lock
                ?? explained.registrationLock.map { Explanation.Lock(failures: $0.failures, until: $0.until) },
            authentications: explained.authentications.isEmpty
                ? nil : explained.authentications.compactMap(ReturnedAuthentication.init),
            authenticationCount: explained.authenticationCount == 0 ? nil : explained.authenticationCount)
    }
}
