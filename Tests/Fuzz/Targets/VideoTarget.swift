import Foundation
import TestSupport
import Video
import Vision

extension FuzzTarget {
    /// Whole decoding by the C libraries, of clips so small that many fit into a second.
    static let video = FuzzTarget(
        name: "video", inputCount: 8000,
        dictionary: words(
            "ftyp", "moov", "trak", "mdia", "minf", "stbl", "stsd", "stts", "ctts", "stsc", "stsz", "stco", "co64",
            "edts",
            "elst", "moof", "traf", "trun", "tfhd", "mdat", "avc1", "mp4v", "cmov", "dref", "alis", "RIFF", "AVI ",
            "hdrl",
            "strh", "movi", "idx1", "00dc", "GIF89a", "NETSCAPE2.0")
            + [
                [0x1A, 0x45, 0xDF, 0xA3], [0x1F, 0x43, 0xB6, 0x75], [0xA3], [0xE7], [0x15, 0x49, 0xA9, 0x66],
                [0, 0, 1, 0xBA], [0, 0, 1, 0xE0], [0, 0, 1, 0xB3], [0, 0, 1, 0xB8], [0, 0, 1, 0], [0, 0, 0, 1, 0x67],
                [0, 0, 0, 1, 0x65], [0x9D, 0x01, 0x2A], [0x21, 0xF9, 4], [0x2C],
            ],
        costliestInputs: [
            costly {
                // Millions of frames of one byte, promised by a table of contents.
                let frames = [UInt8]([0, 0, 0, 1, 0x0F, 0xFF, 0xFF, 0xFF])
                return corpusFile("h264.mp4").overwritten(behind: "stsz", at: 4, with: frames)
                    .overwritten(behind: "stsc", at: 12, with: [0x0F, 0xFF, 0xFF, 0xFF])
            },
            // Full HD, of which each frame changes one pixel; every further frame costs the same.
            costly { drawing(width: 1920, height: 1080, frameCount: 60) },
        ],
        check: { input throws(Finding) in
            let (frames, error) = decoded(input)
            for (before, after) in zip(frames, frames.dropFirst()) {
                try promise(before.timeInMilliseconds < after.timeInMilliseconds, "times do not rise")
                try promise(before.image.size == after.image.size, "the size changes midway")
            }
            if let first = frames.first, let last = frames.last {
                try promise(first.timeInMilliseconds == 0, "the first frame is not at 0")
                try promise(last.timeInMilliseconds <= limits.maximumDurationInMilliseconds, "longer than admitted")
                let (width, height) = (first.image.size.width, first.image.size.height)
                try promise(width * height <= limits.maximumPixelsPerFrame, "a frame is larger than admitted")
            }
            try promise(frames.count <= limits.maximumFrames, "more frames than admitted")
            try promise(!frames.isEmpty || error != nil, "a video without frames has no error")
            let again = decoded(input)
            try promise(again.frames == frames && again.error == error, "the same bytes give other frames")
            return error == nil
        },
        planted: { input throws(Finding) in
            // Every frame taken to be shown as long as the first one, as all of the corpus are.
            let times = decoded(input).frames.map(\.timeInMilliseconds)
            guard times.count > 2 else { return }
            for (index, time) in times.enumerated() {
                try promise(abs(time - times[1] * Double(index)) <= 1, "frame \(index) is not shown in turn")
            }
        })
}

/// What is larger or longer costs more than it is worth here.
private let limits = VideoLimits(
    maximumBytes: 1 << 20, maximumDurationInMilliseconds: 60_000, maximumFrames: 40, maximumPixelsPerFrame: 10_000)

private func decoded(_ input: [UInt8], limits: VideoLimits = limits) -> (frames: [VideoFrame], error: VideoError?) {
    var frames: [VideoFrame] = []
    do {
        var reader = try VideoReader(bytes: input, limits: limits)
        while let frame = try reader.next() { frames.append(frame) }
        return (frames, nil)
    } catch {
        return (frames, error)
    }
}

private func costly(_ input: @escaping @Sendable () -> [UInt8]) -> CostliestInput {
    CostliestInput(input: input) { input in
        guard var reader = try? VideoReader(bytes: input, limits: .package) else { return }
        while let _ = try? reader.next() {}
    }
}

private func corpusFile(_ name: String) -> [UInt8] {
    [UInt8](FileManager.default.contents(atPath: Material.packageRoot + "/fixtures/fuzz/video/" + name) ?? Data())
}

extension [UInt8] {
    /// With the bytes at `offset` behind the first occurrence of `word` replaced.
    fileprivate func overwritten(behind word: String, at offset: Int, with new: [UInt8]) -> [UInt8] {
        let word = Array(word.utf8)
        guard let place = indices.first(where: { self[$0...].starts(with: word) }),
            place + word.count + offset + new.count <= count
        else { return self }
        var changed = self
        changed.replaceSubrange((place + word.count + offset)..<(place + word.count + offset + new.count), with: new)
        return changed
    }
}

/// A GIF whose frames are one pixel each on a large canvas.
private func drawing(width: Int, height: Int, frameCount: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    let palette: [UInt8] = [0, 0, 0, 255, 255, 255]
    // 10 ms, no transparency; one pixel at the corner; LZW of the single index 1: clear, 1, end.
    let frame: [UInt8] =
        [0x21, 0xF9, 4, 0, 1, 0, 0, 0, 0x2C] + number(0) + number(0) + number(1) + number(1) + [0, 2, 2, 0x4C, 1, 0]
    return Array("GIF89a".utf8) + number(width) + number(height) + [0x80, 0, 0] + palette
        + Array(repeating: frame, count: frameCount).joined() + [0x3B]
}
