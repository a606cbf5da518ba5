import TestSupport
import Testing
import Vision

@testable import LivenessScorer

@Suite struct StillnessTests {
    @Test func onlyThePixelsOfTheRegionAreCompared() {
        let size = ImageSize(width: 20, height: 10)
        let before = GreyImage(size: size, pixels: [UInt8](repeating: 90, count: 200))
        var pixels = before.pixels
        pixels[0] = 91
        pixels[5 * 20 + 10] = 89
        let after = GreyImage(size: size, pixels: pixels)
        let region = ImageRectangle(x: 5, y: 0, width: 10, height: 10)
        #expect(Stillness.unchangedShare(before, before, in: region) == 1)
        #expect(Stillness.unchangedShare(before, after, in: region) == 0.99)
        let other = GreyImage(size: ImageSize(width: 10, height: 20), pixels: pixels)
        #expect(Stillness.unchangedShare(before, other, in: region) == 0)
    }

    @Test func onlyAFaceThatNeverChangesIsStill() throws {
        let cue: Stillness = try .balanced()
        #expect(cue.result(unchangedShares: [1, 1, 1]) == Stillness.still)
        #expect(cue.result(unchangedShares: [1, 0.97, 1]) == .abstained(.mostlyUnchanged))
        #expect(cue.result(unchangedShares: [1, 0.05, 1]) == .abstained(.mostlyUnchanged))
        #expect(cue.result(unchangedShares: [0.1, 0.05, 0.2]) == Stillness.changing)
        #expect(cue.result(unchangedShares: [.nan]) == .abstained(.mostlyUnchanged))
        #expect(cue.result(unchangedShares: []) == .abstained(.tooFewFrames))
    }
}
