internal import Foundation
package import Video
internal import Vision

/// The frames that a video is judged by, as the process that decodes it hands them over:
///
///     for each frame: time in milliseconds, 8 bytes, the bits of a double, big-endian ‖ length n, 4 bytes big-endian ‖ n bytes JPEG
package struct VideoFrames: Equatable, Sendable {
    struct Frame: Equatable, Sendable {
        /// JPEG, upright.
        let bytes: [UInt8]
        /// Counted from the first frame of the video.
        let timeInMilliseconds: Double
    }

    let frames: [Frame]

    /// Above the quality at which the scorer's cues begin to see the compression.
    private static let quality = 92

    /// Decodes a video and keeps so many frames of it, evenly spread. Only ever in a process that holds no keys.
    package init(decoding video: [UInt8], limits: VideoLimits, atMost count: Int) throws(VideoError) {
        var reader = try VideoReader(bytes: video, limits: limits)
        var selection = EvenSelection<Frame>(atMost: count)
        while let frame = try reader.next() {
            try selection.offer { () throws(VideoError) in
                guard let bytes = try? frame.image.jpeg(quality: Self.quality) else { throw VideoError.corrupt }
                return Frame(bytes: bytes, timeInMilliseconds: frame.timeInMilliseconds)
            }
        }
        frames = selection.elements
    }

    init(frames: [Frame]) {
        self.frames = frames
    }

    package var bytes: [UInt8] {
        frames.flatMap { frame in
            withUnsafeBytes(of: frame.timeInMilliseconds.bitPattern.bigEndian, Array.init)
                + withUnsafeBytes(of: UInt32(truncatingIfNeeded: frame.bytes.count).bigEndian, Array.init) + frame.bytes
        }
    }

    /// What another process says; it has opened a stranger's file and may say anything.
    /// - Returns: nil for bytes of another form, more frames than `count`, none, or times that do not rise from 0 on.
    init?(bytes: [UInt8], atMost count: Int) {
        var frames: [Frame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 12, frames.count < count else { return nil }
            let time = Double(bitPattern: rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
            let length = rest.dropFirst(8).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(12)
            guard length <= rest.count, time.isFinite, time >= 0, time > (frames.last?.timeInMilliseconds ?? -1) else {
                return nil
            }
            frames.append(Frame(bytes: Array(rest.prefix(length)), timeInMilliseconds: time))
            rest = rest.dropFirst(length)
        }
        guard !frames.isEmpty else { return nil }
        self.frames = frames
    }
}
