import Foundation
import TestSupport
import Testing
import Video
import Vision

@Suite struct VideoReaderTests {
    @Test(arguments: Clip.all) func everyFormShowsWhatWasDrawnWhenItWasDrawn(clip: Clip) throws {
        let (frames, error) = frames(of: try clip.bytes)
        #expect(error == nil)
        try #require(frames.count == Clip.frameCount)
        for (index, frame) in frames.enumerated() {
            #expect(frame.image.size.height == 48)
            let expected = Clip.middle(ofSquareIn: index)
            let found = try #require(middleOfRed(in: frame.image), "frame \(index) has no red square")
            #expect(abs(found.x - expected.x) < 1 && abs(found.y - expected.y) < 1, "frame \(index): \(found)")
            #expect(abs(frame.timeInMilliseconds - clip.millisecondsPerFrame * Double(index)) < 1)
        }
    }

    /// Each matrix maps the stored image's right and down to what is shown, as ISO/IEC 14496-12 §6.2.2 has it.
    @Test(
        arguments: [
            [1, 0, 0, 1], [0, 1, -1, 0], [-1, 0, 0, -1], [0, -1, 1, 0],
            [-1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 0, -1], [0, -1, -1, 0],
        ] as [[Int32]], ["h264.mp4", "hevc.mp4"])
    func aFrameIsShownAsItsMatrixTurnsIt(matrix: [Int32], name: String) throws {
        let fixedPoint = [matrix[0], matrix[1], 0, matrix[2], matrix[3]].map { Int32($0) << 16 }
        let stored = try Clip(name: name).bytes
        let turned = stored.replacing(behind: "tkhd", at: 40, with: fixedPoint.flatMap([UInt8].bigEndian))
        let (frames, error) = frames(of: turned)
        #expect(error == nil)
        let image = try #require(frames.first).image
        let isUpright = matrix[0] != 0
        #expect(image.size == (isUpright ? ImageSize(width: 64, height: 48) : ImageSize(width: 48, height: 64)))
        let place = Clip.middle(ofSquareIn: 0)
        let (right, down) = (place.x - 31.5, place.y - 23.5)
        let expected = Point(
            x: right * Double(matrix[0]) + down * Double(matrix[2]) + Double(image.size.width - 1) / 2,
            y: right * Double(matrix[1]) + down * Double(matrix[3]) + Double(image.size.height - 1) / 2)
        let found = try #require(middleOfRed(in: image))
        #expect(abs(found.x - expected.x) < 1 && abs(found.y - expected.y) < 1, "\(found) for \(expected)")
    }

    @Test func aTurnByLessThanAQuarterIsUnsupported() throws {
        let matrix: [Int32] = [46341, 46341, 0, -46341, 46341]
        let turned = try Clip.all[0].bytes.replacing(behind: "tkhd", at: 40, with: matrix.flatMap([UInt8].bigEndian))
        #expect(frames(of: turned).error == .unsupported)
    }

    @Test func aHeaderThatLiesAboutSizeAndDurationChangesNothing() throws {
        let bytes = try Clip.all[0].bytes
        let whole = frames(of: bytes).frames
        let lies = [
            bytes.replacing(behind: "mvhd", at: 16, with: .bigEndian(.max)),
            bytes.replacing(behind: "tkhd", at: 20, with: .bigEndian(1)),
            bytes.replacing(behind: "mdhd", at: 16, with: .bigEndian(.max)),
            bytes.replacing(behind: "tkhd", at: 76, with: .bigEndian(9 << 16) + .bigEndian(7 << 16)),
            // Of the sample description: 16 × 16 pixels.
            bytes.replacing(behind: "avc1", at: 24, with: [0, 16, 0, 16]),
        ]
        for (number, lie) in lies.enumerated() {
            #expect(lie != bytes, "lie \(number) was not told")
            let (frames, error) = frames(of: lie)
            #expect(
                frames == whole && error == nil, "lie \(number): \(frames.count) frames, \(String(describing: error))")
        }
    }

    /// The table of contents of a file of two kilobytes, stated to list millions of frames.
    @Test func aHeaderThatPromisesMillionsOfFramesIsRefusedInBoundedTimeAndMemory() throws {
        let bytes = try Clip.all[0].bytes
        let lie =
            bytes.replacing(behind: "stsz", at: 4, with: .bigEndian(1) + .bigEndian(0x0FFF_FFFF))
            .replacing(behind: "stsc", at: 12, with: .bigEndian(0x0FFF_FFFF))
        #expect(lie != bytes)
        let (frames, error) = frames(of: lie)
        #expect(frames.isEmpty)
        #expect(error != nil)
    }

    @Test func anHourAtAFrameInSixMinutesIsTooLongAndDecodedOnlyUpToTheLimit() throws {
        let bytes = try Clip.all[0].bytes
        // The clip has ten frames of 1024 units; the scale is that of the track, 10240 units a second.
        let slow = bytes.replacing(behind: "stts", at: 12, with: .bigEndian(360 * 10_240))
            .replacing(behind: "elst", at: 8, with: .bigEndian(.max))
        #expect(slow != bytes)
        let whole = frames(
            of: slow,
            limits: VideoLimits(
                maximumBytes: 1 << 20, maximumDurationInMilliseconds: 3_600_000, maximumFrames: 100,
                maximumPixelsPerFrame: 10_000))
        #expect(whole.frames.last?.timeInMilliseconds == 3_240_000)
        let (frames, error) = frames(of: slow, limits: .package)
        #expect(frames.count == 1)
        #expect(error == .tooLong)
    }

    @Test(arguments: [
        (
            VideoLimits(
                maximumBytes: 100, maximumDurationInMilliseconds: 9000, maximumFrames: 99, maximumPixelsPerFrame: 9999),
            0, VideoError.tooLarge
        ),
        (
            VideoLimits(
                maximumBytes: 9999, maximumDurationInMilliseconds: 350, maximumFrames: 99, maximumPixelsPerFrame: 9999),
            4, VideoError.tooLong
        ),
        (
            VideoLimits(
                maximumBytes: 9999, maximumDurationInMilliseconds: 9000, maximumFrames: 3, maximumPixelsPerFrame: 9999),
            3, VideoError.tooLong
        ),
        (
            VideoLimits(
                maximumBytes: 9999, maximumDurationInMilliseconds: 9000, maximumFrames: 99, maximumPixelsPerFrame: 999),
            0, VideoError.tooLarge
        ),
    ]) func eachLimitEndsAVideoWhereItIsPassed(limits: VideoLimits, count: Int, expected: VideoError) throws {
        for name in ["h264.mp4", "vp8.webm"] {
            let (frames, error) = frames(of: try Clip(name: name).bytes, limits: limits)
            #expect(frames.count == count)
            #expect(error == expected)
        }
        // Stated to be small in its header, and large when decoded.
        if expected == .tooLarge, limits.maximumBytes > 100 {
            let lie = try Clip.all[0].bytes.replacing(behind: "avc1", at: 24, with: [0, 16, 0, 16])
            #expect(frames(of: lie, limits: limits).error == .tooLarge)
        }
    }

    @Test func limitsBeyondAllReasonBecomeTheGreatestAndTheLeastThatAreServed() {
        let greatest = VideoLimits(
            maximumBytes: .max, maximumDurationInMilliseconds: .infinity, maximumFrames: .max,
            maximumPixelsPerFrame: .max)
        #expect(greatest.maximumBytes == 1 << 30)
        #expect(greatest.maximumDurationInMilliseconds == 3_600_000)
        #expect(greatest.maximumFrames == 100_000)
        #expect(greatest.maximumPixelsPerFrame == 4096 * 2304)
        let least = VideoLimits(
            maximumBytes: .min, maximumDurationInMilliseconds: .nan, maximumFrames: -1, maximumPixelsPerFrame: 0)
        #expect(least.maximumBytes == 1)
        #expect(least.maximumDurationInMilliseconds == 0)
        #expect(least.maximumFrames == 1)
        #expect(least.maximumPixelsPerFrame == 1)
    }

    /// A program stream is a row of packs, so two files behind each other are one.
    @Test func framesThatChangeTheirSizeMidwayAreCorrupt() throws {
        let (first, second) = (try Clip(name: "mpeg2.mpg").bytes, try Clip(name: "mpeg1.mpg").bytes)
        let (frames, error) = frames(of: first + second)
        #expect(error == .corrupt)
        #expect(frames.allSatisfy { $0.image.size == ImageSize(width: 80, height: 48) })
        #expect(frames.count >= Clip.frameCount - 1)
    }

    /// Cut anywhere, a file gives frames of the whole one, in order, and no others.
    @Test(arguments: Clip.all) func aTruncatedFileGivesFramesOfTheWholeOneOrNone(clip: Clip) throws {
        let bytes = try clip.bytes
        let whole = frames(of: bytes).frames
        var errors: Set<VideoError> = []
        var generator = SeededGenerator.announced("truncated \(clip.name)")
        for _ in 0..<40 {
            let (frames, error) = frames(of: Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))))
            // Those that are shown before one that they are predicted from may be missing.
            var rest = whole.map(\.image)[...]
            // A GIF states no length of an image: its decoder draws as much of the last one as is there.
            let areOfWhole = (clip.name.hasSuffix(".gif") ? frames.dropLast() : frames[...]).allSatisfy { frame in
                guard let place = rest.firstIndex(of: frame.image) else { return false }
                rest = rest[(place + 1)...]
                return true
            }
            #expect(areOfWhole)
            #expect(!frames.isEmpty || error != nil)
            if let error { errors.insert(error) }
        }
        #expect(!errors.isEmpty, "no cut was noticed")
    }

    @Test func whatIsNoVideoIsNotTried() throws {
        let others: [[UInt8]] = [
            [], [0], Array("#EXTM3U\nhttp://example.org/a.ts\n".utf8),
            Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8),
            Array("OggS".utf8) + [UInt8](repeating: 0, count: 99),
            [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 99),
            try Image(size: ImageSize(width: 16, height: 16), blue: 1, green: 2, red: 3).png(),
        ]
        for bytes in others { #expect(frames(of: bytes).error == .notAVideo) }
        var generator = SeededGenerator.announced()
        let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for head in [
            Array("\0\0\0\u{18}ftypisom".utf8), [0x1A, 0x45, 0xDF, 0xA3], [0, 0, 1, 0xBA], Array("GIF89a".utf8),
        ] {
            let (frames, error) = frames(of: head + noise)
            #expect(frames.isEmpty && error != nil)
        }
    }

    @Test func aCodecThatIsNotOnTheListIsUnsupported() throws {
        #expect(frames(of: try Clip(name: "refused-ffv1.mkv").bytes).error == .unsupported)
    }

    @Test func aFileWithoutImagesHasNoFrames() throws {
        #expect(frames(of: try Clip(name: "refused-sound.mp4").bytes).error == .noFrames)
        // A header that announces fragments, and none of them.
        let bytes = try Clip(name: "mpeg4-fragments.mp4").bytes
        let fragment = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("moof".utf8)) })
        #expect(frames(of: Array(bytes[..<(fragment - 4)])).error == .noFrames)
    }

    @Test func aReaderThatHasEndedStaysSo() throws {
        var reader = try VideoReader(bytes: try Clip.all[0].bytes, limits: .evaluation)
        for _ in 0..<Clip.frameCount { #expect(try reader.next() != nil) }
        for _ in 0..<3 { #expect(try reader.next() == nil) }

        let limits = VideoLimits(
            maximumBytes: 9999, maximumDurationInMilliseconds: 9000, maximumFrames: 1, maximumPixelsPerFrame: 9999)
        var limited = try VideoReader(bytes: try Clip.all[0].bytes, limits: limits)
        #expect(try limited.next() != nil)
        for _ in 0..<3 {
            do {
                _ = try limited.next()
                Issue.record("a second frame")
            } catch {
                #expect(error == .tooLong)
            }
        }
    }
}
