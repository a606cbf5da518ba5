import ArgumentParser
import DemoMaterial
import FaceEngine
import Foundation
import LivenessScorer
import Vision

/// What the liveness check costs beyond decoding, detection and mesh: one core, no server, no descriptor, because the
/// captures are refused as what they are, computed.
struct CaptureBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "The liveness check of 3 and of 15 frames of 640 × 480 pixels, without and with the pack pad.")

    @Option(help: "Captures of each kind.")
    var captures = 40

    /// What a capture of so many frames may cost, in milliseconds, without and with the pack.
    private static let goals = [3: (25.0, 60.0), 15: (150.0, 350.0)]

    func run() async throws {
        let models = ModelFolder(path: FaceMaterial.models)
        let engine = try FaceEngine(models: models, workers: 1)
        let own = try TextureNetworks(models: models, workers: 1, packs: [.liveness])
        let both = try TextureNetworks(models: models, workers: 1)
        print("networks: \(both.identities.map(\.name).joined(separator: ", "))")
        let photograph = try Image(decoding: Fixtures(folder: FaceMaterial.root + "/fixtures").bytes(of: "obama.jpg"))
        let head = try RenderedHead(photograph: photograph, engine: engine, size: ImageSize(width: 640, height: 480))
        for (count, duration) in [(3, 66.0), (15, 2000.0)] {
            let frames = try head.frames(HeadMotion(frameCount: count, durationInMilliseconds: duration)).map {
                CapturedFrame(bytes: $0.bytes, timeInMilliseconds: $0.timeInMilliseconds)
            }
            let scorers = [
                LivenessScorer(engine: engine, networks: own), LivenessScorer(engine: engine, networks: both),
            ]
            // In turns, so that all have the same machine.
            var (base, checks) = (Times(), [Times(), Times()])
            for _ in 0..<captures {
                base.add(try await timed { try Self.base(frames, engine) }.seconds)
                for (index, scorer) in scorers.enumerated() {
                    checks[index].add(try await timed { _ = try scorer.assess(FaceCapture(frames: frames)) }.seconds)
                }
            }
            let alone = base.percentile(0.5)
            let beyond = checks.map { $0.percentile(0.5) - alone }
            let goal = Self.goals[count] ?? (.nan, .nan)
            print(
                "\(count) frames: decoding, detection and mesh \(alone.milliseconds); beyond them \(beyond[0].milliseconds) "
                    + "(goal \(goal.0.milliseconds)), with pad \(beyond[1].milliseconds) (goal \(goal.1.milliseconds))")
        }
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
