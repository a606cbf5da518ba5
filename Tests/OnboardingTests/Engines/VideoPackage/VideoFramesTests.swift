import Foundation
import TestSupport
import Testing
import Video

@testable import Onboarding

@Suite struct VideoFramesTests {
    static func clip(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: Material.packageRoot + "/fixtures/fuzz/video/" + name)))
    }

    private static func anyFrames(_ random: inout SeededGenerator) -> [VideoFrames.Frame] {
        (0..<Int.random(in: 1...15, using: &random)).map { index in
            VideoFrames.Frame(
                bytes: (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) },
                timeInMilliseconds: 33.25 * Double(index))
        }
    }

    @Test func whatIsHandedOverIsReadBack() {
        var random = SeededGenerator.announced()
        for _ in 0..<200 {
            let frames = VideoFrames(frames: Self.anyFrames(&random))
            #expect(VideoFrames(bytes: frames.bytes, atMost: 15) == frames)
        }
    }

    /// The process that says it has opened a stranger's file.
    @Test func anythingElseIsRefused() {
        var random = SeededGenerator.announced()
        let frame = { VideoFrames.Frame(bytes: [1, 2], timeInMilliseconds: $0) }
        func refuses(_ bytes: [UInt8]) -> Bool { VideoFrames(bytes: bytes, atMost: 15) == nil }
        #expect(refuses([]))
        #expect(refuses(VideoFrames(frames: (0..<16).map { frame(Double($0)) }).bytes))
        for times in [[0.0, 0], [5, 4], [-1], [.nan], [.infinity], [0, -.infinity]] {
            #expect(refuses(VideoFrames(frames: times.map(frame)).bytes), "\(times)")
        }
        for _ in 0..<200 {
            let bytes = VideoFrames(frames: Self.anyFrames(&random)).bytes
            let cut = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
            if let read = VideoFrames(bytes: cut, atMost: 15) { #expect(read.bytes == cut) }
            var changed = bytes
            changed[Int.random(in: changed.indices, using: &random)] ^= .random(in: 1...255, using: &random)
            _ = VideoFrames(bytes: changed, atMost: 15)
        }
        #expect(refuses([UInt8](repeating: 0, count: 8) + [0xFF, 0xFF, 0xFF, 0xFF]))
    }

    @Test(arguments: ["h264.mp4", "hevc.mp4", "vp8.webm", "vp9.webm"])
    func theFramesAreImagesWithTheirTimes(name: String) throws {
        let frames = try VideoFrames(decoding: Self.clip(name), limits: .package, atMost: 5).frames
        #expect(frames.count == 5)
        #expect(frames.first?.timeInMilliseconds == 0 && frames.last.map { $0.timeInMilliseconds >= 800 } == true)
        #expect(frames.allSatisfy { $0.bytes.starts(with: [0xFF, 0xD8, 0xFF]) })
        #expect(try VideoFrames(decoding: Self.clip(name), limits: .package, atMost: 5).frames == frames)
    }
}
