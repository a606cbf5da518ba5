/// What a file calls itself by its first bytes, for the words of a refusal: nothing is decoded and nothing trusted by it.
package enum ForeignFormat {
    /// The formats of images that are taken.
    package static let imagesTaken = ["JPEG", "PNG", "WebP", "HEIC", "AVIF"]
    /// Those of videos, as the interface promises them.
    package static let videosTaken = "H.264 or HEVC in MP4, VP8 or VP9 in WebM"

    /// Such as `GIF`; nil for bytes that begin as nothing that is known here.
    package static func name(of bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty else { return nil }
        if let found = signatures.first(where: { bytes.dropFirst($0.offset).starts(with: $0.bytes) }) {
            return found.name
        }
        return boxed(bytes) ?? text(bytes)
    }

    /// What is said of bytes that are no image, or none that is taken.
    package static func sentenceOnImage(_ bytes: [UInt8]) -> String {
        let taken = imagesTaken.dropLast().joined(separator: ", ") + " and " + (imagesTaken.last ?? "")
        guard let name = name(of: bytes) else { return "This is no image; \(taken) are taken" }
        return imagesTaken.contains(name)
            ? "This is \(name), but damaged or of a form that is not taken, such as an animation"
            : "This is \(name); \(taken) are taken"
    }

    /// What is said of bytes that are no video, or none that is taken.
    package static func sentenceOnVideo(_ bytes: [UInt8]) -> String {
        guard let container = name(of: bytes) else { return "This is no video; \(videosTaken) are taken" }
        let codec = codec(in: bytes)
        if let codec, codecsTaken.contains(codec) {
            return "The video is \(codec) in \(container), but damaged or of a form that is not taken"
        }
        return "The video is \(codec.map { "\($0) in " } ?? "")\(container); \(videosTaken) are taken"
    }

    private struct Signature {
        let name: String
        let bytes: [UInt8]
        var offset = 0

        init(_ name: String, _ bytes: [UInt8], at offset: Int = 0) {
            (self.name, self.bytes, self.offset) = (name, bytes, offset)
        }

        init(_ name: String, _ word: String, at offset: Int = 0) {
            self.init(name, Array(word.utf8), at: offset)
        }
    }

    private static let signatures = [
        Signature("JPEG", [0xFF, 0xD8, 0xFF]),
        Signature("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        Signature("WebP", "WEBP", at: 8),
        Signature("AVI", "AVI ", at: 8),
        Signature("GIF", "GIF8"),
        Signature("TIFF", [0x49, 0x49, 0x2A, 0]),
        Signature("TIFF", [0x4D, 0x4D, 0, 0x2A]),
        Signature("TIFF", [0x49, 0x49, 0x2B, 0]),
        Signature("TIFF", [0x4D, 0x4D, 0, 0x2B]),
        Signature("PDF", "%PDF-"),
        Signature("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]),
        Signature("JPEG 2000", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]),
        Signature("JPEG XL", [0xFF, 0x0A]),
        Signature("JPEG XL", [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]),
        Signature("JPEG XR", [0x49, 0x49, 0xBC]),
        Signature("Photoshop", "8BPS"),
        Signature("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
        Signature("an icon", [0, 0, 1, 0]),
        Signature("BMP", "BM"),
        Signature("ZIP", [0x50, 0x4B, 3, 4]),
        Signature("gzip", [0x1F, 0x8B]),
        Signature("MPEG", [0, 0, 1, 0xBA]),
        Signature("Flash video", "FLV"),
        Signature("Ogg", "OggS"),
        Signature("Windows Media", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        Signature("an MPEG transport stream", [0x47, 0x40]),
    ]

    /// Files of boxes (ISO/IEC 14496-12) by their brand, and of EBML by the name of their document.
    private static func boxed(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            return bytes.prefix(64).contains("webm") ? "WebM" : "Matroska"
        }
        let type = word(in: bytes, at: 4)
        guard type == "ftyp" else {
            return ["moov", "mdat", "wide", "free", "skip"].contains(type) ? "QuickTime" : nil
        }
        switch word(in: bytes, at: 8) {
        case "avif": return "AVIF"
        case "heic", "heix", "heim", "heis": return "HEIC"
        case "mif1", "heif", "miaf": return "HEIF"
        case "avis", "hevc", "hevx", "msf1": return "a HEIF sequence"
        case "qt  ": return "QuickTime"
        case "crx ": return "Canon CR3"
        case "jp2 ", "jpx ", "jpm ", "mjp2": return "JPEG 2000"
        case let brand: return brand.hasPrefix("3g") ? "3GP" : "MP4"
        }
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        let start = bytes.prefix(256).drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if start.contains("<svg") { return "SVG" }
        if start.starts(with: "<!DOCTYPE html".utf8) || start.starts(with: "<html".utf8) { return "HTML" }
        return start.starts(with: "<?xml".utf8) ? "XML" : nil
    }

    // MARK: Codecs

    private static let codecsTaken = ["H.264", "HEVC", "VP8", "VP9"]

    /// Of a video's images, by the first word for one that stands where its container has it.
    private static func codec(in bytes: [UInt8]) -> String? {
        let found: [String?]
        switch name(of: bytes) {
        case "MP4", "QuickTime", "3GP":
            // Behind the type come version, number of entries and length, then the entry's own type.
            found = places(of: "stsd", in: bytes).map { sampleEntries[word(in: bytes, at: $0 + 16)] }
        case "WebM", "Matroska":
            found = places(of: "V_", in: bytes).map { place in
                matroskaCodecs.first(where: { bytes[place...].starts(with: $0.word.utf8) })?.name
            }
        case "AVI":
            found = places(of: "vids", in: bytes).map { fourLetters[word(in: bytes, at: $0 + 4).uppercased()] }
        default: found = []
        }
        return found.compactMap(\.self).first
    }

    private static let sampleEntries = [
        "avc1": "H.264", "avc3": "H.264", "hvc1": "HEVC", "hev1": "HEVC", "dvh1": "Dolby Vision",
        "dvhe": "Dolby Vision",
        "av01": "AV1", "vp08": "VP8", "vp09": "VP9", "mp4v": "MPEG-4 part 2", "s263": "H.263", "jpeg": "MJPEG",
        "mjp2": "JPEG 2000", "vvc1": "VVC", "apch": "ProRes", "apcn": "ProRes", "apcs": "ProRes", "apco": "ProRes",
        "ap4h": "ProRes",
    ]

    private static let matroskaCodecs: [(word: String, name: String)] = [
        ("V_AV1", "AV1"), ("V_VP8", "VP8"), ("V_VP9", "VP9"), ("V_MPEG4/ISO/AVC", "H.264"),
        ("V_MPEGH/ISO/HEVC", "HEVC"), ("V_MPEGI/ISO/VVC", "VVC"), ("V_MPEG4", "MPEG-4 part 2"), ("V_MPEG2", "MPEG-2"),
        ("V_MPEG1", "MPEG-1"), ("V_FFV1", "FFV1"), ("V_THEORA", "Theora"), ("V_PRORES", "ProRes"), ("V_MJPEG", "MJPEG"),
    ]

    private static let fourLetters = [
        "H264": "H.264", "AVC1": "H.264", "HEVC": "HEVC", "XVID": "MPEG-4 part 2", "DIVX": "MPEG-4 part 2",
        "FMP4": "MPEG-4 part 2", "MJPG": "MJPEG", "AV01": "AV1", "VP80": "VP8", "VP90": "VP9",
    ]

    private static func word(in bytes: [UInt8], at place: Int) -> String {
        guard place <= bytes.count - 4 else { return "" }
        return String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
    }

    private static func places(of word: String, in bytes: [UInt8]) -> [Int] {
        let word = Array(word.utf8)
        return bytes.indices.filter { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
}

extension Sequence<UInt8> where Self: Collection {
    fileprivate func contains(_ word: String) -> Bool {
        let word = Array(word.utf8)
        return indices.contains { self[$0...].starts(with: word) }
    }
}
