import Testing
import TestSupport
import Vision

/// An EXIF segment as cameras write it, in either byte order.
enum ExifSegment {
    static func stating(_ orientation: UInt8, bigEndian: Bool = true, extraTag: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8((value >> (8 * $0)) & 0xFF) }
            return bigEndian ? bytes.reversed() : bytes
        }
        var tiff = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        tiff += number(extraTag ? 2 : 1, 2)
        if extraTag { tiff += number(0x010F, 2) + number(2, 2) + number(4, 4) + Array("abc\0".utf8) }
        tiff += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(Int(orientation), 2) + [0, 0] + number(0, 4)
        let content = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    static func jpeg(_ bytes: [UInt8], stating orientation: UInt8, bigEndian: Bool = true, extraTag: Bool = false)
        -> [UInt8]
    {
        [0xFF, 0xD8] + stating(orientation, bigEndian: bigEndian, extraTag: extraTag) + bytes.dropFirst(2)
    }
}

@Suite struct OrientationTests {
    /// Where pixel (x, y) of the shown image lies in the stored rows, by the definition of each orientation: which side
    /// of what is shown the stored first row and first column are.
    private func stored(_ x: Int, _ y: Int, orientation: Int, width: Int, height: Int) -> (Int, Int) {
        switch orientation {
        case 1: (x, y)
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        default: (width - 1 - y, x)
        }
    }

    @Test(arguments: 1...8) func anImageIsShownAsItsOrientationSays(orientation: Int) throws {
        let plain = Image.waves(width: 120, height: 70)
        let bytes = try plain.jpeg(quality: 95)
        let decoded = try Image(decoding: bytes)
        for bigEndian in [true, false] {
            let file = ExifSegment.jpeg(bytes, stating: UInt8(orientation), bigEndian: bigEndian, extraTag: bigEndian)
            let header = try ImageHeader(of: file)
            #expect(header.orientation == orientation && header.statesOrientation)
            let shown = try Image(decoding: file)
            #expect(header.size == shown.size)
            #expect(shown.size == (orientation >= 5 ? ImageSize(width: 70, height: 120) : plain.size))
            for (x, y) in [(0, 0), (60, 10), (9, 66), (shown.size.width - 1, shown.size.height - 1)] {
                let place = stored(x, y, orientation: orientation, width: 120, height: 70)
                #expect(shown.pixel(x, y) == decoded.pixel(place.0, place.1), "(\(x), \(y))")
            }
        }
    }

    @Test func anOrientationThatDoesNotExistCountsAsNotStated() throws {
        let bytes = try Image.waves(width: 120, height: 70).jpeg(quality: 80)
        for value in [0, 9, 255] as [UInt8] {
            let header = try ImageHeader(of: ExifSegment.jpeg(bytes, stating: value))
            #expect(header.orientation == 1 && !header.statesOrientation)
        }
        #expect(try ImageHeader(of: bytes).statesOrientation == false)
    }

    @Test func pngAndWebPStateTheirOrientationToo() throws {
        #expect(try ImageHeader(of: SmallImages.orientedWebP).orientation == 6)
        let row = [UInt8](repeating: 9, count: 80 * 3)
        let tiff = Array(ExifSegment.stating(8).dropFirst(10))
        let png = HandmadePNG.file(
            width: 80, height: 64, rows: [[UInt8]](repeating: row, count: 64), extraChunks: [("eXIf", tiff)])
        #expect(try Image(decoding: png).size == ImageSize(width: 64, height: 80))
    }

    @Test func anyExifBlockIsReadOrIgnored() throws {
        var generator = SeededGenerator.announced()
        let bytes = try Image.waves(width: 64, height: 64).jpeg(quality: 50)
        for _ in 0..<3_000 {
            var segment = ExifSegment.stating(6, bigEndian: Bool.random(using: &generator), extraTag: true)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 10..<segment.count, using: &generator)
                segment[place] = UInt8.random(in: 0...255, using: &generator)
            }
            let header = try ImageHeader(of: [0xFF, 0xD8] + segment + bytes.dropFirst(2))
            #expect((1...8).contains(header.orientation), "seed \(generator.seed)")
        }
    }
}
