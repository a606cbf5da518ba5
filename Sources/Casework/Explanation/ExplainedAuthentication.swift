internal import OnboardingCore
internal import OnboardingStorage

/// All that the explanation of an authentication is made from.
struct ExplainedAuthentication: Sendable {
    let id: AuthenticationID
    let enrollmentID: EnrollmentID
    let purpose: AuthenticationPurpose
    let tenant: String
    let isTest: Bool
    /// The oldest first.
    let events: [(at: Instant, event: AuthenticationEvent)]
    let record: KeptRecord
    let now: Instant
}

extension AuthenticationExplanation {
    /// - Returns: nil where the events do not begin as those of an authentication do.
    init?(of explained: ExplainedAuthentication) {
        guard let course = AuthenticationCourse(explained) else { return nil }
        self.init(
            authenticationId: explained.id.text, enrollmentId: explained.enrollmentID.text, tenant: explained.tenant,
            test: explained.isTest, purpose: explained.purpose.rawValue, state: course.state.rawValue,
            reason: course.failure?.rawValue, summary: course.account,
            carriedBy: course.carried.isEmpty ? nil : course.carried, headline: course.headline, person: course.person,
            begunAt: course.begunAt.iso8601WithMilliseconds, endedAt: course.endedAt?.iso8601WithMilliseconds,
            expiresAt: course.deadline?.iso8601WithMilliseconds,
            erasedAt: explained.record.erasedAt?.iso8601WithMilliseconds, policy: course.policy, rules: course.rules,
            steps: AuthenticationSteps(events: explained.events, record: explained.record).all,
            devices: course.deviceChange?.rawValue, locked: course.lock)
    }
}
