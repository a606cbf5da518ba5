import Testing
import TestSupport
import Vision

@Suite struct ImageDecodingTests {
    @Test func aPNGGivesBackThePixelsExactly() throws {
        let image = Image.gradient(width: 131, height: 97)
        #expect(try Image(decoding: try image.png()) == image)
    }

    @Test func aJPEGGivesBackTheImageNearly() throws {
        let image = Image.waves(width: 200, height: 120)
        let bytes = try image.jpeg(quality: 95)
        #expect(try ImageHeader(of: bytes).format == .jpeg)
        #expect(try Image(decoding: bytes).meanDifference(from: image) < 2)
    }

    @Test func aGreyJPEGAndPNGGiveThreeEqualChannels() throws {
        let grey = Image.waves(width: 80, height: 70).grey
        let fromPNG = try Image(decoding: try grey.png())
        #expect(fromPNG.grey == grey)
        #expect(fromPNG.pixel(5, 9).allSatisfy { $0 == fromPNG.pixel(5, 9)[0] })
        let fromJPEG = try Image(decoding: try grey.jpeg(quality: 95))
        #expect(fromJPEG.pixel(5, 9).allSatisfy { $0 == fromJPEG.pixel(5, 9)[0] })
    }

    @Test func aProgressiveJPEGIsRead() throws {
        let image = try Image(decoding: SmallImages.progressiveJPEG)
        #expect(image.size == ImageSize(width: 64, height: 64))
        let pixel = image.pixel(16, 40)
        #expect(abs(Int(pixel[0]) - 200) < 20 && abs(Int(pixel[1]) - 160) < 20 && abs(Int(pixel[2]) - 64) < 20)
    }

    @Test(arguments: [SmallImages.adobeCMYKJPEG, SmallImages.plainCMYKJPEG])
    func fourInksBecomeColours(bytes: [UInt8]) throws {
        let pixel = try Image(decoding: bytes).pixel(30, 30)
        #expect(abs(Int(pixel[2]) - 201) <= 4 && abs(Int(pixel[1]) - 101) <= 4 && abs(Int(pixel[0]) - 50) <= 4)
    }

    @Test func aTransparentPartBecomesWhite() throws {
        let webP = try Image(decoding: SmallImages.translucentWebP)
        #expect(webP.pixel(3, 3) == [10, 120, 230])
        #expect(webP.pixel(60, 3) == [200, 20, 60])
        #expect(webP.pixel(3, 60) == [255, 255, 255])
        let row = [UInt8]([10, 20, 30, 255, 10, 20, 30, 0]) + [UInt8](repeating: 0, count: 62 * 4)
        let png = HandmadePNG.file(
            width: 64, height: 64, colourType: 6, rows: [[UInt8]](repeating: row, count: 64))
        let image = try Image(decoding: png)
        #expect(image.pixel(0, 0) == [30, 20, 10])
        #expect(image.pixel(1, 0) == [255, 255, 255])
    }

    @Test func aLossyWebPIsRead() throws {
        let pixel = try Image(decoding: SmallImages.lossyWebP).pixel(10, 10)
        #expect(abs(Int(pixel[0]) - 10) < 12 && abs(Int(pixel[1]) - 120) < 12 && abs(Int(pixel[2]) - 230) < 12)
    }

    @Test func sixteenBitsBecomeEight() throws {
        let row = (0..<64).flatMap { _ in [0x80, 0x12, 0x40, 0xFF, 0xFF, 0xFF] as [UInt8] }
        let png = HandmadePNG.file(
            width: 64, height: 64, bitDepth: 16, colourType: 2, rows: [[UInt8]](repeating: row, count: 64))
        let pixel = try Image(decoding: png).pixel(9, 9)
        #expect(pixel[0] == 255 && abs(Int(pixel[1]) - 0x41) <= 1 && abs(Int(pixel[2]) - 0x80) <= 1)
    }

    @Test(arguments: [8, 16]) func anInterlacedPNGIsRead(bitDepth: UInt8) throws {
        let side = 64
        func sample(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: x * 3 + y * 7) }
        // ISO/IEC 15948 §8.2: where each pass begins and how far apart its pixels lie.
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        let rows = passes.flatMap { x0, y0, across, down in
            stride(from: y0, to: side, by: down).map { y in
                stride(from: x0, to: side, by: across).flatMap { x in
                    [UInt8](repeating: sample(x, y), count: Int(bitDepth) / 8)
                }
            }
        }
        let file = HandmadePNG.file(
            width: side, height: side, bitDepth: bitDepth, colourType: 0, isInterlaced: true, rows: rows)
        let image = try Image(decoding: file)
        let expected = (0..<side).flatMap { y in (0..<side).map { x in sample(x, y) } }
        #expect(image.grey.pixels == expected)
    }

    @Test func anAnimationIsNotAnImage() {
        #expect(throws: ImageError.notAnImage) { try Image(decoding: SmallImages.animatedWebP) }
        let row = [UInt8](repeating: 7, count: 64 * 3)
        let png = HandmadePNG.file(
            width: 64, height: 64, rows: [[UInt8]](repeating: row, count: 64),
            extraChunks: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])])
        #expect(throws: ImageError.notAnImage) { try Image(decoding: png) }
    }

    @Test func otherBytesAreNotAnImage() {
        for text in [
            "", "GIF89a", "BM", "<svg xmlns='http://www.w3.org/2000/svg'/>", "RIFF....WAVEfmt ....", "%PDF-1.7",
        ] {
            #expect(throws: ImageError.notAnImage) { try Image(decoding: Array(text.utf8)) }
        }
    }

    @Test func aReducedDecodeStaysAtOrAboveTheAskedSide() throws {
        let bytes = try Image.waves(width: 1000, height: 700).jpeg(quality: 90)
        for (asked, expected) in [(1000, 1000), (501, 1000), (500, 500), (300, 500), (250, 250), (10, 125)] {
            let image = try Image(decoding: bytes, atLeast: asked)
            #expect(image.size.longestSide == expected, "asked for \(asked)")
        }
        let half = try Image(decoding: bytes, atLeast: 500)
        #expect(half.meanDifference(from: try Image(decoding: bytes).resized(to: half.size)) < 2)
    }
}
