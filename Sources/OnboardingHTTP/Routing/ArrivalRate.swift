internal import OnboardingCore

/// Whether a body comes fast enough. Its time as a whole grows with its bytes; beside that a part of it has to arrive in each window, so
/// that whoever sends nearly all at once is not given minutes for the rest.
struct ArrivalRate {
    private let start: ContinuousClock.Instant
    private var byteCount = 0
    /// When the last whole part had arrived, and what has come since.
    private var mark: (at: ContinuousClock.Instant, byteCount: Int)

    init(from start: ContinuousClock.Instant) {
        self.start = start
        mark = (start, 0)
    }

    /// Notes what has arrived.
    /// - Returns: false where it came too late.
    mutating func takes(_ bytes: Int, at now: ContinuousClock.Instant) -> Bool {
        byteCount += bytes
        mark.byteCount += bytes
        let isInTime = now - mark.at <= Limit.bodyTime.duration
        if mark.byteCount >= Limit.bodyPart.value { mark = (now, 0) }
        return isInTime && now - start <= Limit.bodyTime.duration + .seconds(byteCount / Limit.bodyPerSecond.value)
    }
}
