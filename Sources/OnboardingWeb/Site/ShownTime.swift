internal import OnboardingCore
internal import Tenancy

/// An instant as `time.mustache` shows it.
struct ShownTime {
    /// As programs read it.
    let instant: String
    let said: String

    init(_ instant: Instant, _ words: Words) {
        self.instant = instant.iso8601WithMilliseconds
        said = words.written.moment(self.instant)
    }
}

extension Words {
    /// How these words write days and times.
    var written: WrittenTime { WrittenTime(rawValue: self("admin.language")) ?? .english }
}
