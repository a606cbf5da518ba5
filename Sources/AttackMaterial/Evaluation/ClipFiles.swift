internal import Foundation
internal import Video

/// Folders of recordings of living people, and manifests that say which recordings are.
enum ClipFiles {
    private struct Manifest: Decodable {
        struct Item: Decodable {
            let file: String
            let kind: String
            let label: String
            let subject: String
        }

        let items: [Item]
    }

    /// An attack takes no more of a clip than this.
    private static let durationInMilliseconds = 8000.0
    /// Between the frames that are kept: a virtual camera plays no more than 25 a second.
    private static let intervalInMilliseconds = 39.0

    /// - Parameter path: a folder of videos; or a manifest, of which the videos of living people are taken.
    static func clips(at path: String) throws(InjectionMaterialError) -> [(person: String, file: String)] {
        guard path.hasSuffix(".json") else {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw .unreadable(path)
            }
            let videos = names.filter { name in
                ["mp4", "mov", "webm", "mkv", "mpg", "avi", "gif"].contains(
                    (name as NSString).pathExtension.lowercased())
            }
            guard !videos.isEmpty else { throw .unreadable(path) }
            return videos.sorted().map { ($0, path + "/" + $0) }
        }
        guard let bytes = FileManager.default.contents(atPath: path),
            let manifest = try? JSONDecoder().decode(Manifest.self, from: bytes)
        else { throw .unreadable(path) }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let living = manifest.items.filter { $0.kind == "video" && ["live", "bona-fide"].contains($0.label) }
        return living.map { ($0.subject, folder + "/" + $0.file) }
    }

    /// The first seconds of a video, at most 25 frames a second.
    /// - Throws: `.sourceUnreadable`.
    static func clip(at path: String) throws(AttackError) -> AttackClip {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw .sourceUnreadable }
        var frames: [AttackClip.Frame] = []
        do {
            var reader = try VideoReader(bytes: [UInt8](bytes), limits: .evaluation)
            while let frame = try reader.next(), frame.timeInMilliseconds <= durationInMilliseconds {
                if let last = frames.last, frame.timeInMilliseconds - last.timeInMilliseconds < intervalInMilliseconds {
                    continue
                }
                frames.append(
                    AttackClip.Frame(
                        image: frame.image.reduced(toLongestSide: AttackClip.longestSide),
                        timeInMilliseconds: frame.timeInMilliseconds))
            }
        } catch {
            throw .sourceUnreadable
        }
        guard let clip = AttackClip(frames: frames) else { throw .sourceUnreadable }
        return clip
    }
}
