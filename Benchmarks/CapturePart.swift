import DemoMaterial
import FaceEngine
import LivenessScorer
import Vision

/// What the liveness check of frames of 640 × 480 pixels costs beyond decoding, detection and mesh, without and, where
/// it is installed, with the pack `pad`: one core, no server, no descriptor, because the captures are refused as what they are, computed.
struct CapturePart: Part {
    /// Of each kind.
    var captures = 40

    static let smallest = CapturePart(captures: 1)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let models = ModelFolder(path: Material.models)
        let engine = try FaceEngine(models: models, workers: 1)
        var networks = [try TextureNetworks(models: models, workers: 1, packs: [.liveness])]
        let all = try TextureNetworks(models: models, workers: 1)
        if all.identities.count > networks[0].identities.count { networks.append(all) }
        let head = try RenderedHead(
            photograph: Material.photograph("obama.jpg"), engine: engine, size: ImageSize(width: 640, height: 480))
        var rows: [Row] = []
        for (count, duration, goals) in [
            (3, 66.0, [Goal.threeFrames, .threeFramesWithPack]),
            (15, 2000.0, [Goal.fifteenFrames, .fifteenFramesWithPack]),
        ] {
            let frames = try head.frames(HeadMotion(frameCount: count, durationInMilliseconds: duration)).map {
                CapturedFrame(bytes: $0.bytes, timeInMilliseconds: $0.timeInMilliseconds)
            }
            let scorers = networks.map { LivenessScorer(engine: engine, networks: $0) }
            // In turns, so that all have the same machine.
            var (base, checks) = (Times(), scorers.map { _ in Times() })
            for _ in 0..<captures {
                try base.time { try Self.base(frames, engine) }
                for (index, scorer) in scorers.enumerated() {
                    _ = try checks[index].time { try scorer.assess(FaceCapture(frames: frames)) }
                }
            }
            let alone = base.percentile(0.5)
            for (index, times) in checks.enumerated() {
                rows.append(
                    Row(
                        "\(count) frames\(index == 0 ? "" : " with pad"): beyond decoding and mesh, p50",
                        times.percentile(0.5) - alone, .milliseconds, limit: alone, goal: goals[index]))
            }
        }
        return rows
    }

    private static func base(_ frames: [CapturedFrame], _ engine: FaceEngine) throws {
        let passes = frames.count < 4 ? CaptureKind.stills.meshPasses : CaptureKind.movement.meshPasses
        for frame in frames {
            let image = try FrameImage(decoding: frame.bytes, size: ImageSize(width: 640, height: 480)).image
            guard let face = try engine.faces(in: image).largest else { continue }
            _ = try engine.mesh(of: face, in: image, passes: passes)
        }
    }
}
