internal import CVideo

/// What a video from outside may measure. The size of the file is checked before it is opened, the rest frame by frame while
/// it is decoded, because a header may say anything.
public struct VideoLimits: Equatable, Sendable {
    /// The greatest length of the file.
    public let maximumBytes: Int
    /// The latest time of a frame, counted from the first.
    public let maximumDurationInMilliseconds: Double
    public let maximumFrames: Int
    /// The greatest product of width and height.
    public let maximumPixelsPerFrame: Int

    /// No limit is above these, whatever is asked for: 1 GiB, an hour, 100,000 frames, 4096 × 2304 pixels. None is below 1
    /// byte, 0 milliseconds, 1 frame, 1 pixel; a duration that is not a number is 0.
    public init(
        maximumBytes: Int, maximumDurationInMilliseconds: Double, maximumFrames: Int, maximumPixelsPerFrame: Int
    ) {
        self.maximumBytes = min(max(maximumBytes, 1), 1 << 30)
        self.maximumDurationInMilliseconds =
            maximumDurationInMilliseconds > 0 ? min(maximumDurationInMilliseconds, 3_600_000) : 0
        self.maximumFrames = min(max(maximumFrames, 1), 100_000)
        self.maximumPixelsPerFrame = min(max(maximumPixelsPerFrame, 1), Int(CVIDEO_MAXIMUM_PIXELS))
    }

    /// For a file that an operator chose: 256 MiB, ten minutes, full size.
    public static let evaluation = VideoLimits(
        maximumBytes: 256 << 20, maximumDurationInMilliseconds: 600_000, maximumFrames: 36_000,
        maximumPixelsPerFrame: Int(CVIDEO_MAXIMUM_PIXELS))

    /// For the video of a face package: 1.5 MB, 8 seconds at up to 60 frames each, full HD.
    public static let package = VideoLimits(
        maximumBytes: 1_500_000, maximumDurationInMilliseconds: 8000, maximumFrames: 481,
        maximumPixelsPerFrame: 1920 * 1080)

    /// Sound, subtitles and frames that are not shown come between the frames: about two packets of sound for a frame of
    /// video is what recorders write.
    var maximumPackets: Int { 1024 + 8 * maximumFrames }
}
