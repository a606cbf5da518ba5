import ChildProcess
import Foundation
import TestSupport
import Testing
import Vision

@testable import DemoMaterial

@Suite struct FrameFilesTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/frame-files-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private static func image(level: UInt8, side: Int = 80) throws -> [UInt8] {
        try Image(size: ImageSize(width: side, height: side), blue: level, green: level, red: level).jpeg(
            quality: 90)
    }

    @Test func aFolderGivesItsImagesByNameWithNumbersAsNumbers() throws {
        try withFolder { folder in
            for number in [10, 2, 1] {
                try write(Self.image(level: UInt8(number)), to: folder + "/frame\(number).jpg")
            }
            try write([1, 2, 3], to: folder + "/notes.txt")
            let frames = try FrameFiles(at: folder).frames
            #expect(try frames.map(\.bytes) == [1, 2, 10].map { try Self.image(level: $0) })
            #expect(frames.map(\.timeInMilliseconds) == [0, 200, 400])
        }
    }

    @Test func moreThanFifteenImagesAreThinnedEvenly() throws {
        try withFolder { folder in
            for number in 0..<40 { try write(Self.image(level: UInt8(number)), to: folder + "/\(number).jpg") }
            let frames = try FrameFiles(at: folder).frames
            #expect(frames.count == FrameFiles.maximumFrameCount)
            #expect(try frames.first?.bytes == Self.image(level: 0))
            #expect(try frames.last?.bytes == Self.image(level: 39))
        }
    }

    @Test func imagesTooLargeForOnePackageAreReducedAlike() throws {
        try withFolder { folder in
            var random = RepeatableRandomness(seed: 4)
            let pixels = (0..<(1600 * 1200 * 3)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let large = try Image(size: ImageSize(width: 1600, height: 1200), pixels: pixels).jpeg(quality: 95)
            for number in 0..<2 { try write(large, to: folder + "/\(number).jpg") }
            for frame in try FrameFiles(at: folder).frames {
                #expect(try ImageHeader(of: frame.bytes).size == ImageSize(width: 960, height: 720))
            }
        }
    }

    @Test(.enabled(if: FrameFiles.program(named: "ffmpeg") != nil, "no program ffmpeg on this machine"))
    func aVideoGivesAtMostFifteenFramesOfItsFirstSeconds() throws {
        try withFolder { folder in
            let video = folder + "/clip.mp4"
            let arguments = [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=5:size=320x240:rate=25", "-pix_fmt",
                "yuv420p", video,
            ]
            let program = try #require(FrameFiles.program(named: "ffmpeg"))
            try #require(try ChildProcess.run(program, arguments, errors: .inherited) == .exit(0))
            let frames = try FrameFiles(at: video).frames
            #expect(frames.count == 15)
            #expect(Set(frames.map(\.bytes)).count == 15)
            #expect(frames.last?.timeInMilliseconds == 2800)
            for frame in frames {
                #expect(try ImageHeader(of: frame.bytes).size == ImageSize(width: 320, height: 240))
            }
            try write(Array("no video".utf8), to: folder + "/broken.mp4")
            #expect(throws: DemoMaterialError.videoUnreadable(folder + "/broken.mp4")) {
                try FrameFiles(at: folder + "/broken.mp4")
            }
        }
    }

    @Test func whatIsNotThereOrEmptyIsSaid() throws {
        #expect(throws: DemoMaterialError.fileUnreadable("/nonexistent/folder")) {
            try FrameFiles(at: "/nonexistent/folder")
        }
        try withFolder { folder in
            #expect(throws: DemoMaterialError.noFrames(folder)) { try FrameFiles(at: folder) }
        }
    }
}

@Suite struct FixturesTests {
    @Test func theManifestListsTheThreePhotographsAndGivesTheirBytes() throws {
        let fixtures = try Fixtures(folder: Material.packageRoot + "/fixtures")
        #expect(fixtures.photographs.map(\.name) == ["obama.jpg", "obama2.jpg", "biden.jpg"])
        for photograph in fixtures.photographs {
            #expect(photograph.sha256.count == 64)
            let header = try ImageHeader(of: fixtures.bytes(of: photograph.name))
            #expect(header.size == ImageSize(width: photograph.widthInPixels, height: photograph.heightInPixels))
        }
    }

    @Test func whatTheManifestDoesNotListIsNotGiven() throws {
        let fixtures = try Fixtures(folder: Material.packageRoot + "/fixtures")
        #expect(throws: DemoMaterialError.photographMissing("../manifest.json")) {
            try fixtures.bytes(of: "../manifest.json")
        }
        #expect(fixtures.path(of: "other.jpg") == nil)
    }

    @Test func aFolderWithoutManifestIsSaid() {
        #expect(throws: DemoMaterialError.manifestUnreadable("/nonexistent/manifest.json")) {
            try Fixtures(folder: "/nonexistent")
        }
    }
}
