internal import OnboardingCore
internal import Tenancy

/// How long a session lasts, as a page warns of its end (WCAG 2.2, 2.2.1).
struct SessionTime: Encodable, Equatable, Sendable {
    /// Until it ends, where nobody asks for anything. Some fewer may be left: not every request is noted.
    let seconds: Int
    /// Whether it ends then, however much it is used.
    let isLast: Bool

    init(of person: SignedInOperator, at now: Instant) {
        seconds = person.endsAt.secondsAfter(now)
        isLast = person.endsAt < now.adding(seconds: Limit.operatorSilence.seconds)
    }
}
