import Foundation

/// Looks for what must not stand in the clear: planted values in all files of a folder, raw and in the usual spellings,
/// and images by their structure.
///
/// It does not look into compressed data: what is planted in an unsealed zstd frame is not found.
public struct LeakScanner: Sendable {
    public struct Finding: Equatable, Sendable, CustomStringConvertible {
        /// Relative to the folder.
        public let file: String
        /// The planted value's name and the form in which it was found, or the kind of image.
        public let what: String
        /// In bytes from the beginning of the file.
        public let offset: Int

        public var description: String { "\(what) at byte \(offset) of \(file)" }
    }

    private let patterns: [(what: String, bytes: [UInt8])]

    /// - Parameter planted: values by a name to report them under; at least 6 bytes each, or chance would find them.
    public init(planted: [String: [UInt8]]) {
        patterns = planted.sorted { $0.key < $1.key }.flatMap { name, bytes in
            precondition(bytes.count >= 6, "\(name) is too short to be looked for")
            return Self.forms(of: bytes).map { ("\(name) (\($0.name))", $0.bytes) }
        }
    }

    public init(texts: [String: String]) {
        self.init(planted: texts.mapValues { Array($0.utf8) })
    }

    /// What is found in the files of `folder` and its sub-folders, in the order of their names.
    public func scan(_ folder: String) throws -> [Finding] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try names.sorted().flatMap { name -> [Finding] in
            let path = folder + "/" + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                return []
            }
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            return scan(bytes).map { Finding(file: name, what: $0.what, offset: $0.offset) }
        }
    }

    /// What is found in `bytes`: of each form the first place, and every image.
    public func scan(_ bytes: [UInt8]) -> [(what: String, offset: Int)] {
        let planted = patterns.compactMap { pattern in
            Self.firstOffset(of: pattern.bytes, in: bytes).map { (what: pattern.what, offset: $0) }
        }
        return planted + Self.images(in: bytes)
    }

    private static func forms(of bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let hexadecimal = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        var forms: [(name: String, bytes: [UInt8])] = [
            ("raw", bytes), ("hexadecimal", Array(hexadecimal.utf8)),
            ("upper-case hexadecimal", Array(hexadecimal.uppercased().utf8)),
        ]
        if let text = String(validating: bytes, as: UTF8.self) {
            forms.append(("UTF-16", text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }))
        }
        for alignment in 0..<3 {
            let padded = Array(Data([UInt8](repeating: 0, count: alignment) + bytes).base64EncodedString().utf8)
            // The characters that depend on `bytes` alone: six bits each, all of them behind the padding.
            let first = (alignment * 8 + 5) / 6
            let end = (alignment + bytes.count) * 8 / 6
            let core = Array(padded[first..<end])
            forms.append(("base64 at \(alignment)", core))
            let forURLs = core.map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
            }
            if forURLs != core { forms.append(("base64url at \(alignment)", forURLs)) }
        }
        return forms
    }

    private static func firstOffset(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard let first = pattern.first, pattern.count <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { haystack in
            guard let start = haystack.baseAddress else { return nil }
            var offset = 0
            let last = bytes.count - pattern.count
            while offset <= last, let found = memchr(start + offset, Int32(first), last - offset + 1) {
                let candidate = UnsafeRawPointer(found)
                if memcmp(candidate, pattern, pattern.count) == 0 { return candidate - start }
                offset = candidate - start + 1
            }
            return nil
        }
    }

    /// JPEG, PNG and WebP files by their structure, and JPEG files in base64.
    private static func images(in bytes: [UInt8]) -> [(what: String, offset: Int)] {
        var found: [(what: String, offset: Int)] = []
        for offset in offsets(of: [0xff, 0xd8, 0xff], in: bytes) where isJPEG(bytes, at: offset) {
            found.append(("JPEG", offset))
        }
        for offset in offsets(of: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], in: bytes) {
            found.append(("PNG", offset))
        }
        for offset in offsets(of: Array("RIFF".utf8), in: bytes)
        where offset + 12 <= bytes.count && bytes[(offset + 8)..<(offset + 12)].elementsEqual("WEBP".utf8) {
            found.append(("WebP", offset))
        }
        for offset in offsets(of: Array("/9j/".utf8), in: bytes) {
            let text = Array(bytes[offset..<min(bytes.count, offset + 4096)].prefix { isBase64($0) })
            let whole = text.prefix(text.count / 4 * 4)
            if let data = Data(base64Encoded: Data(whole)), isJPEG([UInt8](data), at: 0) {
                found.append(("JPEG in base64", offset))
            }
        }
        return found
    }

    private static func offsets(of pattern: [UInt8], in bytes: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        var start = 0
        while start < bytes.count, let offset = firstOffset(of: pattern, in: Array(bytes[start...])) {
            offsets.append(start + offset)
            start += offset + 1
        }
        return offsets
    }

    /// Whether two well-formed segments (ITU-T T.81 §B.1.1) and a third marker follow the start of an image: three
    /// chance bytes are no image.
    private static func isJPEG(_ bytes: [UInt8], at offset: Int) -> Bool {
        var position = offset + 2
        for _ in 0..<2 {
            guard position + 4 <= bytes.count, bytes[position] == 0xff, isSegmentMarker(bytes[position + 1]) else {
                return false
            }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2 else { return false }
            position += 2 + length
        }
        return position + 2 <= bytes.count && bytes[position] == 0xff && isSegmentMarker(bytes[position + 1])
    }

    private static func isSegmentMarker(_ marker: UInt8) -> Bool {
        (0xc0...0xcf).contains(marker) || (0xda...0xdd).contains(marker) || (0xe0...0xef).contains(marker)
            || marker == 0xfe
    }

    private static func isBase64(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
