import Testing
import TestSupport
import Vision

@Suite struct DamagedImageTests {
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("baseline JPEG", (try? Image.waves(width: 90, height: 70).jpeg(quality: 60)) ?? []),
        ("progressive JPEG", SmallImages.progressiveJPEG),
        ("CMYK JPEG", SmallImages.adobeCMYKJPEG),
        ("PNG", (try? Image.waves(width: 65, height: 64).png()) ?? []),
        ("lossy WebP", SmallImages.lossyWebP),
        ("translucent WebP", SmallImages.translucentWebP),
        ("animated WebP", SmallImages.animatedWebP),
        ("HEIC", SmallImages.heic),
        ("AVIF", SmallImages.avif),
        ("translucent HEIC", SmallImages.translucentHEIC),
    ]

    @Test(arguments: files.indices) func aFileCutAnywhereIsRefused(index: Int) {
        let (name, bytes) = Self.files[index]
        #expect(bytes.count > 60)
        for length in 0..<bytes.count {
            #expect(throws: ImageError.self, "\(name) cut to \(length) of \(bytes.count)") {
                try Image(decoding: Array(bytes.prefix(length)))
            }
        }
    }

    /// Whatever stands in the bytes: an error or an image of the stated size, never the end of the process.
    @Test func anyBytesGiveAnImageOrAnError() {
        var generator = SeededGenerator.announced()
        for _ in 0..<4_000 {
            var bytes = Self.files[Int.random(in: 0..<Self.files.count, using: &generator)].bytes
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(0xFF, at: place)
                default: bytes.replaceSubrange(place..<min(bytes.count, place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
                }
                if bytes.count < 20 { break }
            }
            let limits = ImageLimits(minimumSide: 1, maximumPixels: 200_000)
            guard let header = try? ImageHeader(of: bytes, limits: limits),
                let image = try? Image(decoding: bytes, limits: limits)
            else { continue }
            #expect(image.size == header.size, "seed \(generator.seed)")
            let stripped = strippingMetadata(of: bytes)
            guard [.heic, .avif].contains(header.format) else { continue }
            #expect(strippingMetadata(of: stripped) == stripped, "seed \(generator.seed)")
            #expect((try? Image(decoding: stripped, limits: limits)) == image, "seed \(generator.seed)")
        }
    }

    /// Rows that are missing or half there are damage; what would come behind the last one is nobody's.
    @Test func aPNGHasAllOfItsRows() throws {
        let row = [UInt8](repeating: 90, count: 64 * 3)
        let whole = [[UInt8]](repeating: row, count: 64)
        let image = try Image(decoding: HandmadePNG.file(width: 64, height: 64, rows: whole))
        for surplus in [[7], row, row + row] {
            #expect(try Image(decoding: HandmadePNG.file(width: 64, height: 64, rows: whole + [surplus])) == image)
        }
        for rows in [Array(whole.dropLast()), whole.dropLast() + [row.dropLast()], []] {
            #expect(throws: ImageError.corrupt) {
                try Image(decoding: HandmadePNG.file(width: 64, height: 64, rows: rows))
            }
        }
    }

    @Test func aWrongCheckSumOfAPNGsPixelsIsDamage() throws {
        var bytes = try Image.waves(width: 65, height: 64).png()
        // IDAT ends with the sum of its pixels, and its own; IEND takes twelve bytes.
        let sum = (bytes.count - 20)..<(bytes.count - 16)
        bytes[sum.lowerBound] ^= 1
        let start = try #require(bytes.indices.dropLast(4).first { bytes[$0..<($0 + 4)].elementsEqual("IDAT".utf8) })
        let chunk = HandmadePNG.chunk("IDAT", Array(bytes[(start + 4)..<sum.upperBound]))
        #expect(throws: ImageError.corrupt) {
            try Image(decoding: Array(bytes[..<(start - 4)]) + chunk + bytes.suffix(12))
        }
    }

    /// Some cameras pad before the end of the image; libjpeg warns of it, and nothing is missing.
    @Test func paddingBeforeTheEndOfTheImageIsHarmless() throws {
        let whole = try Image.waves(width: 90, height: 70).jpeg(quality: 60)
        let padded = whole.dropLast(2) + [0, 0, 0, 0] + whole.suffix(2)
        #expect(try Image(decoding: Array(padded)) == Image(decoding: whole))
        #expect(try Image(decoding: Array(padded) + whole) == Image(decoding: whole), "a second image follows")
        #expect(throws: ImageError.corrupt) { try Image(decoding: Array(padded.dropLast(2))) }
    }

    /// libjpeg tells only the first thing that it finds odd; the padding must not hide what comes behind it.
    @Test func damageBehindPaddingIsNoticed() throws {
        let whole = SmallImages.progressiveJPEG
        let marker = { (code: UInt8) in whole.indices.dropLast().filter { whole[$0] == 0xFF && whole[$0 + 1] == code } }
        let firstScan = try #require(marker(0xDA).first)
        let nextTable = try #require(marker(0xC4).first { $0 > firstScan })
        let padding = [UInt8](repeating: 0, count: 40)
        let isDamaged = Array(whole[..<nextTable]) + padding + whole[nextTable...].dropLast(12) + whole.suffix(2)
        #expect(throws: ImageError.corrupt) { _ = try Image(decoding: isDamaged) }
    }

    /// The decoder would skip them, and then find segments that the cutting of metadata does not.
    @Test func strayBytesBetweenSegmentsAreDamage() throws {
        let whole = SmallImages.progressiveJPEG
        let scans = whole.indices.dropLast().filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
        for place in try [#require(scans.first), #require(scans.last)] {
            let file = whole[..<place] + [0, 17] + whole[place...]
            #expect(throws: ImageError.corrupt) { _ = try Image(decoding: Array(file)) }
        }
    }

    @Test func bytesAfterTheEndAreIgnored() throws {
        let whole = try Image.waves(width: 90, height: 70).jpeg(quality: 60)
        #expect(try Image(decoding: whole + Array("trailer".utf8)) == Image(decoding: whole))
    }
}
