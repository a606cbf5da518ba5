internal import CVideo

/// The forms of file that are read, known by how they begin.
enum VideoContainer: CaseIterable {
    /// ISO/IEC 14496-12 and QuickTime: MP4, MOV.
    case quickTime
    /// RFC 9559: Matroska, WebM.
    case matroska
    /// ISO/IEC 11172-1, 13818-1.
    case mpegProgramStream
    case avi
    case gif

    /// nil for everything else.
    init?(of bytes: [UInt8]) {
        let head = bytes.prefix(12)
        func has(_ word: [UInt8], at place: Int) -> Bool { head.dropFirst(place).starts(with: word) }
        func has(_ word: String, at place: Int) -> Bool { has(Array(word.utf8), at: place) }

        if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(where: { has($0, at: 4) }) {
            self = .quickTime
        } else if has([0x1A, 0x45, 0xDF, 0xA3], at: 0) {
            self = .matroska
        } else if has([0, 0, 1, 0xBA], at: 0) {
            self = .mpegProgramStream
        } else if has("RIFF", at: 0), has("AVI ", at: 8) {
            self = .avi
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else {
            return nil
        }
    }

    var code: cvideo_container {
        switch self {
        case .quickTime: CVIDEO_QUICKTIME
        case .matroska: CVIDEO_MATROSKA
        case .mpegProgramStream: CVIDEO_MPEG_PROGRAM_STREAM
        case .avi: CVIDEO_AVI
        case .gif: CVIDEO_GIF
        }
    }
}
