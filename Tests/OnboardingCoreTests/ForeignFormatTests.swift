import OnboardingCore
import Testing

@Suite struct ForeignFormatTests {
    private static let heads: [(name: String?, head: [UInt8])] = [
        ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0]), ("PNG", [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]),
        ("WebP", Array("RIFF....WEBPVP8 ".utf8)), ("AVI", Array("RIFF....AVI LIST".utf8)),
        ("GIF", Array("GIF87a".utf8)), ("GIF", Array("GIF89a".utf8)),
        ("TIFF", Array("II*\0".utf8)), ("TIFF", Array("MM\0*".utf8)), ("PDF", Array("%PDF-1.7".utf8)),
        ("BMP", Array("BM6".utf8)), ("JPEG 2000", [0, 0, 0, 12] + Array("jP  \r\n".utf8)),
        ("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]), ("JPEG XL", [0xFF, 0x0A, 0x10]),
        ("JPEG XL", [0, 0, 0, 12] + Array("JXL \r\n".utf8)), ("HEIC", Array("\0\0\0\u{18}ftypheic".utf8)),
        ("AVIF", Array("\0\0\0\u{18}ftypavif".utf8)), ("HEIF", Array("\0\0\0\u{18}ftypmif1".utf8)),
        ("a HEIF sequence", Array("\0\0\0\u{18}ftypmsf1".utf8)), ("MP4", Array("\0\0\0\u{18}ftypisom".utf8)),
        ("QuickTime", Array("\0\0\0\u{18}ftypqt  ".utf8)), ("3GP", Array("\0\0\0\u{18}ftyp3gp4".utf8)),
        ("QuickTime", Array("\0\0\0\u{18}moov".utf8)), ("SVG", Array("<?xml version='1.0'?>\n<svg>".utf8)),
        ("XML", Array("<?xml version='1.0'?>".utf8)), ("HTML", Array("\n <!DOCTYPE html>".utf8)),
        ("WebM", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8)),
        ("Matroska", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x88] + Array("matroska".utf8)),
        (nil, []), (nil, [0]), (nil, Array("hello".utf8)), (nil, Array("RIFF".utf8)),
    ]

    @Test(arguments: heads.indices) func aFileIsNamedByItsFirstBytes(index: Int) {
        let (name, head) = Self.heads[index]
        #expect(ForeignFormat.name(of: head) == name)
    }

    /// However little of a file there is.
    @Test func noBeginningIsTooShort() {
        for (_, head) in Self.heads {
            for length in 0...head.count {
                _ = ForeignFormat.sentenceOnImage(Array(head.prefix(length)))
                _ = ForeignFormat.sentenceOnVideo(Array(head.prefix(length)))
            }
        }
    }

    @Test func whatIsSaidOfAnImageNamesWhatIsTaken() {
        #expect(
            ForeignFormat.sentenceOnImage(Array("II*\0".utf8))
                == "This is TIFF; JPEG, PNG, WebP, HEIC and AVIF are taken")
        #expect(
            ForeignFormat.sentenceOnImage(Array("hello".utf8))
                == "This is no image; JPEG, PNG, WebP, HEIC and AVIF are taken")
        #expect(
            ForeignFormat.sentenceOnImage([0xFF, 0xD8, 0xFF])
                == "This is JPEG, but damaged or of a form that is not taken, such as an animation")
    }

    @Test func whatIsSaidOfAVideoNamesItsCodec() {
        let matroska = [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x88] + Array("matroska".utf8)
        let taken = "H.264 or HEVC in MP4, VP8 or VP9 in WebM are taken"
        #expect(
            ForeignFormat.sentenceOnVideo(matroska + Array("..V_AV1".utf8)) == "The video is AV1 in Matroska; \(taken)")
        #expect(ForeignFormat.sentenceOnVideo(matroska) == "The video is Matroska; \(taken)")
        let head = Array("\0\0\0\u{18}ftypisom".utf8)
        let sound = Array("stsd".utf8) + [UInt8](repeating: 0, count: 12) + Array("mp4a".utf8)
        let images = Array("stsd".utf8) + [UInt8](repeating: 0, count: 12) + Array("av01".utf8)
        #expect(ForeignFormat.sentenceOnVideo(head + sound + images) == "The video is AV1 in MP4; \(taken)")
        let known = Array("stsd".utf8) + [UInt8](repeating: 0, count: 12) + Array("hvc1".utf8)
        #expect(
            ForeignFormat.sentenceOnVideo(head + known)
                == "The video is HEVC in MP4, but damaged or of a form that is not taken")
        #expect(ForeignFormat.sentenceOnVideo(Array("hello".utf8)) == "This is no video; \(taken)")
    }
}
