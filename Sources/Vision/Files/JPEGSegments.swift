internal import Foundation

/// The marker segments of a JPEG (ITU-T T.81 Annex B), walked without decoding.
///
/// A marker is FF and a code. Segments with a length carry it in the next two bytes, big-endian, counting themselves.
/// After a start of scan come entropy-coded bytes, in which FF is followed by 00 or a restart code, up to the next
/// marker.
struct JPEGSegments {
    /// As the frame header states it.
    let size: ImageSize
    /// The place of the TIFF block in the first EXIF segment.
    let exif: Range<Int>?
    /// Whether an Adobe segment (APP14) is present: then four-channel files store their inks inverted.
    let hasAdobeMarker: Bool
    /// Whether each of its scans is complete in itself, so that one of all components is decoded row by row.
    let isSequential: Bool

    /// Reads segments up to the first scan.
    init(headerOf bytes: [UInt8]) throws(ImageError) {
        var size: ImageSize?
        var exif: Range<Int>?
        var hasAdobeMarker = false
        var isSequential = false
        var cursor = JPEGCursor(bytes)
        walk: while let segment = cursor.next() {
            switch segment.code {
            case 0xC0, 0xC1, 0xC2:
                guard segment.content.count >= 6 else { throw .corrupt }
                let start = segment.content.lowerBound
                guard bytes[start] == 8 else { throw .notAnImage }  // samples of 12 bits are for laboratories
                isSequential = segment.code != 0xC2
                size = ImageSize(
                    width: Int(bytes[start + 3]) << 8 | Int(bytes[start + 4]),
                    height: Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]))
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                throw .notAnImage  // lossless, hierarchical or arithmetic: no camera writes them
            case 0xE1:
                let content = bytes[segment.content]
                if exif == nil, content.starts(with: Array("Exif\0\0".utf8)) {
                    exif = (segment.content.lowerBound + 6)..<segment.content.upperBound
                }
            case 0xEE:
                if bytes[segment.content].starts(with: Array("Adobe".utf8)) { hasAdobeMarker = true }
            case 0xDA, 0xD9:
                break walk
            default:
                continue
            }
        }
        guard let size, size.width > 0, size.height > 0 else { throw .corrupt }
        self.size = size
        self.exif = exif
        self.hasAdobeMarker = hasAdobeMarker
        self.isSequential = isSequential
    }
}

/// A JPEG from its first segment to its end.
struct JPEGOutline {
    /// Each scan is a pass over all blocks of the image, however few bytes it has: 490 of them in 70 KB kept libjpeg busy
    /// for 2 s. Its own scripts have 18 at most, those of cameras and other encoders fewer.
    static let maximumScans = 32

    let scanCount: Int
    /// How many bytes the file has up to and with the end-of-image marker.
    let byteCount: Int

    /// - Throws: `corrupt` where the segments do not lead to the end of the image. So what is decoded can also be rid of its
    ///   metadata, which goes the same way.
    init(of bytes: [UInt8]) throws(ImageError) {
        var scanCount = 0
        var byteCount = 0
        var cursor = JPEGCursor(bytes)
        while let segment = cursor.next() {
            if segment.code == 0xDA { scanCount += 1 }
            byteCount = segment.whole.upperBound
        }
        guard cursor.reachedEndOfImage else { throw .corrupt }
        self.scanCount = scanCount
        self.byteCount = byteCount
    }
}

/// Steps through a JPEG from segment to segment. Ends at the end-of-image marker or where the bytes make no sense.
struct JPEGCursor {
    struct Segment {
        let code: UInt8
        /// From the FF of the marker to the end of its content; for a start of scan to the end of its coded bytes.
        let whole: Range<Int>
        /// What follows the length.
        let content: Range<Int>
    }

    private let bytes: [UInt8]
    private var position = 2
    private(set) var reachedEndOfImage = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Segment? {
        guard !reachedEndOfImage else { return nil }
        let start = position
        // A marker may be preceded by any number of fill bytes FF.
        guard position < bytes.count, bytes[position] == 0xFF else { return nil }
        while position < bytes.count, bytes[position] == 0xFF { position += 1 }
        guard position < bytes.count else { return nil }
        let code = bytes[position]
        position += 1
        switch code {
        case 0xD9:
            reachedEndOfImage = true
            return Segment(code: code, whole: start..<position, content: position..<position)
        case 0x01, 0xD0...0xD8:
            return Segment(code: code, whole: start..<position, content: position..<position)
        case 0x00:
            return nil
        default:
            break
        }
        guard position + 2 <= bytes.count else { return nil }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard length >= 2, position + length <= bytes.count else { return nil }
        let content = (position + 2)..<(position + length)
        position += length
        if code == 0xDA { skipCodedBytes() }
        return Segment(code: code, whole: start..<position, content: content)
    }

    private mutating func skipCodedBytes() {
        bytes.withUnsafeBytes { bytes in
            // One sign in 256 is FF: the library's search for it is many times as fast as a look at each.
            while position + 1 < bytes.count, let start = bytes.baseAddress,
                let found = memchr(start + position, 0xFF, bytes.count - 1 - position)
            {
                position = start.distance(to: UnsafeRawPointer(found))
                let code = bytes[position + 1]
                if code != 0x00, code != 0xFF, !(0xD0...0xD7).contains(code) { return }
                position += 1
            }
            position = bytes.count
        }
    }
}

/// The JPEG without its metadata and without re-encoding: comments, thumbnails, EXIF (place, camera, times), colour
/// profiles and whatever follows the end of the image are cut; pixels decode to the same values.
///
/// Kept: the plain JFIF segment (its thumbnail cut) and APP14, which say how colours are stored. Where the EXIF block
/// states an orientation other than upright, a segment that states this and nothing else takes its place, so that the
/// image is still shown upright. Bytes that are not a whole JPEG come back as they are.
public func strippingMetadata(jpeg bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), let header = try? JPEGSegments(headerOf: bytes) else { return bytes }
    var stripped: [UInt8] = [0xFF, 0xD8]
    stripped.reserveCapacity(bytes.count)
    let orientation = header.exif.flatMap { ExifOrientation.read(fromTIFF: bytes[$0]) } ?? 1
    var owedOrientation = orientation == 1 ? [] : ExifOrientation.segment(stating: orientation)
    var cursor = JPEGCursor(bytes)
    while let segment = cursor.next() {
        let content = bytes[segment.content]
        switch segment.code {
        case 0xE0 where content.count >= 14 && content.starts(with: Array("JFIF\0".utf8)):
            stripped += [0xFF, 0xE0, 0, 16] + content.prefix(12) + [0, 0]
        case 0xE0...0xED, 0xEF, 0xFE:
            continue
        default:
            stripped += owedOrientation
            owedOrientation = []
            stripped += bytes[segment.whole]
        }
    }
    return cursor.reachedEndOfImage ? stripped : bytes
}
