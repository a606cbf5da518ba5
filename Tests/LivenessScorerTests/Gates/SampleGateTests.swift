import DemoMaterial
import Foundation
import TestSupport
import Testing
import Vision

@testable import FaceEngine
@testable import LivenessScorer

/// What a single image is refused for before it is compared.
@Suite struct SampleGateTests {
    private func judged(_ image: Image, quality: Int = 92) throws -> SampleQuality {
        let bytes = try image.jpeg(quality: quality)
        let frame = try FrameImage(decoding: bytes, size: image.size, limits: ImageLimits(minimumSide: 8))
        return try SampleGate(engine: Shared.scorer.get().engine).judge(frame).quality
    }

    /// With a face of about 200 pixels.
    private static let photographs = ["obama.jpg", "obama2.jpg", "biden.jpg"]

    private func photograph(_ name: String) throws -> (image: Image, faceWidth: Double) {
        let image = try Image(decoding: Material.photograph(name))
        let quality = try judged(image)
        let measured = try #require(quality.measurements)
        return (image, measured.faceWidthInPixels * quality.reduction)
    }

    @Test(arguments: photographs) func aPhotographPassesAndItsMeasurementsAreKept(name: String) throws {
        let quality = try judged(photograph(name).image)
        #expect(quality.failures.isEmpty && quality.failuresToday.isEmpty)
        #expect(quality.measurements != nil && quality.detail != nil && quality.detectionScore != nil)
        let kept = try JSONDecoder().decode(SampleQuality.self, from: JSONEncoder().encode(quality))
        #expect(kept == quality)
    }

    @Test(arguments: photographs, [2.5, 4, 6, 9]) func aBlurredOneIsTooBlurry(name: String, share: Double) throws {
        let (image, width) = try photograph(name)
        let quality = try judged(image.blurred(sigma: share * width / 100))
        // With the strongest blur no face may be found at all.
        #expect(quality.failures.contains(.tooBlurry) || quality.failures == [.noFace], "\(quality.failures)")
    }

    /// Either looks sharp to a measure of edges.
    @Test(arguments: photographs, [4.0, 6]) func noiseAndCompressionDoNotMakeItSharp(name: String, share: Double) throws
    {
        let (image, width) = try photograph(name)
        let blurred = image.blurred(sigma: share * width / 100)
        var randomness = SplitMix64(state: 7)
        for (changed, quality) in [(blurred.withNoise(8, &randomness), 95), (blurred, 8)] {
            let failures = try judged(changed, quality: quality).failures
            #expect(failures.contains(.tooBlurry) || failures == [.noFace], "\(failures)")
        }
    }

    @Test(arguments: photographs, [12.0, 20, 30, 60]) func aSmallFaceIsTooSmall(name: String, pixels: Double) throws {
        let (image, width) = try photograph(name)
        let small = image.resized(
            to: ImageSize(
                width: Int(Double(image.size.width) * pixels / width),
                height: Int(Double(image.size.height) * pixels / width)))
        let failures = try judged(small).failures
        #expect(failures.contains(.faceTooSmall) || failures == [.noFace], "\(failures)")
        // Made large again it is as poor as it was.
        if pixels < 30 {
            let enlarged = try judged(small.resized(to: image.size)).failures
            #expect(enlarged.contains(.tooBlurry) || enlarged == [.noFace], "\(enlarged)")
        }
    }

    @Test func twoPeopleADarkOneAndNobodyAreRefused() throws {
        let image = try photograph("obama.jpg").image
        #expect(try judged(image.beside(photograph("biden.jpg").image)).failures == [.severalFaces])
        #expect(try judged(image.toned(gain: 0.06, offset: 0)).failures.contains(.badExposure))
        #expect(try judged(image.toned(gain: 1, offset: 190)).failures.contains(.badExposure))
        #expect(try judged(Image(size: image.size, blue: 90, green: 120, red: 60)).failures == [.noFace])
    }

    @Test func aTurnedFaceIsRefused() throws {
        let head = try RenderedHead(photograph: Shared.photograph.get(), engine: Shared.scorer.get().engine)
        let frames = try head.frames(HeadMotion(amplitudeInDegrees: 45, frameCount: 9))
        let failures = try frames.map { try judged(Image(decoding: $0.bytes)).failures }
        #expect(failures.contains { $0.contains(.poseTooHigh) })
    }

    /// The detectors, the mesh and the networks of texture take a drawing for a face; its detail does not.
    @Test(arguments: 0..<12) func aDrawnHeadIsNoFace(seed: UInt64) throws {
        let frame = try DrawnHead(seed: seed).frames(HeadMotion(frameCount: 1, seed: seed))[0]
        let image = try Image(decoding: frame.bytes)
        #expect(try judged(image).failures.contains(.noFace))
        #expect(try judged(image, quality: 40).failures.contains(.noFace))
        var randomness = SplitMix64(state: seed)
        #expect(try !judged(image.withNoise(4, &randomness)).failures.isEmpty)
    }

    @Test func aFaceThatIsRenderedFromAPhotographIsNoDrawing() throws {
        let frames = try Shared.turningHead.get()
        for frame in frames.prefix(3) {
            let quality = try judged(Image(decoding: frame.bytes))
            #expect(!quality.failures.contains(.noFace), "\(String(describing: quality.detail))")
        }
    }

    /// Studio portraits of 400 pixels: the least that anybody would call a portrait.
    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)")) func studioPortraitsPass() throws {
        let folder = SharedData.path("faces/london")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }.sorted()
        #expect(files.count >= 100)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
            #expect(try judged(Image(decoding: bytes)).failures.isEmpty, "\(file)")
        }
    }

    /// What was kept is held to the limits of the day on which it is compared.
    @Test func anEarlierJudgementDoesNotCount() throws {
        var quality = try judged(photograph("obama.jpg").image)
        var limits = SampleLimits.standard
        limits.minimumInnerFocus = 1e9
        quality.judge(try #require(quality.measurements), quality.detail, by: limits)
        #expect(quality.failures == [.tooBlurry] && quality.failuresToday.isEmpty)
    }
}
