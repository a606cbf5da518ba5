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

    private static func webPChunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + withUnsafeBytes(of: UInt32(content.count).littleEndian, Array.init) + content
            + (content.count % 2 == 1 ? [0] : [])
    }

    /// A WebP with chunks behind its own.
    private static func webP(_ file: [UInt8], adding chunks: [UInt8]) -> [UInt8] {
        let content = Array("WEBP".utf8) + file.dropFirst(12) + chunks
        return Array("RIFF".utf8) + withUnsafeBytes(of: UInt32(content.count).littleEndian, Array.init) + content
    }

    /// What a TIFF block holds beside an orientation.
    private static func exif(_ orientation: Int) -> [UInt8] {
        ExifSegment.stating(UInt8(orientation), extraTag: true).dropFirst(10) + Array("secret".utf8)
    }

    @Test(arguments: 1...8) func aPNGLosesItsMetadataAndIsShownAsBefore(orientation: Int) throws {
        let plain = try Image.waves(width: 120, height: 70).png()
        let secrets =
            HandmadePNG.chunk("eXIf", Self.exif(orientation)) + HandmadePNG.chunk("tEXt", Array("Author\0secret".utf8))
            + HandmadePNG.chunk("tIME", Array("secret!".utf8)) + HandmadePNG.chunk("prVt", Array("secret".utf8))
        let file = Array(plain.prefix(33)) + secrets + plain.dropFirst(33) + Array("trailing secret".utf8)
        let stripped = strippingMetadata(of: file)
        #expect(!String(decoding: stripped, as: UTF8.self).contains("secret"))
        #expect(!String(decoding: stripped, as: UTF8.self).contains("abc"))
        #expect(try Image(decoding: stripped) == Image(decoding: file))
        #expect(try ImageHeader(of: stripped).orientation == orientation)
        #expect(strippingMetadata(of: stripped) == stripped)
        if orientation == 1 { #expect(stripped == plain) }
    }

    @Test(arguments: 1...8, [SmallImages.lossyWebP, SmallImages.translucentWebP])
    func aWebPLosesItsMetadataAndIsShownAsBefore(orientation: Int, plain: [UInt8]) throws {
        let secrets =
            Self.webPChunk("EXIF", Self.exif(orientation)) + Self.webPChunk("XMP ", Array("secret place".utf8))
            + Self.webPChunk("ABCD", Array("secret".utf8))
        let file = Self.webP(plain, adding: secrets)
        let stripped = strippingMetadata(of: file)
        #expect(!String(decoding: stripped, as: UTF8.self).contains("secret"))
        #expect(!String(decoding: stripped, as: UTF8.self).contains("abc"))
        #expect(try Image(decoding: stripped) == Image(decoding: file))
        #expect(try ImageHeader(of: stripped).orientation == orientation)
        #expect(strippingMetadata(of: stripped) == stripped)
    }

    @Test func whatIsNoWholeImageComesBackAsItIs() throws {
        let png = try Image.waves(width: 70, height: 70).png()
        for bytes in [Array(png.dropLast(20)), Array(SmallImages.lossyWebP.prefix(14)), Array("RIFF".utf8)] {
            #expect(strippingMetadata(of: bytes) == bytes)
        }
    }
}
