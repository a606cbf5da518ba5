internal import Confinement
package import Foundation
internal import OnboardingCore
internal import Tenancy
internal import Video
internal import Vision

/// Decodes videos of packages in a process of their own, because they come from strangers and so do the decoders' mistakes:
/// `onboarding decode-video`, with no keys, no files, no environment, and limits on time and memory (decision 0119).
package struct VideoProcess: Sendable {
    /// The executable `onboarding`.
    let program: URL
    private let patienceInSeconds: Int

    package init(program: URL, patienceInSeconds: Int = Limit.videoDecoding.value) {
        self.program = program
        self.patienceInSeconds = patienceInSeconds
    }

    /// The frames that a video is judged by. Blocks the thread; call it from an engine worker.
    /// - Throws: what is wrong with the video; `corrupt` also where the process crashed, took too long or said what it may not.
    func frames(of video: [UInt8], atMost count: Int = Limit.frames.value) throws(VideoError) -> VideoFrames {
        let end = ContinuousClock.now + .seconds(patienceInSeconds)
        guard let process = ConfinedProcess(program: program.path, arguments: [Self.command, String(count)])
        else { throw .corrupt }
        let answer = PipeExchange(
            to: process.input, from: process.output, atMost: Self.greatestAnswer, end: end
        ).run(sending: video)
        // One that says too much, or takes too long, is not listened to.
        let status = process.finish(by: answer == nil ? .now : end)
        guard let answer, let status else { throw .corrupt }
        if let error = Self.error(ofExit: status) { throw error }
        guard status == 0, let frames = VideoFrames(bytes: answer, atMost: count) else { throw .corrupt }
        return frames
    }

    /// Frames as large as a package may have, in JPEG.
    private static let greatestAnswer = 48 << 20

    package static let command = "decode-video"

    /// The process's own part: reads a video from standard input, writes so many frames to standard output. On the main thread,
    /// before there is another.
    /// - Returns: the status to exit with.
    package static func decode(atMost count: Int) -> Int32 {
        guard (1...Limit.activeFrames.value).contains(count), confineItself() else { return 1 }
        let limits = VideoLimits.package
        do throws(VideoError) {
            guard let video = ConfinedStream.standardInput.readToEnd(atMost: limits.maximumBytes) else {
                throw VideoError.tooLarge
            }
            let frames = try VideoFrames(decoding: video, limits: limits, atMost: count)
            return ConfinedStream.standardOutput.write(frames.bytes) ? 0 : 1
        } catch {
            return exit(of: error)
        }
    }

    /// No more memory than frames of full HD take, and no more time than anybody waits.
    private static func confineItself() -> Bool {
        do throws(Confinement.Failed) {
            try Confinement.limit(memory: 4 << 30, seconds: Limit.videoDecoding.value, closingFrom: STDERR_FILENO + 1)
            // What both libraries load or ask for the first time, they do now.
            VideoReader.prepare()
            guard
                (try? Image(size: ImageSize(width: 16, height: 16), blue: 0, green: 0, red: 0).jpeg(quality: 90)) != nil
            else { return false }
            try Confinement.close()
            return true
        } catch {
            return false
        }
    }

    /// Statuses from 64 on are those of `VideoError`, in its order.
    private static func exit(of error: VideoError) -> Int32 {
        64 + Int32(VideoError.allCases.firstIndex(of: error) ?? 0)
    }

    private static func error(ofExit status: Int32) -> VideoError? {
        let index = Int(status) - 64
        return VideoError.allCases.indices.contains(index) ? VideoError.allCases[index] : nil
    }
}

extension VideoError {
    /// - Parameters:
    ///   - member: that holds the video.
    ///   - bytes: the video, to say what it is where it is not taken.
    func refusal(of member: String, _ bytes: [UInt8]) -> Refusal {
        Refusal(
            refusalReason, message: refusalReason == .videoUnreadable ? ForeignFormat.sentenceOnVideo(bytes) : nil,
            details: RefusalDetails(member: member))
    }

    /// What a client is told of it.
    var refusalReason: RefusalReason {
        switch self {
        case .notAVideo, .unsupported, .corrupt, .noFrames: .videoUnreadable
        case .tooLarge: .videoTooLarge
        case .tooLong: .videoTooLong
        case .libraryMissing: .internalError
        }
    }
}
