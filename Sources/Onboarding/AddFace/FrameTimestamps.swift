internal import OnboardingCore

/// Frame times as clients write them: milliseconds since 1970, seconds since 1970, or relative milliseconds.
enum FrameTimestamps {
    /// In milliseconds, rising. The unit is worked out from the size: from 10¹¹ on milliseconds, from 10⁹ on seconds.
    static func milliseconds(of timestamps: [Double?]) throws(Refusal) -> [Double] {
        // One frame needs no time.
        if timestamps.count == 1 { return [timestamps[0].map(inMilliseconds) ?? 0] }
        var times: [Double] = []
        for timestamp in timestamps {
            guard let timestamp, timestamp.isFinite, timestamp >= 0 else { throw Refusal(.frameTimesInvalid) }
            let time = inMilliseconds(timestamp)
            if let last = times.last, time <= last { throw Refusal(.frameTimesInvalid) }
            times.append(time)
        }
        return times
    }

    private static func inMilliseconds(_ timestamp: Double) -> Double {
        timestamp >= 1e9 && timestamp < 1e11 ? timestamp * 1000 : timestamp
    }
}
