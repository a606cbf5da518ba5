import LivenessScorer
import OnboardingCore
import Testing
import Video

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

@Suite struct VideoPackageTests {
    private func capture(_ video: [UInt8], start: Double? = nil, frames: Int = 0) -> SubmittedCapture {
        let frames = Visitor.capture(frames: frames)
        return SubmittedCapture(
            workflow: "charlie4", rotationInDegrees: nil, frames: frames.frames,
            video: .init(bytes: video, startTimestamp: start), sessionID: .none, statement: frames.statement)
    }

    private func visitor(_ test: TestInstallation) async throws -> Visitor {
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        try await visitor.addDevice()
        return visitor
    }

    @Test func aVideoIsJudgedByItsFramesAndTheirTimes() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let assessment = try Samples.assessment(.unableToDecide)
        for (start, first) in [(nil, 0.0), (1_700_000_000_000, 1_700_000_000_000), (1_700_000_000, 1_700_000_000_000)]
            as [(Double?, Double)]
        {
            test.engines.set {
                $0.face = { capture in
                    #expect(capture.frames.count == 10 && capture.hasTimes)
                    #expect(capture.frames.first?.timeInMilliseconds == first)
                    #expect(capture.frames.last.map { $0.timeInMilliseconds - first >= 800 } == true)
                    return assessment
                }
            }
            let result = try await visitor.addFace(
                .plain(capture(try VideoFramesTests.clip("h264.mp4"), start: start)))
            #expect(result.decision == .unableToDecide)
        }
    }

    @Test func whatIsWrongWithAVideoIsNamedAndCostsNothing() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        let clip = try VideoFramesTests.clip("h264.mp4")
        let cases: [(SubmittedCapture, RefusalReason)] = [
            (capture([]), .videoUnreadable), (capture(Array("no video".utf8)), .videoUnreadable),
            (capture(Array(clip.prefix(clip.count / 2))), .videoUnreadable),
            (capture(clip + [UInt8](repeating: 0, count: Limit.video.value)), .videoTooLarge),
            (capture(clip, frames: 3), .videoUnreadable),
            (capture(clip, start: -1), .frameTimesInvalid), (capture(clip, start: .nan), .frameTimesInvalid),
        ]
        for (capture, reason) in cases {
            let refusal = await #expect(throws: Refusal.self) { try await visitor.addFace(.plain(capture)) }
            #expect(refusal?.reason == reason)
        }
    }

    @Test func theLimitsAreThoseOfTheDecoder() {
        #expect(VideoLimits.package.maximumBytes == Limit.video.value)
        #expect(VideoLimits.package.maximumDurationInMilliseconds == Double(1000 * Limit.videoDuration.value))
    }

    @Test func everyErrorOfAVideoHasItsReason() {
        #expect(
            Set(VideoError.allCases.map(\.refusalReason)) == [
                .videoUnreadable, .videoTooLarge, .videoTooLong, .internalError,
            ])
    }
}
