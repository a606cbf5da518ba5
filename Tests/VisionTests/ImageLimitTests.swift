import Testing
import TestSupport
import Vision

@Suite struct ImageLimitTests {
    /// A PNG that states a size but holds no pixels: refused by its size, the pixels are never looked for.
    private func pngStating(width: Int, height: Int) -> [UInt8] {
        HandmadePNG.file(width: width, height: height, rows: [])
    }

    @Test func aStatedSizeIsJudgedBeforeAnythingIsDecoded() {
        #expect(throws: ImageError.tooLarge) { try Image(decoding: pngStating(width: 60_000, height: 60_000)) }
        #expect(throws: ImageError.tooLarge) { try Image(decoding: pngStating(width: 5_001, height: 5_000)) }
        #expect(throws: ImageError.tooLarge) { try Image(decoding: pngStating(width: 0x7FFF_FFFF, height: 64)) }
        #expect(throws: ImageError.tooSmall) { try Image(decoding: pngStating(width: 63, height: 500)) }
        #expect(throws: ImageError.corrupt) { try Image(decoding: pngStating(width: 5_000, height: 5_000)) }
        #expect(throws: ImageError.corrupt) { try Image(decoding: pngStating(width: 0, height: 500)) }
    }

    @Test func aJPEGThatStatesAnotherSizeIsJudgedByWhatItStates() throws {
        var bytes = try Image.waves(width: 100, height: 80).jpeg(quality: 80)
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
        #expect(throws: ImageError.tooLarge) { try Image(decoding: bytes) }
        bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0, 40, 0, 100])
        #expect(throws: ImageError.tooSmall) { try Image(decoding: bytes) }
        bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [4, 0, 4, 0])
        #expect(throws: ImageError.corrupt) { try Image(decoding: bytes) }
    }

    @Test func aFileOverTheByteLimitIsTooLarge() {
        let bytes = [UInt8](repeating: 0xFF, count: ImageLimits.standard.maximumBytes + 1)
        #expect(throws: ImageError.tooLarge) { try ImageHeader(of: bytes) }
    }

    /// 70 KB in 490 scans took 2 s to decode, as often as a package has frames.
    @Test func aJPEGOfMoreScansThanAnybodyWritesIsRefused() throws {
        let usual = ProgressiveJPEG.grey(width: 64, height: 64, refinements: 31)
        #expect(try Image(decoding: usual).size == ImageSize(width: 64, height: 64))
        let excessive = ProgressiveJPEG.grey(width: 64, height: 64, refinements: 32)
        #expect(throws: ImageError.notAnImage) { _ = try Image(decoding: excessive) }
    }

    @Test func ownLimitsReplaceTheStandardOnes() throws {
        let bytes = try Image.waves(width: 40, height: 30).png()
        #expect(throws: ImageError.tooSmall) { try Image(decoding: bytes) }
        #expect(try Image(decoding: bytes, limits: ImageLimits(minimumSide: 30)).size.width == 40)
        #expect(throws: ImageError.tooLarge) {
            try Image(decoding: bytes, limits: ImageLimits(minimumSide: 1, maximumPixels: 1199))
        }
    }
}
