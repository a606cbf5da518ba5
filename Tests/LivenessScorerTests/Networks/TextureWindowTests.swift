import TestSupport
import Testing
import Vision

@testable import LivenessScorer

@Suite struct TextureWindowTests {
    @Test func aPaddedWindowIsASquareAboutTheFaceThatMayReachBeyondTheFrame() throws {
        let face = ImageRectangle(x: 10, y: 20, width: 60, height: 100)
        let window = try #require(TextureWindow(paddedAround: face, scale: 1.3))
        #expect(window.size == ImageSize(width: 130, height: 130))
        #expect((window.x, window.y) == (-25, 5))
        #expect(TextureWindow(paddedAround: face, scale: 3)?.size == ImageSize(width: 300, height: 300))
    }

    @Test func aFaceWithoutExtentOrTooLargeAOneHasNoWindow() {
        for side in [0.0, 0.1, .nan, .infinity, 1e300, 5000] {
            let face = ImageRectangle(x: 0, y: 0, width: side, height: side)
            #expect(TextureWindow(paddedAround: face, scale: 1) == nil, "\(side)")
        }
        let lost = ImageRectangle(x: .nan, y: 0, width: 10, height: 10)
        #expect(TextureWindow(paddedAround: lost, scale: 1) == nil)
        #expect(TextureWindow(shiftedAround: lost, scale: 1, in: ImageSize(width: 64, height: 48)) == nil)
    }

    /// As the origin of MiniFASNet computes it: scale limited by the frame, then shifted into it, both ends inclusive.
    @Test func aShiftedWindowIsThatOfItsOrigin() throws {
        let frame = ImageSize(width: 640, height: 480)
        let middle = try #require(
            TextureWindow(
                shiftedAround: ImageRectangle(x: 270, y: 190, width: 100, height: 100), scale: 2.7, in: frame))
        #expect((middle.x, middle.y) == (185, 105))
        #expect(middle.size == ImageSize(width: 271, height: 271))
        let corner = try #require(
            TextureWindow(shiftedAround: ImageRectangle(x: 5, y: 5, width: 100, height: 100), scale: 2.7, in: frame))
        #expect((corner.x, corner.y) == (0, 0))
        #expect(corner.size == ImageSize(width: 271, height: 271))
        // 479 / 200 is less than 2.7.
        let near = try #require(
            TextureWindow(
                shiftedAround: ImageRectangle(x: 220, y: 140, width: 200, height: 200), scale: 2.7, in: frame))
        #expect(near.size == ImageSize(width: 480, height: 480))
    }

    @Test func aShiftedWindowLiesInsideTheFrame() {
        var generator = SeededGenerator.announced()
        for _ in 0..<2000 {
            let frame = ImageSize(
                width: Int.random(in: 32...2000, using: &generator),
                height: Int.random(in: 32...2000, using: &generator))
            let box = ImageRectangle(
                x: Double.random(in: -500...2500, using: &generator),
                y: Double.random(in: -500...2500, using: &generator),
                width: Double.random(in: 1...3000, using: &generator),
                height: Double.random(in: 1...3000, using: &generator))
            guard let window = TextureWindow(shiftedAround: box, scale: 4, in: frame) else {
                Issue.record("no window for \(box) in \(frame)")
                continue
            }
            #expect(window.x >= 0 && window.y >= 0 && window.size.width >= 1 && window.size.height >= 1)
            #expect(window.x + window.size.width <= frame.width, "\(box) in \(frame): \(window)")
            #expect(window.y + window.size.height <= frame.height, "\(box) in \(frame): \(window)")
        }
    }
}
