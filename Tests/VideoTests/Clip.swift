import Foundation
import TestSupport
import Testing
import Video
import Vision

/// A small clip of `fixtures/fuzz/video`, which `scripts/make-clips.sh` made, and changes of its bytes.
struct Clip: Sendable, CustomTestStringConvertible {
    let name: String
    var millisecondsPerFrame = 100.0

    /// One of each container with a codec that is read.
    static let all = [
        Clip(name: "h264.mp4"), Clip(name: "h264-reordered.mov"), Clip(name: "h264-full-range.mkv"),
        Clip(name: "hevc.mp4"), Clip(name: "hevc-ten-bits.mov"), Clip(name: "vp8.webm"), Clip(name: "vp9.webm"),
        Clip(name: "mpeg1.mpg", millisecondsPerFrame: 40), Clip(name: "mpeg2.mpg", millisecondsPerFrame: 40),
        Clip(name: "mpeg4.avi"), Clip(name: "mpeg4-fragments.mp4"), Clip(name: "mjpeg.avi"), Clip(name: "drawing.gif"),
    ]
    static let frameCount = 10

    var testDescription: String { name }

    var bytes: [UInt8] {
        get throws {
            let path = Material.packageRoot + "/fixtures/fuzz/video/" + name
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    /// Where the middle of the red square is in a frame, in pixels.
    static func middle(ofSquareIn frame: Int) -> Point { Point(x: 8 + 4 * Double(frame) + 5.5, y: 8 + 5.5) }
}

extension [UInt8] {
    /// With the bytes at `offset` behind the first occurrence of `word` replaced; unchanged where there is none.
    func replacing(behind word: String, at offset: Int, with new: [UInt8]) -> [UInt8] {
        let word = Array(word.utf8)
        guard let place = indices.first(where: { self[$0...].starts(with: word) }) else { return self }
        let start = place + word.count + offset
        guard start + new.count <= count else { return self }
        var changed = self
        changed.replaceSubrange(start..<(start + new.count), with: new)
        return changed
    }

    /// A number as boxes of MP4 hold it.
    static func bigEndian(_ number: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

/// All frames of a video, and what ended it early.
func frames(
    of bytes: [UInt8], limits: VideoLimits = .evaluation
) -> (frames: [VideoFrame], error: VideoError?) {
    var frames: [VideoFrame] = []
    do {
        var reader = try VideoReader(bytes: bytes, limits: limits)
        while let frame = try reader.next() { frames.append(frame) }
        return (frames, nil)
    } catch {
        return (frames, error)
    }
}

/// The mean place of the pixels that are red; nil where none is.
func middleOfRed(in image: Image) -> Point? {
    var (x, y, count) = (0.0, 0.0, 0.0)
    for row in 0..<image.size.height {
        for column in 0..<image.size.width {
            let start = (row * image.size.width + column) * 3
            let (blue, green, red) = (image.pixels[start], image.pixels[start + 1], image.pixels[start + 2])
            guard red > 150, green < 110, blue < 110 else { continue }
            (x, y, count) = (x + Double(column), y + Double(row), count + 1)
        }
    }
    return count > 0 ? Point(x: x / count, y: y / count) : nil
}
