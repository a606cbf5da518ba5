internal import Foundation
internal import OnboardingCore

/// The part of ZIP (PKWARE APPNOTE 6.3.3) that exports are written in and read: entries one after the other, stored as they
/// are, then the central directory with its end. No compression, no encryption, no ZIP64, no comment. Numbers are
/// little-endian; names are ASCII, relative and without `..`.
///
///     for each entry: 30 bytes of head, name, contents
///     for each entry: 46 bytes of its place in the directory, name
///     22 bytes of end
///
/// The same entries at the same instant are the same bytes.
struct ZipFormat {
    struct Entry: Equatable {
        let name: String
        let crc: UInt32
        let size: UInt32
        /// Of its head, from the beginning of the file.
        let offset: UInt32
    }

    static let headSize = 30
    static let placeSize = 46
    static let endSize = 22
    static let endSignature: UInt32 = 0x0605_4B50
    static let placeSignature: UInt32 = 0x0201_4B50
    static let headSignature: UInt32 = 0x0403_4B50
    /// Version 3.0 on Unix, so that the attributes are its modes: a file that its owner alone reads.
    static let writtenBy = UInt16(3 << 8 | 30)
    static let attributes = UInt32(0o100600) << 16

    /// Of all entries, MS-DOS's: date above time.
    private let time: UInt32

    init(at instant: Instant) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(instant.secondsSince1970))
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let year = min(max(parts.year ?? 1980, 1980), 2107) - 1980
        let day = year << 9 | (parts.month ?? 1) << 5 | (parts.day ?? 1)
        time = UInt32(day << 16 | (parts.hour ?? 0) << 11 | (parts.minute ?? 0) << 5 | (parts.second ?? 0) / 2)
    }

    func head(of entry: Entry) -> [UInt8] {
        Self.bytes(Self.headSignature) + common(entry) + Self.bytes(UInt16(0)) + Array(entry.name.utf8)
    }

    func place(of entry: Entry) -> [UInt8] {
        // Without extra field, comment, disk and internal attributes.
        Self.bytes(Self.placeSignature) + Self.bytes(Self.writtenBy) + common(entry) + Self.bytes(UInt64(0))
            + Self.bytes(Self.attributes) + Self.bytes(entry.offset) + Array(entry.name.utf8)
    }

    static func end(count: Int, size: UInt32, offset: UInt32) -> [UInt8] {
        let count = UInt16(clamping: count)
        return bytes(endSignature) + bytes(UInt16(0)) + bytes(UInt16(0)) + bytes(count) + bytes(count)
            + bytes(size) + bytes(offset) + bytes(UInt16(0))
    }

    /// Version needed, flags (none), method (stored), time, checksum, both sizes, length of the name.
    private func common(_ entry: Entry) -> [UInt8] {
        Self.bytes(UInt16(10)) + Self.bytes(UInt16(0)) + Self.bytes(UInt16(0)) + Self.bytes(time)
            + Self.bytes(entry.crc) + Self.bytes(entry.size) + Self.bytes(entry.size)
            + Self.bytes(UInt16(entry.name.utf8.count))
    }

    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// Whether an entry may be called so: nothing that leaves the folder into which it is unpacked.
    static func isName(_ name: String) -> Bool {
        (1...200).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || "-._/".utf8.contains($0)
            }
            && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !["", ".", ".."].contains($0)
            }
    }
}
