import DemoMaterial
import FaceEngine
import LivenessScorer
import TestSupport
import Testing
import Vision

@testable import AttackMaterial

/// One source of each kind from the fetched photographs, in frames of a quarter of the usual pixels, made once.
enum SharedMaterial {
    static let engine = Result { try FaceEngine(models: ModelFolder(path: Material.models), workers: 2) }

    static func source(_ needs: AttackNeeds) throws -> AttackSource {
        guard let source = try sources.get()[needs] else { throw AttackError.sourceDoesNotFit }
        return source
    }

    private static let size = ImageSize(width: 240, height: 320)

    private static let sources = Result { () throws -> [AttackNeeds: AttackSource] in
        let engine = try Self.engine.get()
        let photograph = try Image(decoding: Material.photograph("obama.jpg"))
        let other = try Image(decoding: Material.photograph("obama2.jpg"))
        let first = try AttackStill(photograph: photograph, engine: engine, size: size)
        let second = try AttackStill(photograph: other, engine: engine, size: size)
        // In place of a recording: a head that turns for four seconds.
        let head = try RenderedHead(
            photograph: Image(decoding: Material.photograph("biden.jpg")), engine: engine, size: size)
        let frames = try head.frames(
            HeadMotion(amplitudeInDegrees: 12, frameCount: 40, durationInMilliseconds: 4000)
        ).map { AttackClip.Frame(image: try Image(decoding: $0.bytes), timeInMilliseconds: $0.timeInMilliseconds) }
        let clip = try #require(AttackClip(frames: frames))
        return [
            .still: .still(first), .twoStills: .twoStills(first, second), .clip: .clip(clip),
            .documentPortrait: .documentPortrait(
                try DocumentPortrait(page: photograph, engine: engine, size: size)),
            .stillAndClip: .stillAndClip(first, try MovingHead(clip: clip, engine: engine)),
        ]
    }
}
