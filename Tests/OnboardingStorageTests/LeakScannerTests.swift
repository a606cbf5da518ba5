import Foundation
import TestSupport
import Testing

/// A scanner that finds nothing proves nothing unless it is seen to find something.
@Suite struct LeakScannerTests {
    private static let planted = "Ada Lövelace?>"
    private let scanner = LeakScanner(texts: ["name": planted])

    @Test func aLeakIsFoundInEveryForm() {
        let bytes = Array(Self.planted.utf8)
        let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
        for (form, content) in [
            ("raw", bytes), ("hexadecimal", Array(hexadecimal.utf8)),
            ("upper-case hexadecimal", Array(hexadecimal.uppercased().utf8)),
            ("UTF-16", Self.planted.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }),
        ] {
            let found = scanner.scan([1, 2, 3] + content + [4, 5])
            #expect(found.map(\.what) == ["name (\(form))"])
            #expect(found.map(\.offset) == [3])
        }
        #expect(scanner.scan(Array(bytes.dropLast())).isEmpty)
    }

    @Test(arguments: 0..<12)
    func aLeakInsideLongerBase64IsFound(_ before: Int) {
        let whole = Data(repeating: 0xa7, count: before) + Data(Self.planted.utf8) + Data("behind".utf8)
        let text = whole.base64EncodedString()
        #expect(scanner.scan(Array(text.utf8)).count == 1)
        let forURLs = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        #expect(scanner.scan(Array(forURLs.utf8)).count == 1)
    }

    @Test func imagesAreFoundByTheirStructure() {
        let jpeg: [UInt8] =
            [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xdb, 0, 6, 2, 2, 2, 2, 0xff, 0xc0, 0, 11]
            + Array(repeating: 3, count: 40)
        let noise: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1, 2, 3]
        func kinds(_ bytes: [UInt8]) -> [String] { scanner.scan(bytes).map(\.what) }
        #expect(kinds(noise + jpeg) == ["JPEG"])
        #expect(scanner.scan(noise + jpeg).first?.offset == noise.count)
        #expect(kinds(noise) == [])
        #expect(kinds(Array("{\"p\":\"\(Data(jpeg).base64EncodedString())\"}".utf8)) == ["JPEG in base64"])
        #expect(kinds([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) == ["PNG"])
        #expect(kinds(Array("RIFF1234WEBP".utf8)) == ["WebP"])
    }

    @Test func everyFileOfAFolderIsLookedAt() throws {
        let folder = NSTemporaryDirectory() + "leak-scanner-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder + "/clean"))
        try Data(("x" + Self.planted).utf8).write(to: URL(fileURLWithPath: folder + "/a/b/.hidden-wal"))
        let findings = try scanner.scan(folder)
        #expect(findings.map(\.description) == ["name (raw) at byte 1 of a/b/.hidden-wal"])
    }
}
