internal import ChildProcess
internal import DemoMaterial
internal import Foundation
internal import Vision

/// The program `ffmpeg`, which plays the part of a virtual camera's codec.
public struct VideoProgram: Sendable {
    enum Codec: Sendable {
        /// As a phone's or a conference's camera sends.
        case h264
        /// As a browser's real-time connection sends.
        case vp8

        fileprivate var arguments: [String] {
            switch self {
            case .h264: ["-c:v", "libx264", "-preset", "veryfast", "-crf", "27", "-pix_fmt", "yuv420p"]
            case .vp8:
                ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "4", "-b:v", "250k", "-pix_fmt", "yuv420p"]
            }
        }
    }

    private let path: String

    /// nil where the program is not installed.
    public init?() {
        guard let path = FrameFiles.program(named: "ffmpeg") else { return nil }
        self.path = path
    }

    /// The images after they went through a codec as one video at 6.5 frames a second. One thread and no dates, so that
    /// the same images give the same result with one version of the program. Odd sides lose a row or column, because
    /// these codecs have even ones.
    /// - Throws: `.videoProgramFailed`.
    func coded(_ given: [Image], by codec: Codec) throws(AttackError) -> [Image] {
        let images = given.map(\.even)
        guard let size = images.first?.size, images.allSatisfy({ $0.size == size }) else { throw .videoProgramFailed }
        let folder = NSTemporaryDirectory() + "/onboarding-attack-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let frames = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", "\(size.width)x\(size.height)", "-r", "6.5"]
        let quiet = ["-nostdin", "-v", "error", "-y", "-threads", "1"]
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(images.flatMap(\.pixels)).write(to: URL(fileURLWithPath: folder + "/played"))
            try run(
                quiet + frames + ["-i", folder + "/played"] + codec.arguments
                    + ["-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", folder + "/coded.mkv"])
            try run(
                quiet + [
                    "-i", folder + "/coded.mkv", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "bgr24",
                ]
                    + [folder + "/seen"])
            let seen = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/seen")))
            let length = size.width * size.height * 3
            guard seen.count == length * images.count else { throw AttackError.videoProgramFailed }
            return images.indices.map { Image(size: size, pixels: Array(seen[($0 * length)..<(($0 + 1) * length)])) }
        } catch {
            throw .videoProgramFailed
        }
    }

    private func run(_ arguments: [String]) throws {
        guard try ChildProcess.run(path, arguments) == .exit(0) else { throw AttackError.videoProgramFailed }
    }
}

extension Image {
    fileprivate var even: Image {
        cropped(
            to: ImageRectangle(
                x: 0, y: 0, width: Double(size.width - size.width % 2), height: Double(size.height - size.height % 2)))
    }
}
