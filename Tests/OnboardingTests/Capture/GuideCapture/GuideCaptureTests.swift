import LivenessScorer
import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// What a page is told of its preview, with engines that say what the test wants.
@Suite struct GuideCaptureTests {
    private func preview(
        _ frames: Int, profile: CaptureProfile = CaptureProfile(name: "face", xml: nil), rotation: Int? = nil,
        sizes: (StatedSize, StatedSize)? = nil, least: Int = 1
    ) -> SubmittedPreview {
        SubmittedPreview(
            profile: profile, frames: Array(repeating: [1], count: frames), rotationInDegrees: rotation, sizes: sizes,
            leastCompliant: least)
    }

    private func guide(_ preview: SubmittedPreview, _ guidance: [FrameGuidance]) async throws -> GuideCapture.Result {
        let test = try await TestInstallation()
        test.engines.set { $0.guidance = { _, _ in guidance } }
        return try await test.useCases.person.guideCapture.perform(
            Visitor.incoming(.plain(preview)), by: Principal(tenant: try await test.tenant(), role: .portal),
            at: test.now)
    }

    @Test func theSharpestImageWithoutFaultIsCaptured() async throws {
        let guidance = [
            FrameGuidance(advice: [.faceOnLeft], focus: 900), FrameGuidance(advice: [], focus: 100),
            FrameGuidance(advice: [], focus: 300), FrameGuidance(advice: [], focus: 300),
        ]
        #expect(try await guide(preview(4), guidance).capturedFrame == 2)
        #expect(try await guide(preview(4, least: 3), guidance).capturedFrame == 2)
        #expect(try await guide(preview(4, least: 4), guidance).capturedFrame == nil)
        #expect(try await guide(preview(1, least: -5), [guidance[0]]).capturedFrame == nil)
    }

    /// Nothing of a preview is kept and nothing decided, so the forms of packages say nothing of it.
    @Test func aPageOfOursSendsItsPreviewAsItIs() async throws {
        let test = try await TestInstallation()
        test.engines.set { $0.guidance = { _, _ in [FrameGuidance(advice: [], focus: 100)] } }
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"acceptedPackageForms":["v2"]}}"#)
        func guide(_ request: GuideCapture.Request) async throws -> Int? {
            try await test.useCases.person.guideCapture.perform(
                Visitor.incoming(request), by: Principal(tenant: tenant, role: .portal), at: test.now
            ).capturedFrame
        }
        #expect(try await guide(.ofOwnPage(preview(1))) == 0)
        await #expect(throws: Refusal(.packageFormNotAccepted)) { _ = try await guide(.plain(preview(1))) }
        await #expect(throws: Refusal(.noFrames)) { _ = try await guide(.ofOwnPage(preview(0))) }
    }

    @Test func aPreviewIsMeasuredAsLargeAsItsCapture() throws {
        let sizes = (StatedSize(width: 240, height: 320), StatedSize(width: 480, height: 640))
        #expect(preview(1, sizes: sizes).enlargement == 2)
        #expect(preview(1).enlargement == 1)
    }

    @Test func whatIsWrongIsNamed() async throws {
        let wrong: [(SubmittedPreview, RefusalReason)] = [
            (preview(0), .noFrames), (preview(Limit.frames.value + 1), .tooManyFrames),
            (preview(1, rotation: 1), .rotationInvalid),
            (preview(1, sizes: (StatedSize(width: 0, height: 1), StatedSize(width: 1, height: 1))), .resolutionInvalid),
            (preview(1, profile: CaptureProfile(name: nil, xml: nil)), .profileInvalid),
            (preview(1, profile: CaptureProfile(name: "", xml: nil)), .profileInvalid),
            (preview(1, profile: CaptureProfile(name: "face", xml: "")), .profileInvalid),
            (preview(1, profile: CaptureProfile(name: nil, xml: "profile")), .profileInvalid),
            (
                preview(
                    1,
                    profile: CaptureProfile(
                        name: nil, xml: "<p>" + String(repeating: " ", count: Limit.captureProfile.value) + "</p>")),
                .profileInvalid
            ),
        ]
        for (preview, reason) in wrong {
            await #expect(throws: Refusal(reason)) { try await guide(preview, []) }
        }
        _ = try await guide(preview(1, profile: CaptureProfile(name: nil, xml: " <p/>\n")), [])
    }
}
