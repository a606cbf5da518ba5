package import Foundation
internal import OnboardingCore
internal import Video

/// Decodes videos of packages in a process of their own, because they come from strangers and so do the decoders' mistakes:
/// `onboarding decode-video`, with no keys, no files, no environment, and limits on time and memory (decision 0073).
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

    /// The process's own part: reads a video from standard input, writes so many frames to standard output.
    /// - Returns: the status to exit with.
    package static func decode(from input: FileHandle, to output: FileHandle, atMost count: Int) -> Int32 {
        guard limitItself(), (1...Limit.activeFrames.value).contains(count) else { return 1 }
        let limits = VideoLimits.package
        do {
            var video = Data()
            while let part = try input.read(upToCount: 1 << 20), !part.isEmpty {
                video += part
                guard video.count <= limits.maximumBytes else { throw VideoError.tooLarge }
            }
            let frames = try VideoFrames(decoding: Array(video), limits: limits, atMost: count)
            try output.write(contentsOf: Data(frames.bytes))
            return 0
        } catch let error as VideoError {
            return exit(of: error)
        } catch {
            return 1
        }
    }

    /// Nothing open that the server had open, no more memory than frames of full HD take, no more time than anybody waits, no
    /// file written, no dump of what it holds.
    private static func limitItself() -> Bool {
        closefrom(STDERR_FILENO + 1)
        guard chdir("/") == 0 else { return false }
        let limits: [(__rlimit_resource, UInt)] = [
            (RLIMIT_AS, 4 << 30), (RLIMIT_CPU, UInt(Limit.videoDecoding.value)), (RLIMIT_FSIZE, 0), (RLIMIT_CORE, 0),
            (RLIMIT_NOFILE, 64),
        ]
        return limits.allSatisfy { resource, value in
            var limit = rlimit(rlim_cur: value, rlim_max: value)
            return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
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
