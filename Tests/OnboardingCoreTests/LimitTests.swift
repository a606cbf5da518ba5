import OnboardingCore
import Testing

@Suite struct LimitTests {
    @Test func everyLimitIsNamedOnceAndAboveZero() {
        #expect(Set(Limit.allCases.map(\.row.name)).count == Limit.allCases.count)
        for limit in Limit.allCases {
            #expect(limit.value > 0 && limit.value == limit.row.value, "\(limit)")
            #expect(limit.seconds == Int64(limit.value) && limit.duration == .seconds(limit.value))
        }
    }

    /// Whoever moves one of them has to move the other.
    @Test(arguments: [
        // Whatever is stored can be posted back, and no use case needs more than its route takes.
        (4 * Limit.configuration.value, Limit.configurationBody.value),
        (Limit.imageFile.value, Limit.documentBody.value), (Limit.publicKey.value, Limit.body.value),
        // What was received is kept.
        (Limit.documentBody.value, Limit.evidenceObject.value),
        // Some bodies of the largest kind fit side by side.
        (4 * Limit.documentBody.value, Limit.bufferedBodies.value),
        // Frames of full HD.
        (Limit.frames.value * 1920 * 1080, Limit.framePixels.value),
        (Limit.imagePixels.value, Limit.framePixels.value), (Limit.imagePixels.value, Limit.documentPixels.value),
        // A random byte of an array has 2.57 digits and a comma.
        (Limit.faceBody.value * 100 / 357, Limit.jsonByteNumbers.value),
        // What ends an enrollment is on record.
        (2 * Limit.captures.value, Limit.recordsOfNoEffect.value),
        // What is forgotten counts no longer.
        (Limit.failureWindow.value, Limit.usedSessionMemory.value),
        (Limit.captureSessionLife.value, Limit.usedSessionMemory.value),
        (Limit.expectedWait.value, Limit.queueWait.value),
    ]) func oneLimitLeavesRoomForAnother(needed: Int, limit: Int) {
        #expect(needed <= limit)
    }
}
