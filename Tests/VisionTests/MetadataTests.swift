import Testing
import Vision

@Suite struct MetadataTests {
    private func segment(_ code: UInt8, _ text: String) -> [UInt8] {
        let content = Array(text.utf8)
        return [0xFF, code, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    @Test func strippingLeavesThePixelsAndNothingElse() throws {
        let plain = try Image.waves(width: 120, height: 70).jpeg(quality: 80)
        let secrets =
            segment(0xFE, "a comment") + segment(0xE1, "http://ns.adobe.com/xap/1.0/ secret place")
            + segment(0xE2, "ICC_PROFILE secret") + segment(0xED, "Photoshop 3.0 secret")
        let file = Array(plain.prefix(2)) + secrets + plain.dropFirst(2) + Array("trailing secret".utf8)
        let stripped = strippingMetadata(jpeg: file)
        #expect(!String(decoding: stripped, as: UTF8.self).contains("secret"))
        #expect(!String(decoding: stripped, as: UTF8.self).contains("comment"))
        #expect(stripped == plain)
        #expect(try Image(decoding: stripped) == Image(decoding: file))
    }

    @Test(arguments: 1...8) func strippingKeepsTheWayAnImageIsShown(orientation: Int) throws {
        let plain = try Image.waves(width: 120, height: 70).jpeg(quality: 80)
        let file = ExifSegment.jpeg(plain, stating: UInt8(orientation), bigEndian: false, extraTag: true)
        let stripped = strippingMetadata(jpeg: file)
        #expect(!String(decoding: stripped, as: UTF8.self).contains("abc"))
        #expect(try Image(decoding: stripped) == Image(decoding: file))
        #expect(try ImageHeader(of: stripped).orientation == orientation)
    }

    @Test(arguments: [SmallImages.adobeCMYKJPEG, SmallImages.progressiveJPEG])
    func strippingKeepsWhatDecodingNeeds(file: [UInt8]) throws {
        #expect(try Image(decoding: strippingMetadata(jpeg: file)) == Image(decoding: file))
    }

    @Test func strippingIsDoneOnceAndForAll() throws {
        let file = ExifSegment.jpeg(try Image.waves(width: 70, height: 70).jpeg(quality: 80), stating: 5)
        let once = strippingMetadata(jpeg: file)
        #expect(strippingMetadata(jpeg: once) == once)
    }

    @Test func whatIsNotAWholeJPEGComesBackAsItIs() throws {
        let jpeg = try Image.waves(width: 70, height: 70).jpeg(quality: 80)
        for bytes in [[], Array("text".utf8), SmallImages.lossyWebP, Array(jpeg.dropLast(200))] {
            #expect(strippingMetadata(jpeg: bytes) == bytes)
        }
    }
}
