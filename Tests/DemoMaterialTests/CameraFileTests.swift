import Foundation
import Testing
import Vision

@testable import DemoMaterial

@Suite struct CameraFileTests {
    private func written(_ scene: CameraScene, _ file: CameraFile) async throws -> [UInt8] {
        let path = NSTemporaryDirectory() + "/camera-file-\(UUID().uuidString).y4m"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await file.write(scene, to: path)
        #expect(!FileManager.default.fileExists(atPath: path + ".unfinished"))
        return [UInt8](try #require(FileManager.default.contents(atPath: path)))
    }

    private func frames(of bytes: [UInt8], size: ImageSize) throws -> [[UInt8]] {
        let begin = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
        let length = 6 + size.width * size.height * 3 / 2
        try #require((bytes.count - begin) % length == 0)
        return stride(from: begin, to: bytes.count, by: length).map { Array(bytes[$0..<($0 + length)]) }
    }

    @Test func headerFramesAndSizesAreWhatTheFormAsksForAndNoFrameEqualsAnother() async throws {
        let size = ImageSize(width: 96, height: 128)
        let scene = DrawnHead(seed: 3).filmed(size: size, seed: 1)
        let bytes = try await written(scene, CameraFile(framesPerSecond: 15, seconds: 2, seed: 1))
        #expect(bytes.starts(with: Array("YUV4MPEG2 W96 H128 F15:1 Ip A1:1 C420jpeg\n".utf8)))
        let frames = try frames(of: bytes, size: size)
        #expect(frames.count == 30)
        #expect(frames.allSatisfy { $0.starts(with: Array("FRAME\n".utf8)) })
        #expect(Set(frames).count == 30)
    }

    @Test func whatDoesNotMoveHasFreshNoiseInEachFrame() async throws {
        let size = ImageSize(width: 64, height: 48)
        let bytes = try await written(.wall(size: size), CameraFile(framesPerSecond: 10, seconds: 1, seed: 1))
        let frames = try frames(of: bytes, size: size)
        for (before, after) in zip(frames, frames.dropFirst()) {
            let same = zip(before, after).filter { $0 == $1 }.count
            #expect(same < before.count * 7 / 10, "\(same) of \(before.count)")
        }
    }

    @Test func theSameSeedGivesTheSameBytesAndAnotherSeedOthers() async throws {
        let scene = CameraScene.wall(size: ImageSize(width: 32, height: 32))
        let first = try await written(scene, CameraFile(framesPerSecond: 5, seconds: 1, seed: 1))
        #expect(try await written(scene, CameraFile(framesPerSecond: 5, seconds: 1, seed: 1)) == first)
        #expect(try await written(scene, CameraFile(framesPerSecond: 5, seconds: 1, seed: 2)) != first)
    }

    /// Of ITU-R BT.601: blue, green and red in, luma, blue difference and red difference out.
    @Test(arguments: [
        ([0, 0, 0], [16, 128, 128]), ([255, 255, 255], [235, 128, 128]), ([0, 0, 255], [82, 90, 240]),
        ([255, 0, 0], [41, 240, 110]), ([0, 255, 0], [144, 54, 34]),
    ])
    func coloursAreThoseOfTheStandard(_ colour: [UInt8], _ expected: [UInt8]) {
        let image = Image(size: ImageSize(width: 4, height: 2), blue: colour[0], green: colour[1], red: colour[2])
        let planes = image.planesOf420
        #expect(planes.count == 12)
        let seen = [planes[0], planes[8], planes[10]]
        #expect(zip(seen, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(seen)")
        #expect(Set(planes[..<8]).count == 1 && planes[8] == planes[9] && planes[10] == planes[11])
    }

    @Test func whereNothingCanBeWrittenItIsSaid() async {
        let path = "/nonexistent/folder/film.y4m"
        await #expect(throws: DemoMaterialError.fileNotWritten(path)) {
            try await CameraFile(framesPerSecond: 5, seconds: 1, seed: 1)
                .write(.wall(size: ImageSize(width: 32, height: 32)), to: path)
        }
    }
}

@Suite struct HeadSwingTests {
    private func yaws(from start: Double, to end: Double, seed: UInt64) -> [Double] {
        let swing = HeadSwing(faceWidth: 170, seed: seed)
        return stride(from: start, to: end, by: 1 / 15).map { swing.moment(at: $0).pose.yawInDegrees }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func theHeadIsStraightForASecondAndThenTurnsInEveryCapture(seed: UInt64) {
        #expect(yaws(from: 0, to: 1, seed: seed).allSatisfy { abs($0) < 1 })
        for start in stride(from: 1.4, to: 14, by: 0.2) {
            let capture = yaws(from: start, to: start + 2.6, seed: seed)
            #expect(SharedMaterial.range(capture) > 19, "from \(start): \(capture)")
            // From the front, as the portrait shows it.
            #expect(capture.contains { abs($0) < 2 }, "from \(start): \(capture)")
        }
    }

    @Test func noMomentIsAnother() {
        let swing = HeadSwing(faceWidth: 170, seed: 1)
        let moments = (0..<270).map { swing.moment(at: Double($0) / 15) }
        for (before, after) in zip(moments, moments.dropFirst()) { #expect(before != after) }
        #expect(moments.allSatisfy { abs($0.gain - 1) < 0.031 })
    }

    @Test func aDimmedSceneHasLessLight() {
        let scene = CameraScene.wall(size: ImageSize(width: 8, height: 8))
        #expect(scene.dimmed(to: 0.1).view(0).gain == 0.1 * scene.view(0).gain)
    }
}
