import TestSupport
import Testing
import Vision

@testable import LivenessScorer

@Suite struct FaceFramingTests {
    private func sizes(_ count: Int) -> [ImageSize] {
        var random = SeededGenerator.announced("framing")
        return (0..<count).map { _ in
            ImageSize(width: .random(in: 64...4000, using: &random), height: .random(in: 64...4000, using: &random))
        }
    }

    @Test func aFaceThatFillsTheRegionIsFramedWell() {
        for size in sizes(500) {
            let region = FaceFraming.region(in: size)
            #expect(region.x >= 0 && region.x + region.width <= Double(size.width))
            #expect(region.y >= 0 && region.y + region.height <= Double(size.height))
            #expect(FaceFraming.advice(for: region, in: size).isEmpty)
        }
    }

    @Test func aFaceBesideTheRegionIsOnItsSide() {
        for size in sizes(100) {
            let region = FaceFraming.region(in: size)
            func moved(_ right: Double, _ down: Double) -> [CaptureAdvice] {
                var face = region
                face.x += right * Double(size.width)
                face.y += down * Double(size.height)
                return FaceFraming.advice(for: face, in: size)
            }
            #expect(moved(-0.2, 0) == [.faceOnLeft] && moved(0.2, 0) == [.faceOnRight])
            #expect(moved(0, -0.2) == [.faceTooHigh] && moved(0, 0.2) == [.faceTooLow])
        }
    }

    @Test func aFaceThatFillsTheImageOrIsNoNumberIsTooClose() {
        let size = ImageSize(width: 480, height: 640)
        let all = ImageRectangle(x: 0, y: 0, width: 480, height: 640)
        #expect(FaceFraming.advice(for: all, in: size) == [.faceTooClose])
        let none = ImageRectangle(x: .nan, y: .nan, width: .nan, height: .nan)
        #expect(FaceFraming.advice(for: none, in: size) == [.faceTooClose])
    }
}
