internal import OnboardingCore
internal import OnboardingJSON

/// What a change of a configuration does to the periods. Pure.
struct RetentionStep: Equatable, Sendable {
    /// Before the change.
    let inForce: RetentionPolicy
    /// If the change counted at once.
    let then: RetentionPolicy
    /// The places of those that it makes shorter than they are in force, in the order of `RetentionPolicy.days`.
    let shortened: [Int]
    /// What waited before and is not touched.
    private let untouched: PendingRetention

    /// How long a period waits that makes much due.
    private static let waitInSeconds: Int64 = 86_400

    /// - Throws: where what waits in `stored` is none that this program writes.
    init(from stored: JSONValue, to result: JSONValue, at now: Instant) throws(ConfigurationValidationError) {
        let pending = try PendingRetention(stored).waiting(at: now)
        let (before, after) = (RetentionPolicy(setBy: stored), RetentionPolicy(setBy: result))
        inForce = before.before(pending, at: now)
        var (days, shortened, untouched) = (inForce.days, [Int](), PendingRetention())
        for place in days.indices {
            if after.days[place] == before.days[place] {
                untouched.periods[place] = pending.periods[place]
            } else {
                if after.days[place] < days[place] { shortened.append(place) }
                days[place] = after.days[place]
            }
        }
        (then, self.shortened, self.untouched) = (RetentionPolicy(days: days) ?? after, shortened, untouched)
    }

    /// What waits after the change.
    /// - Parameter waits: whether what it shortens does.
    func pending(waits: Bool, at now: Instant) -> PendingRetention {
        var pending = untouched
        guard waits else { return pending }
        for place in shortened {
            pending.periods[place] = PendingRetention.Period(
                daysInForce: inForce.days[place], until: now.adding(seconds: Self.waitInSeconds))
        }
        return pending
    }
}
