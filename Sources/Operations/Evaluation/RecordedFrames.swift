internal import Foundation
internal import LivenessScorer
internal import Video
internal import Vision

/// The frames of a recording as a client would send them: JPEG files of at most a given size, with their times.
struct RecordedFrames: Sendable {
    struct Encoding: Equatable, Sendable {
        /// In pixels. Larger frames are reduced to it.
        var longestSide: Int
        /// Whether smaller frames are enlarged to it. That adds pixels and no detail.
        var enlarges: Bool
        /// 1 to 100.
        var jpegQuality: Int
        /// Of folders of frames whose list states no rate.
        var framesPerSecond: Double
    }

    /// Why a recording has no frames. Written into reports, so each word is stable.
    enum Failure: Error, Equatable, Sendable {
        case fileUnreadable
        case noFrames
        case image(ImageError)
        case video(VideoError)

        var word: String {
            switch self {
            case .fileUnreadable: "fileUnreadable"
            case .noFrames: "noFrames"
            case .image(let error): error.rawValue
            case .video(let error): error.rawValue
            }
        }
    }

    let frames: [CapturedFrame]

    init(of recording: LivenessMaterial.Recording, as encoding: Encoding) throws(Failure) {
        switch recording.item.kind {
        case .still:
            frames = [try Self.frame(ofFile: recording.path, at: 0, encoding)]
        case .frames:
            let files = FrameFolder.files(in: recording.path)
            guard !files.isEmpty else { throw .noFrames }
            let interval = 1000 / (recording.item.framesPerSecond ?? encoding.framesPerSecond)
            var frames: [CapturedFrame] = []
            for (index, file) in files.enumerated() {
                frames.append(try Self.frame(ofFile: file, at: Double(index) * interval, encoding))
            }
            self.frames = frames
        case .video:
            frames = try Self.frames(ofVideo: recording.path, encoding)
        }
    }

    private static func frames(ofVideo path: String, _ encoding: Encoding) throws(Failure) -> [CapturedFrame] {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw .fileUnreadable }
        var frames: [CapturedFrame] = []
        do {
            var reader = try VideoReader(bytes: [UInt8](bytes), limits: .evaluation)
            // Encoded one by one: decoded frames of a minute would fill the memory.
            while let frame = try reader.next() {
                frames.append(
                    CapturedFrame(
                        bytes: try encoded(frame.image, encoding), timeInMilliseconds: frame.timeInMilliseconds))
            }
        } catch let error as VideoError {
            throw .video(error)
        } catch let error as ImageError {
            throw .image(error)
        } catch {
            throw .fileUnreadable
        }
        return frames
    }

    private static func frame(ofFile path: String, at time: Double, _ encoding: Encoding) throws(Failure)
        -> CapturedFrame
    {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw .fileUnreadable }
        do {
            let image = try Image(decoding: [UInt8](bytes))
            return CapturedFrame(bytes: try encoded(image, encoding), timeInMilliseconds: time)
        } catch {
            throw .image(error)
        }
    }

    private static func encoded(_ image: Image, _ encoding: Encoding) throws(ImageError) -> [UInt8] {
        var size = image.size
        if encoding.enlarges, size.longestSide < encoding.longestSide {
            let scale = Double(encoding.longestSide) / Double(size.longestSide)
            size = ImageSize(
                width: max(1, Int((Double(size.width) * scale).rounded())),
                height: max(1, Int((Double(size.height) * scale).rounded())))
        }
        return try image.resized(to: size).reduced(toLongestSide: encoding.longestSide)
            .jpeg(quality: encoding.jpegQuality)
    }
}

/// A folder with one image a frame, in the order of their names.
enum FrameFolder {
    static let endings: Set = ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif"]

    static func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter {
            !$0.hasPrefix(".") && endings.contains(URL(fileURLWithPath: $0).pathExtension.lowercased())
        }
        // Numbers in names count as numbers: frame2 comes before frame10.
        .sorted { $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending }
        .map { folder + "/" + $0 }
    }
}
