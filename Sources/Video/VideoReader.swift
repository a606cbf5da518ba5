internal import CVideo
internal import Vision

/// Decodes the images of a video, one after the other.
///
/// Forms: MP4 and MOV, WebM and Matroska, MPEG program stream, AVI, GIF. Codecs: H.264, HEVC, VP8, VP9, MPEG-1, MPEG-2,
/// MPEG-4 part 2, MJPEG, GIF. Nothing else is tried. No other file and no address is opened, and sound is not decoded.
///
/// No header is trusted: sizes, times and the number of frames are those of the frames that were decoded.
/// Equal bytes give equal frames. A frame of full HD costs 10 to 20 ms on the thread that asks for it; call it from a
/// worker. Memory: a copy of the file and some frames. FFmpeg's libraries are loaded with the first video that a process
/// opens (decision 0058).
public struct VideoReader: ~Copyable {
    private let handle: OpaquePointer
    private let limits: VideoLimits
    private var frameCount = 0
    /// In milliseconds, from a zero of the file's own.
    private var timeOfFirst: Double?
    /// What ended the video. It stays so.
    private var end: End?

    private enum End {
        case reached
        case failed(VideoError)
    }

    /// Opens a whole file from memory and finds its first stream of images.
    /// - Throws: `tooLarge` and `notAVideo` by the file's length and first bytes, before any library sees it; then
    ///   `notAVideo`, `unsupported`, `tooLarge`, `noFrames`, `corrupt` or `tooLong` by its header.
    public init(bytes: [UInt8], limits: VideoLimits) throws(VideoError) {
        handle = try Self.opened(bytes, limits)
        self.limits = limits
    }

    deinit { cvideo_close(handle) }

    /// Loads FFmpeg's libraries, for a process that will not be able to. Where they are not installed, each video says so.
    public static func prepare() {
        cvideo_load()
    }

    /// The next frame; nil at the end, and again from then on.
    /// - Throws: `noFrames` instead of a first end; `tooLong` at the first frame beyond the limits; `corrupt`, `tooLarge`. A
    ///   reader that has thrown throws the same again.
    public mutating func next() throws(VideoError) -> VideoFrame? {
        switch end {
        case .reached: return nil
        case .failed(let error): throw error
        case nil: break
        }
        do throws(VideoError) {
            let frame = try decoded()
            if frame == nil { end = .reached }
            return frame
        } catch {
            end = .failed(error)
            throw error
        }
    }

    private mutating func decoded() throws(VideoError) -> VideoFrame? {
        var stored = cvideo_frame()
        let status = cvideo_next(handle, &stored)
        if status == CVIDEO_END {
            guard frameCount > 0 else { throw .noFrames }
            return nil
        }
        try Self.check(status)
        let first = timeOfFirst ?? stored.time_in_milliseconds
        let time = stored.time_in_milliseconds - first
        guard frameCount < limits.maximumFrames, time <= limits.maximumDurationInMilliseconds else { throw .tooLong }
        timeOfFirst = first
        frameCount += 1
        return VideoFrame(image: try image(of: stored), timeInMilliseconds: time)
    }

    private func image(of frame: cvideo_frame) throws(VideoError) -> Image {
        let size = ImageSize(width: Int(frame.width), height: Int(frame.height))
        guard size.longestSide <= ImageSize.maximumSide else { throw .tooLarge }
        let capacity = size.width * size.height * 3
        var status = CVIDEO_FAILED
        let pixels = [UInt8](unsafeUninitializedCapacity: capacity) { target, initializedCount in
            status = cvideo_copy(handle, target.baseAddress, capacity)
            initializedCount = status == CVIDEO_OK ? capacity : 0
        }
        try Self.check(status)
        let image = Image(size: size, pixels: pixels).turned(clockwiseQuarterTurns: Int(frame.quarter_turns))
        return frame.is_mirrored != 0 ? image.mirrored() : image
    }

    private static func opened(_ bytes: [UInt8], _ limits: VideoLimits) throws(VideoError) -> OpaquePointer {
        guard bytes.count <= limits.maximumBytes else { throw .tooLarge }
        guard let container = VideoContainer(of: bytes) else { throw .notAVideo }
        var handle: OpaquePointer?
        try check(
            cvideo_open(
                bytes, bytes.count, container.code, Int64(limits.maximumPixelsPerFrame),
                Int64(limits.maximumPackets), &handle))
        guard let handle else { throw .corrupt }
        return handle
    }

    private static func check(_ status: cvideo_status) throws(VideoError) {
        switch status {
        case CVIDEO_OK: return
        case CVIDEO_NOT_A_VIDEO: throw .notAVideo
        case CVIDEO_UNSUPPORTED: throw .unsupported
        case CVIDEO_TOO_LARGE: throw .tooLarge
        case CVIDEO_TOO_LONG: throw .tooLong
        case CVIDEO_NO_FRAMES: throw .noFrames
        case CVIDEO_LIBRARY_MISSING: throw .libraryMissing
        // C enumerations are open: an unknown status is a failure, never a success.
        default: throw .corrupt
        }
    }
}
