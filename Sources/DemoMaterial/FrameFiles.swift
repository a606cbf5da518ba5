internal import ChildProcess
internal import Foundation
internal import Vision

/// A user's own capture for the demo: a folder of images or a video, made into the frames of one package.
public struct FrameFiles: Sendable {
    /// A package holds no more.
    public static let maximumFrameCount = 15
    /// Between the frames, milliseconds.
    public static let interval = 200.0

    /// Together, in bytes: in a sealed package base64 makes four thirds of it twice, and the package may be 8 MiB.
    private static let maximumBytesTogether = 4 << 20
    private static let longestSideWhenReduced = 960

    public let frames: [DemoFrame]

    /// Frames 200 ms apart from what lies at `path`: of a folder its JPEG and PNG files in the order of their names,
    /// evenly thinned to 15; of a video its first three seconds through the program `ffmpeg`.
    ///
    /// The bytes of a folder's files are kept as they are unless they are too many for one package; then all are
    /// reduced alike.
    ///
    /// - Throws: `.fileUnreadable`, `.noFrames`, `.videoProgramMissing`, `.videoUnreadable`, `.imageUnreadable`.
    public init(at path: String) throws(DemoMaterialError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .fileUnreadable(path) }
        let images = isFolder.boolValue ? try Self.images(inFolder: path) : try Self.images(ofVideo: path)
        guard !images.isEmpty else { throw .noFrames(path) }
        frames = images.enumerated().map { index, bytes in
            DemoFrame(bytes: bytes, timeInMilliseconds: Double(index) * Self.interval)
        }
    }

    private static func images(inFolder path: String) throws(DemoMaterialError) -> [[UInt8]] {
        let names = try names(inFolder: path)
        guard !names.isEmpty else { throw .noFrames(path) }
        let count = min(names.count, maximumFrameCount)
        var images: [[UInt8]] = []
        for index in 0..<count {
            // The first and the last are always among them.
            let chosen = count == 1 ? 0 : index * (names.count - 1) / (count - 1)
            images.append(try read(path + "/" + names[chosen]))
        }
        guard images.reduce(0, { $0 + $1.count }) > maximumBytesTogether else { return images }
        var reduced: [[UInt8]] = []
        for (index, bytes) in images.enumerated() {
            reduced.append(try Self.reduced(bytes, name: names[index * (names.count - 1) / max(count - 1, 1)]))
        }
        return reduced
    }

    private static func names(inFolder path: String) throws(DemoMaterialError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
                .filter {
                    !$0.hasPrefix(".") && ["jpg", "jpeg", "png"].contains(($0 as NSString).pathExtension.lowercased())
                }
                // Numbers in names count as numbers: frame2 comes before frame10.
                .sorted { $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending }
        } catch {
            throw .fileUnreadable(path)
        }
    }

    private static func read(_ path: String) throws(DemoMaterialError) -> [UInt8] {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw .fileUnreadable(path) }
        return [UInt8](bytes)
    }

    private static func reduced(_ bytes: [UInt8], name: String) throws(DemoMaterialError) -> [UInt8] {
        guard let image = try? Image(decoding: bytes, atLeast: longestSideWhenReduced) else {
            throw .imageUnreadable(file: name)
        }
        return try image.reduced(toLongestSide: longestSideWhenReduced).demoJPEG()
    }

    /// Runs `ffmpeg` on the video, which turns it upright by itself, and reads the JPEG files that it writes.
    private static func images(ofVideo path: String) throws(DemoMaterialError) -> [[UInt8]] {
        guard let program = program(named: "ffmpeg") else { throw .videoProgramMissing }
        let folder = NSTemporaryDirectory() + "/onboarding-frames-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .fileUnreadable(folder)
        }
        let side = longestSideWhenReduced
        let arguments = [
            "-nostdin", "-v", "error",
            // A file is a file: no playlist or address in it makes the program open anything else.
            "-protocol_whitelist", "file", "-i", "file:" + path, "-t", "3", "-an", "-sn",
            "-vf",
            "fps=\(Int(1000 / interval)),scale='min(\(side),iw)':'min(\(side),ih)':force_original_aspect_ratio=decrease",
            "-frames:v", String(maximumFrameCount), "-pix_fmt", "yuvj420p", "-q:v", "2", folder + "/frame%02d.jpg",
        ]
        let ending: ChildProcess.Ending
        do {
            ending = try ChildProcess.run(program, arguments)
        } catch {
            throw .videoProgramMissing
        }
        guard ending == .exit(0) else { throw .videoUnreadable(path) }
        var images: [[UInt8]] = []
        for name in try names(inFolder: folder) { images.append(try read(folder + "/" + name)) }
        return images
    }

    /// The path of a program that is installed.
    public static func program(named name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
            .split(separator: ":")
            .map { $0 + "/" + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
