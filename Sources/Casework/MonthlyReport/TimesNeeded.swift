/// How long something took how often, in whole seconds. It grows with the longest time and not with how many there were.
struct TimesNeeded: Equatable, Sendable {
    private var counts: [Int64: Int] = [:]
    private(set) var count = 0

    /// - Parameter milliseconds: rounded to the nearest second.
    mutating func add(_ milliseconds: Int64) {
        counts[(max(0, milliseconds) + 500) / 1000, default: 0] += 1
        count += 1
    }

    /// The least time that at least `percent` of a hundred needed at most (nearest rank); nil where there are none.
    /// - Parameter percent: 1 to 100.
    func percentile(_ percent: Int) -> Int64? {
        let rank = (count * percent + 99) / 100
        var seen = 0
        for (seconds, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen >= rank { return seconds }
        }
        return nil
    }
}
