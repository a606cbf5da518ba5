import Testing
import Vision

@testable import LivenessScorer

/// What a page is told of the images of its preview.
@Suite struct CaptureGuidanceTests {
    private func guidance(
        enlargement: Double = 1, _ change: (Image) -> Image = { $0 }
    ) throws -> FrameGuidance {
        let image = change(try Shared.photograph.get())
        let frame = CapturedFrame(bytes: try image.jpeg(quality: 90), timeInMilliseconds: 0)
        let all = try Shared.scorer.get().guide(FaceCapture(frames: [frame]), enlargement: enlargement)
        return try #require(all.first)
    }

    private func headAndShoulders(_ image: Image) -> Image {
        image.cropped(to: ImageRectangle(x: 155, y: 20, width: 600, height: 750))
    }

    @Test func aHeadInTheMiddleNeedsNoAdvice() throws {
        let guidance = try guidance(headAndShoulders)
        #expect(guidance.advice == [])
        #expect((guidance.focus ?? 0) > 0)
    }

    @Test func aTurnChangesItsSignInTheMirror() throws {
        func mirrored(_ image: Image) -> Image { headAndShoulders(image).mirrored() }
        let (yaw, other) = (try guidance(headAndShoulders).yawInDegrees, try guidance(mirrored).yawInDegrees)
        #expect(abs(try #require(yaw) + #require(other)) < 4)
    }

    @Test func aPortraitToTheHandsHasItsFaceTooHigh() throws {
        #expect(try guidance().advice == [.faceTooHigh])
    }

    @Test func anImageWithoutAFaceSaysSo() throws {
        let frame = CapturedFrame(
            bytes: try Image(size: ImageSize(width: 320, height: 240), blue: 90, green: 120, red: 90).jpeg(quality: 90),
            timeInMilliseconds: 0)
        let guidance = try Shared.scorer.get().guide(FaceCapture(frames: [frame]))
        #expect(guidance == [FrameGuidance(advice: [.noFace], focus: nil)])
    }

    @Test func aSmallPreviewOfALargeCaptureIsNotTooFar() throws {
        func small(_ image: Image) -> Image { image.reduced(toLongestSide: 160) }
        #expect(try guidance(small).advice.contains(.faceTooFar))
        #expect(try !guidance(enlargement: 8, small).advice.contains(.faceTooFar))
    }
}
