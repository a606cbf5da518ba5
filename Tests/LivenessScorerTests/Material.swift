import DemoMaterial
import FaceEngine
import Foundation
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

/// What the tests of whole captures share. Made once: loading networks and rendering heads takes seconds.
enum Shared {
    static let scorer = Result {
        let models = ModelFolder(path: Material.models)
        return LivenessScorer(
            engine: try FaceEngine(models: models, workers: 2),
            networks: try TextureNetworks(models: models, workers: 2))
    }

    static let photograph = Result { try Image(decoding: Material.photograph("obama.jpg")) }

    /// A head that turns to 15° on both sides.
    static let turningHead = Result {
        try RenderedHead(photograph: photograph.get(), engine: scorer.get().engine)
            .frames(HeadMotion(amplitudeInDegrees: 15, frameCount: 12)).map(CapturedFrame.init)
    }

    /// The same head of another person.
    static let otherHead = Result {
        let photograph = try Image(decoding: Material.photograph("biden.jpg"))
        return try RenderedHead(photograph: photograph, engine: scorer.get().engine)
            .frames(HeadMotion(amplitudeInDegrees: 15, frameCount: 12)).map(CapturedFrame.init)
    }

    /// A print turned to 25° on both sides.
    static let tiltedPrint = Result {
        try PrintedPhotograph(photograph: photograph.get(), engine: scorer.get().engine)
            .frames(PrintMotion(tiltInDegrees: 25, frameCount: 12)).map(CapturedFrame.init)
    }
}

extension FaceCapture {
    /// A capture that is declared to be what the frames of the demonstration are.
    init(
        rendered frames: [CapturedFrame], clockwiseRotationInDegrees: Int = 0, level: LivenessLevel = .balanced,
        hasTimes: Bool = true, permitsStills: Bool = false
    ) {
        self.init(
            frames: frames, clockwiseRotationInDegrees: clockwiseRotationInDegrees, level: level, hasTimes: hasTimes,
            permitsStills: permitsStills, source: .rendered)
    }
}

extension CapturedFrame {
    init(_ frame: DemoFrame) {
        self.init(bytes: frame.bytes, timeInMilliseconds: frame.timeInMilliseconds)
    }

    /// The same moment with its image changed.
    func with(_ change: (Image) -> Image) throws -> CapturedFrame {
        var changed = self
        changed.bytes = try change(Image(decoding: bytes)).jpeg(quality: 90)
        return changed
    }
}

extension LivenessCue {
    /// The cue with its limits at the default level.
    static func balanced() throws -> Self {
        try Self(#require(LivenessThresholds(for: .balanced).cues.first { $0.cue == name }))
    }
}

extension CueResult {
    /// The reason of the result; `everyCuePassed` where it found a bona fide presentation.
    var word: LivenessReason {
        switch self {
        case .measured(_, .bonaFide, _): .everyCuePassed
        case .measured(_, .attack(let reason), _), .measured(_, .unclear(let reason), _), .abstained(let reason): reason
        }
    }
}

extension LivenessEvidence {
    /// What the given cue found, in one word.
    func word(of cue: String) -> LivenessReason? { cues.first { $0.cue == cue }?.result.word }
}

/// The same image several times, 200 ms apart.
func repeated(_ bytes: [UInt8], times: Int, interval: Double = 200) -> [CapturedFrame] {
    (0..<times).map { CapturedFrame(bytes: bytes, timeInMilliseconds: Double($0) * interval) }
}

extension Image {
    /// Two images of one height beside each other.
    func beside(_ other: Image) -> Image {
        let height = min(size.height, other.size.height)
        var rows: [UInt8] = []
        for row in 0..<height {
            for image in [self, other] {
                let length = image.size.width * 3
                rows += image.pixels[(row * length)..<((row + 1) * length)]
            }
        }
        return Image(size: ImageSize(width: size.width + other.size.width, height: height), pixels: rows)
    }

    /// Each pixel as bright as `light` makes it at its column and row.
    func lit(by light: (_ x: Double, _ y: Double) -> Double) -> Image {
        var lit = pixels
        for row in 0..<size.height {
            for column in 0..<size.width {
                let share = light(Double(column), Double(row))
                for channel in 0..<3 {
                    let index = (row * size.width + column) * 3 + channel
                    lit[index] = UInt8(min(max(Double(lit[index]) * share, 0), 255))
                }
            }
        }
        return Image(size: size, pixels: lit)
    }

    /// Each value through a straight line.
    func toned(gain: Double, offset: Double) -> Image {
        Image(size: size, pixels: pixels.map { UInt8(min(max(Double($0) * gain + offset, 0), 255)) })
    }
}
