internal import FaceEngine
internal import Foundation
internal import Vision

/// What is measured of a whole capture. Each feature is computed once, when something first asks for it, over the frames in
/// their order, so that equal captures give equal bits whatever the thread schedule.
///
/// Belongs to the thread that assesses the capture. What costs most, the networks, runs on the threads of `runner`.
final class CaptureFeatures {
    let engine: FaceEngine
    let networks: TextureNetworks
    let thresholds: LivenessThresholds
    let frames: [MeasuredFrame]
    private let runner: FrameRunner

    /// The usable frames, in order, without those that repeat the bytes of an earlier one: of many, some that are evenly
    /// spread.
    let distinctUsable: [Int]
    /// What cues look at: a network and a flow for each frame of a long capture would take seconds and say no more.
    static let maximumFrames = 15
    /// The same, best first.
    private(set) lazy var ranking = ranked(distinctUsable)
    /// How the face moves over the distinct usable frames; nil if they are too few or a mesh has no extent.
    private(set) lazy var movement = FaceMovement(of: distinctUsable, in: self)
    /// How the face's appearance changes over them; nil if too few lie near one pose.
    private(set) lazy var denseMotion = DenseMotion(of: distinctUsable, in: self)

    private var templates: [Int: FaceTemplate] = [:]

    /// - Parameter preferred: the frames that the cues look at; nil for all.
    init(
        of frames: [MeasuredFrame], engine: FaceEngine, networks: TextureNetworks, thresholds: LivenessThresholds,
        among preferred: [Int]? = nil, _ runner: FrameRunner
    ) {
        self.engine = engine
        self.networks = networks
        self.thresholds = thresholds
        self.frames = frames
        self.runner = runner
        let usable = frames.indices.filter { frames[$0].isUsable && frames[$0].evidence.repeatsFrame == nil }
        distinctUsable = usable.filter { preferred?.contains($0) ?? true }
            .thinned(to: Self.maximumFrames, keeping: [])
    }

    /// The templates that frames are compared by, at least of the given frames. They are not made with a frame's other
    /// measurements, so that one network runs on all frames before the next one does and its weights stay in the processor's
    /// cache.
    func frameTemplates(of chosen: [Int]) throws(LivenessError) -> [Int: FaceTemplate] {
        let missing = chosen.filter { templates[$0] == nil }.compactMap { index in
            frames[index].face?.aligned.map { (index: index, aligned: $0) }
        }
        let made: [FaceTemplate]
        do {
            made = try runner.results(of: missing.count) { [engine] position throws(FaceEngineError) in
                try engine.frameTemplate(of: missing[position].aligned)
            }
        } catch {
            throw .engine(error)
        }
        for (position, template) in made.enumerated() { templates[missing[position].index] = template }
        return templates
    }

    /// What networks say of the distinct usable frames, one network after the other.
    /// - Parameter isMeant: which networks.
    /// - Returns: nil where none of them is installed, or there is nothing to look at.
    func texture(
        throughNetworks isMeant: (TextureNetwork) -> Bool
    ) throws(LivenessError) -> TextureReading? {
        let meant = networks.all.indices.filter { isMeant(networks.all[$0]) }
        let seen = distinctUsable.filter { frame in meant.allSatisfy { frames[frame].face?.crops[$0] != nil } }
        var logits: [[Double]] = []
        for index in meant {
            let crops = seen.compactMap { frames[$0].face?.crops[index] }
            do {
                logits.append(
                    try runner.results(of: crops.count) {
                        [network = networks.all[index]] look throws(FaceEngineError) in
                        try network.logit(of: crops[look])
                    })
            } catch {
                throw .engine(error)
            }
        }
        return TextureReading(frames: seen, ofNetworks: logits)
    }

    /// The template of a capture of the given frames, best first; nil of none.
    func template(of chosen: [Int]) throws(LivenessError) -> FaceTemplate? {
        let templates = try frameTemplates(of: chosen)
        guard let face = chosen.first.flatMap({ frames[$0].face }), var best = face.aligned else { return nil }
        do {
            if let image = face.image { best = try engine.alignedAgain(face.mesh, in: image) }
            return try engine.template(ofCapture: chosen.compactMap { templates[$0] }, best: best)
        } catch {
            throw .engine(error)
        }
    }

    private func ranked(_ usable: [Int]) -> [Int] {
        let seen = usable.filter { frames[$0].face != nil }
        return FrameRanking.bestFirst(seen.compactMap { frames[$0].face?.measurements }).map { seen[$0] }
    }
}
