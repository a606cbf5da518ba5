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

    /// What phones take at their largest: 48 and 108 megapixels.
    @Test(arguments: [(8000, 6000, 2), (12_000, 9000, 4), (5000, 5000, 1)])
    func aLargePhotographIsDecodedReduced(width: Int, height: Int, reduction: Int) throws {
        let size = ImageSize(width: width, height: height)
        let file = try Image(size: size, blue: 200, green: 90, red: 30).jpeg(quality: 80)
        let header = try ImageHeader(of: file)
        #expect(header.reduction == reduction)
        #expect(header.size == ImageSize(width: width / reduction, height: height / reduction))
        let image = try Image(decoding: file)
        #expect(image.size == header.size)
        let middle = (image.size.height / 2 * image.size.width + image.size.width / 2) * 3
        #expect(zip(image.pixels[middle..<(middle + 3)], [200, 90, 30]).allSatisfy { abs(Int($0) - $1) <= 3 })
        let small = try Image(decoding: file, atLeast: 1000)
        #expect(small.size.longestSide >= 1000 && small.size.longestSide < 2000)
    }

    /// Of several scans the library keeps every coefficient.
    @Test func aLargePhotographOfSeveralScansIsTooLarge() throws {
        let progressive = ProgressiveJPEG.grey(width: 64, height: 64, refinements: 3)
        let frame = try #require(progressive.indices.first { progressive[$0] == 0xFF && progressive[$0 + 1] == 0xC2 })
        var stated = progressive
        stated.replaceSubrange((frame + 5)..<(frame + 9), with: [0x17, 0x70, 0x1F, 0x40])  // 6000 × 8000
        #expect(throws: ImageError.tooLarge) { try ImageHeader(of: stated) }
        stated[frame + 1] = 0xC0
        #expect(try ImageHeader(of: stated).reduction == 2)
        #expect(throws: ImageError.tooLarge) { _ = try Image(decoding: stated) }
    }

    @Test func aPhotographThatNoPhoneTakesIsTooLarge() throws {
        var file = try Image.waves(width: 100, height: 80).jpeg(quality: 80)
        let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.replaceSubrange((frame + 5)..<(frame + 9), with: [0x27, 0x11, 0x2E, 0xE0])  // 10,001 × 12,000
        #expect(throws: ImageError.tooLarge) { try ImageHeader(of: file) }
        let large = try Image(size: ImageSize(width: 5001, height: 5000), blue: 1, green: 2, red: 3).jpeg(quality: 80)
        #expect(throws: ImageError.tooLarge) { try ImageHeader(of: large, limits: ImageLimits()) }
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
