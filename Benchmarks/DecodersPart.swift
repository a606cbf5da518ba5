import Foundation
import Onboarding
import Tenancy
import Vision

/// What it costs that images are decoded in another process, beside the same images here, and whether memory grows with their
/// number.
struct DecodersPart: Part {
    var frames = 10_000
    var pages = 60

    static let smallest = DecodersPart(frames: 20, pages: 2)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let frame = try Material.loaded.get().threeFrames[0].data.bytes
        let page = try Material.photograph("obama.jpg").resized(to: ImageSize(width: 4000, height: 3000)).jpeg(
            quality: 90)
        let program = URL(fileURLWithPath: Installation.root + "/.build/release/onboarding")
        let decoders = ImageDecoders(program: program, keeping: 1)
        guard decoders.start() else { throw Unexpected("no decoder") }
        var rows: [Row] = []
        for (what, file, count, goal) in [
            ("640 × 480 frame", frame, frames / 10, Goal.decodedFrame),
            ("12-megapixel page", page, pages, .decodedPage),
        ] {
            var (here, there) = (Times(), Times())
            for _ in 0..<count {
                _ = try here.time { try Image(decoding: file, by: .inThisProcess) }
                _ = try there.time { try Image(decoding: file, by: decoders.decoder) }
            }
            let (own, other) = (here.percentile(0.5), there.percentile(0.5))
            rows += [
                Row("\(what), in another process, p50", other, .milliseconds, limit: own),
                Row("\(what): more than in this one", other - own, .milliseconds, goal: goal),
            ]
        }
        var resident: [Double] = []
        for part in 1...10 {
            for _ in 0..<(frames / 10) { _ = try Image(decoding: frame, by: decoders.decoder) }
            if part == 1 || part == 10 { resident.append(Self.residentMegabytes) }
        }
        rows.append(
            Row(
                "resident with the decoder after \(frames) frames, beside \(frames / 10)", resident[1], .mebibytes,
                limit: resident[0], goal: .memoryGrowth))
        return rows
    }

    /// Of this process and what it has started, pages in common counted for each.
    private static var residentMegabytes: Double {
        let own = ProcessInfo.processInfo.processIdentifier
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(own)/task")) ?? []
        let children = threads.flatMap { thread in
            ((try? String(contentsOfFile: "/proc/\(own)/task/\(thread)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").map(String.init)
        }
        let pages = (children + ["\(own)"]).compactMap { process in
            (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8))?
                .split(separator: " ").dropFirst().first.flatMap { Double($0) }
        }
        return pages.reduce(0, +) * 4096 / 1_048_576
    }
}
