import DemoMaterial
import Testing
import Vision

@Suite struct DrawnHeadTests {
    @Test func theSameSeedDrawsTheSameHeadAndAnotherOneAnother() throws {
        let motion = HeadMotion(frameCount: 2, seed: 1)
        let frames = try DrawnHead(seed: 1).frames(motion)
        #expect(try DrawnHead(seed: 1).frames(motion) == frames)
        #expect(try DrawnHead(seed: 2).frames(motion) != frames)
        #expect(frames.count == 2 && frames[0] != frames[1])
        #expect(try Image(decoding: frames[0].bytes).size == ImageSize(width: 480, height: 640))
    }
}
