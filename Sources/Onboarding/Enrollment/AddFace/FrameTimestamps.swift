internal import OnboardingCore
internal import Tenancy

/// Frame times as clients write them: milliseconds since 1970, seconds since 1970, relative milliseconds, or none at all.
struct FrameTimestamps: Equatable {
    /// Rising; the frames' positions where no frame states a time.
    let milliseconds: [Double]
    /// Whether these are times. Some clients write none; then the frames only have their order.
    let areStated: Bool

    /// The unit is worked out from the size: from 10¹¹ on milliseconds, from 10⁹ on seconds.
    /// - Throws: `frameTimesInvalid` where times do not rise, or some frames have one and others have none.
    init(_ timestamps: [Double?]) throws(Refusal) {
        if timestamps.allSatisfy({ $0 == nil }) {
            milliseconds = timestamps.indices.map(Double.init)
            areStated = false
            return
        }
        areStated = true
        // One frame needs no other to rise above.
        if timestamps.count == 1, let time = timestamps[0] {
            milliseconds = [Self.inMilliseconds(time)]
            return
        }
        var times: [Double] = []
        for (index, timestamp) in timestamps.enumerated() {
            let invalid = Refusal(.frameTimesInvalid, member: "frames[\(index)].timestamp")
            guard let timestamp, timestamp.isFinite, timestamp >= 0 else { throw invalid }
            let time = Self.inMilliseconds(timestamp)
            if let last = times.last, time <= last { throw invalid }
            times.append(time)
        }
        milliseconds = times
    }

    private static func inMilliseconds(_ timestamp: Double) -> Double {
        timestamp >= 1e9 && timestamp < 1e11 ? timestamp * 1000 : timestamp
    }
}
