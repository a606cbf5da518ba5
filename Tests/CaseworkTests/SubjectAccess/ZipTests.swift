import Compression
import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import Tenancy

@Suite final class ZipTests {
    private let folder = NSTemporaryDirectory() + "/onboarding-zip-\(UUID().uuidString)"
    private let instant = Instant(millisecondsSince1970: 1_772_437_006_000)

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func written(_ entries: [(String, [UInt8])], as name: String = "a.zip") throws -> Data {
        let writer = try ZipWriter(folder + "/" + name, at: instant)
        for (name, contents) in entries { try writer.add(contents, as: name) }
        try writer.finish()
        return try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }

    @Test func checksumsAreThoseOfTheStandard() {
        #expect(CRC32.of([]) == 0)
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.of(Array("The quick brown fox jumps over the lazy dog".utf8)) == 0x414F_A339)
    }

    /// APPNOTE 6.3.3, §4.3.7.
    @Test func aHeadIsWhatTheFormatSays() throws {
        let bytes = try written([("a.txt", Array("hello".utf8))])
        let head = [UInt8](bytes.prefix(30))
        #expect(Array(head[0..<4]) == [0x50, 0x4B, 3, 4] && Array(head[4..<10]) == [10, 0, 0, 0, 0, 0])
        // 2026-03-02, 07:36:46 UTC.
        #expect(Array(head[10..<14]) == [0x97, 0x3C, 0x62, 0x5C])
        #expect(CRC32.of(Array("hello".utf8)) == 0x3610_A686)
        #expect(Array(head[14..<30]) == [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0])
        #expect(bytes.count == 30 + 5 + 5 + 46 + 5 + 22)
    }

    @Test func whatIsWrittenIsRead() throws {
        let entries: [(String, [UInt8])] = [("a.txt", Array("hello".utf8)), ("b/c-1.json", []), ("d_2", [0, 255])]
        let reader = try ZipReader(try written(entries))
        #expect(reader.entries.map(\.name) == entries.map(\.0))
        #expect(try reader.entries.map { try reader.contents(of: $0) } == entries.map(\.1))
        #expect(try written(entries, as: "b.zip") == written(entries, as: "c.zip"))
    }

    @Test func everyFlippedBitAndEveryCutIsSeen() throws {
        let whole = try written([("a.txt", Array("hello".utf8)), ("b", [1])])
        func isWhole(_ bytes: Data) -> Bool {
            guard let reader = try? ZipReader(bytes), reader.entries.map(\.name) == ["a.txt", "b"] else { return false }
            return reader.entries.allSatisfy { (try? reader.contents(of: $0)) != nil }
        }
        #expect(isWhole(whole))
        for index in whole.indices {
            for bit in 0..<8 {
                var changed = whole
                changed[index] ^= 1 << bit
                #expect(!isWhole(changed), "byte \(index), bit \(bit)")
            }
            #expect(!isWhole(whole.prefix(index)) && !isWhole(whole.dropFirst(index + 1)))
        }
        #expect(!isWhole(whole + [0]) && !isWhole([0] + whole))
    }

    /// Whatever bytes stand in the fields of lengths, offsets and counts, they are read or refused.
    @Test func noBytesStopTheReader() throws {
        let whole = try written([("a.txt", Array("hello".utf8)), ("b/c.json", [1, 2, 3]), ("d", [])])
        let numbers: [[UInt8]] = [
            [0, 0], [255, 255], [255, 255, 255, 255], [0, 0, 0, 128], [0x50, 0x4B, 1, 2], [0x50, 0x4B, 5, 6],
        ]
        var generator = SeededGenerator.announced()
        var taken = 0
        for _ in 0..<20_000 {
            var bytes = [UInt8](whole)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = .random(in: .min ... .max, using: &generator)
                case 1:
                    let number = numbers.randomElement(using: &generator) ?? []
                    bytes.replaceSubrange(place..<min(place + number.count, bytes.count), with: number)
                case 2: bytes.removeSubrange(place..<min(place + 9, bytes.count - 1))
                default: bytes.insert(contentsOf: bytes.prefix(place).suffix(40), at: place)
                }
            }
            guard let reader = try? ZipReader(Data(bytes)) else { continue }
            taken += 1
            let sizes = reader.entries.map { (try? reader.contents(of: $0))?.count ?? 0 }
            #expect(sizes.reduce(0, +) <= bytes.count)
        }
        #expect(taken > 0, "nothing that was changed is taken")
    }

    @Test func aNameThatLeavesTheFolderIsRefused() {
        for name in ["", "/a", "../a", "a/../b", "a//b", "a/", ".", "a\\b", "ü", String(repeating: "a", count: 201)] {
            #expect(!ZipFormat.isName(name), "\(name)")
        }
        #expect(ZipFormat.isName("images/enrollment-1/face-1/frame-00.jpeg"))
    }

    @Test func whatExistsIsKeptAndWhatIsNotFinishedIsGone() throws {
        _ = try written([("a", [1])])
        #expect(throws: ConfigurationError.self) { try written([("a", [2])]) }
        do {
            let writer = try ZipWriter(folder + "/unfinished.zip", at: instant)
            try writer.add([1], as: "a")
            #expect(throws: (any Error).self) { try writer.add([1], as: "a") }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.zip"])
        // Somebody else takes the name while the file is written.
        let late = try ZipWriter(folder + "/late.zip", at: instant)
        try Data([7]).write(to: URL(fileURLWithPath: folder + "/late.zip"))
        #expect(throws: ConfigurationError.self) { try late.finish() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/late.zip")) == Data([7]))
        let mode = try FileManager.default.attributesOfItem(atPath: folder + "/a.zip")[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func whatIsLargerThanItsBoundIsRefused() throws {
        let writer = try ZipWriter(folder + "/large.zip", at: instant, bound: 2000)
        try writer.add([UInt8](repeating: 0, count: 1000), as: "a")
        #expect(throws: ConfigurationError.self) { try writer.add([UInt8](repeating: 0, count: 1000), as: "b") }
    }
}
