internal import Compression
internal import Foundation
internal import OnboardingCore

/// Reads what `ZipWriter` writes, and refuses everything else: an entry that is hidden behind another, a gap, bytes before or
/// behind. So what is verified is the whole file.
struct ZipReader {
    enum ReadError: Error, Equatable {
        case unreadable
    }

    let entries: [ZipFormat.Entry]
    private let bytes: Data

    init(contentsOf path: String) throws {
        try self.init(Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe))
    }

    init(_ bytes: Data) throws(ReadError) {
        self.bytes = bytes
        let reader = Reader(bytes: bytes)
        let end = bytes.count - ZipFormat.endSize
        guard end >= 0, bytes.count <= Limit.exportArchive.value,
            try reader.number(4, at: end) == ZipFormat.endSignature
        else { throw .unreadable }
        let count = Int(try reader.number(2, at: end + 10))
        var position = Int(try reader.number(4, at: end + 16))
        let directory = position
        var entries: [ZipFormat.Entry] = []
        var expected = 0
        for _ in 0..<count {
            let length = Int(try reader.number(2, at: position + 28))
            guard try reader.number(4, at: position) == ZipFormat.placeSignature,
                let name = String(
                    validating: try reader.take(length, at: position + ZipFormat.placeSize), as: UTF8.self),
                ZipFormat.isName(name)
            else { throw .unreadable }
            let entry = ZipFormat.Entry(
                name: name, crc: try reader.number(4, at: position + 16), size: try reader.number(4, at: position + 24),
                offset: try reader.number(4, at: position + 42))
            try reader.check(entry, from: position)
            guard Int(entry.offset) == expected else { throw .unreadable }
            expected += ZipFormat.headSize + length + Int(entry.size)
            position += ZipFormat.placeSize + length
            entries.append(entry)
        }
        guard expected == directory, position == end, Set(entries.map(\.name)).count == count,
            Data(ZipFormat.end(count: count, size: UInt32(end - directory), offset: UInt32(directory)))
                == bytes.suffix(ZipFormat.endSize)
        else { throw .unreadable }
        self.entries = entries
    }

    /// - Throws: `unreadable` where they are not those that the checksum is of.
    func contents(of entry: ZipFormat.Entry) throws(ReadError) -> [UInt8] {
        let start = Int(entry.offset) + ZipFormat.headSize + entry.name.utf8.count
        let contents = [UInt8](try Reader(bytes: bytes).take(Int(entry.size), at: start))
        guard CRC32.of(contents) == entry.crc else { throw .unreadable }
        return contents
    }

    private struct Reader {
        let bytes: Data

        func take(_ count: Int, at position: Int) throws(ReadError) -> Data {
            guard count >= 0, position >= 0, position <= bytes.count, count <= bytes.count - position else {
                throw .unreadable
            }
            let start = bytes.startIndex + position
            return bytes[start..<start + count]
        }

        func number(_ count: Int, at position: Int) throws(ReadError) -> UInt32 {
            try take(count, at: position).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }

        /// The head of an entry says what its place in the directory does, and nothing more.
        func check(_ entry: ZipFormat.Entry, from place: Int) throws(ReadError) {
            let (name, offset) = (Array(entry.name.utf8), Int(entry.offset))
            let shared = try take(24, at: place + 6)
            guard try number(4, at: offset) == ZipFormat.headSignature, try take(24, at: offset + 4) == shared,
                // Flags and method.
                try number(4, at: place + 8) == 0, try number(4, at: place + 20) == entry.size,
                try number(2, at: place + 4) == UInt32(ZipFormat.writtenBy),
                try number(4, at: place + 38) == ZipFormat.attributes,
                // Extra fields, comments, disks.
                try number(2, at: offset + 28) == 0, try take(8, at: place + 30).allSatisfy({ $0 == 0 }),
                try [UInt8](take(name.count, at: offset + ZipFormat.headSize)) == name
            else { throw .unreadable }
        }
    }
}
