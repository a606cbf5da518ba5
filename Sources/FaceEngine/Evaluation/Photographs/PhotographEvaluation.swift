internal import Foundation
internal import Vision

/// The measurement behind `onboarding eval reuse`: photographs on documents against captures that show another photograph of
/// the same person, and against captures that show that very photograph in motion.
///
/// Both sides are made here from the photographs of a data set, as `PortraitCopy` and `AnimatedPortrait` say. Nothing is
/// fitted: the thresholds are those in force.
public struct PhotographEvaluation: Sendable {
    /// The half of the people that is reported on. Choices about how photographs are compared were made with the first.
    public enum Half: String, Sendable, CaseIterable {
        case first, second, both
    }

    /// A portrait on a document and the frames of a capture.
    struct Trial: Sendable {
        let group: String
        let identity: String
        let seed: UInt64
        let material: Material
    }

    enum Material: Sendable {
        /// Numbers of two photographs of one person; the second as the camera's frame.
        case twoPhotographs(portrait: Int, frame: Int, PortraitCopy)
        case reuse(AnimatedReuse)
    }

    /// A portrait that is cut from a document's image and animated.
    struct AnimatedReuse: Sendable {
        let photograph: Int
        let height: Int
        let origin: Origin
        let shape: AnimatedPortrait.Shape
        let pose: Pose
    }

    /// What the attacker's cut and the document's image have in common.
    enum Origin: String, CaseIterable, Sendable {
        /// Both are copies of one file.
        case same = "file"
        /// The cut is from a file, the document's image from a print of it.
        case printed = "file, document printed"
        /// Two photographs of the printed page.
        case twicePrinted = "print"
    }

    /// How near the capture comes to the portrait's own pose, and what else is done to it.
    enum Pose: String, CaseIterable, Sendable {
        /// A turn from side to side with frames every three degrees about the middle.
        case turn = "a turn through the portrait's pose"
        case threeDegrees = "no nearer than 3°"
        case fiveDegrees = "no nearer than 5°"
        case tenDegrees = "no nearer than 10°"
        case mirrored = "the turn mirrored"
        /// As far as a capture may be blurred.
        case blurred = "the turn blurred"
    }

    struct TrialResult: Sendable {
        let trial: Trial
        /// Nil where a photograph shows no face.
        let comparison: PhotographComparison?
        /// Of two photographs: the same without a limit to the angle between them.
        let inAnyPose: PhotographComparison?
    }

    let dataset: FaceDataset
    let engine: FaceEngine
    let results: [TrialResult]
    let millisecondsPerFrame: Double
    let millisecondsPerDescriptor: Double

    /// - Parameters:
    ///   - threads: how many trials are worked on at a time; the engine needs as many workers.
    ///   - progress: told the number of trials done and of all.
    public init(
        of dataset: FaceDataset, by engine: FaceEngine, half: Half, threads: Int,
        progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws(FaceEngineError) {
        self.dataset = dataset
        self.engine = engine
        let isFirst = dataset.fittingHalf(seed: FaceEvaluation.splitSeed)
        let trials = Self.trials(of: dataset) { half == .both || isFirst[$0] == (half == .first) }
        results = try inParallel(trials.count, threads: threads, progress: { progress($0, trials.count) }) {
            index throws(FaceEngineError) in
            try Self.result(of: trials[index], dataset: dataset, engine: engine)
        }
        (millisecondsPerFrame, millisecondsPerDescriptor) = try Self.times(of: dataset, by: engine)
    }
}

extension PhotographEvaluation {
    /// Sets whose people were photographed twice in one sitting: neutral and smiling.
    private static let sittings = ["london"]

    /// - Parameter isWanted: asked with the number of a sample.
    static func trials(of dataset: FaceDataset, where isWanted: (Int) -> Bool) -> [Trial] {
        var trials: [Trial] = []
        var seeds = SplitMix64(state: FaceEvaluation.splitSeed)
        func add(_ group: String, _ identity: String, _ material: Material) {
            trials.append(Trial(group: group, identity: identity, seed: seeds.next(), material: material))
        }
        let portraits = Set(dataset.portraitPairs.map(\.portrait))
        let byIdentity = Dictionary(grouping: dataset.samples.indices) { dataset.samples[$0].identity }
            .sorted { $0.key < $1.key }
        var number = 0
        for (identity, samples) in byIdentity where isWanted(samples[0]) {
            let set = dataset.samples[samples[0]].set
            let isSitting = sittings.contains(set)
            let press = samples.filter { !portraits.contains($0) }
            for portrait in press {
                for frame in press where frame != portrait && (isSitting || frame > portrait) {
                    let copies = isSitting ? PortraitCopy.all : [PortraitCopy.all[number % PortraitCopy.all.count]]
                    for copy in copies {
                        add(
                            isSitting ? "two photographs of one sitting" : "two press photographs", identity,
                            .twoPhotographs(portrait: portrait, frame: frame, copy))
                    }
                    number += 1
                }
            }
        }
        for pair in dataset.portraitPairs where isWanted(pair.portrait) {
            for copy in PortraitCopy.all {
                add(
                    "portrait and press photograph", dataset.samples[pair.portrait].identity,
                    .twoPhotographs(portrait: pair.portrait, frame: pair.everyday, copy))
            }
        }
        for (identity, samples) in byIdentity where isWanted(samples[0]) {
            let set = dataset.samples[samples[0]].set
            guard sittings.contains(set) || portraits.contains(samples[0]) || samples.count == 1 && set == "congress"
            else { continue }
            // Small photographs have no large portraits in them.
            for height in PortraitCopy.heights where sittings.contains(set) || height < 200 {
                for origin in Origin.allCases {
                    number += 1
                    // The turn always, of the other poses the next one.
                    let others = Pose.allCases.filter { $0 != .turn }
                    for pose in [.turn, others[number % others.count]] {
                        let shapes = AnimatedPortrait.Shape.allCases
                        let shape = shapes[Int(seeds.next() % UInt64(shapes.count))]
                        add(
                            "reuse of a \(height) px portrait: \(origin.rawValue)", identity,
                            .reuse(
                                AnimatedReuse(
                                    photograph: samples[0], height: height, origin: origin, shape: shape, pose: pose)))
                    }
                }
            }
        }
        return trials
    }

    private static func result(
        of trial: Trial, dataset: FaceDataset, engine: FaceEngine
    ) throws(FaceEngineError) -> TrialResult {
        let noFace = TrialResult(trial: trial, comparison: nil, inAnyPose: nil)
        var randomness = SplitMix64(state: trial.seed)
        func photograph(_ number: Int) throws(FaceEngineError) -> (image: Image, mesh: FaceMesh)? {
            // Some of the images are smaller than what the server takes.
            guard let data = FileManager.default.contents(atPath: dataset.folder + "/" + dataset.samples[number].file),
                let image = try? Image(decoding: [UInt8](data), limits: ImageLimits(minimumSide: 32)),
                let mesh = try mesh(in: image, engine)
            else { return nil }
            return (image, mesh)
        }
        switch trial.material {
        case .twoPhotographs(let portrait, let frame, let copy):
            guard let portrait = try photograph(portrait), let frame = try photograph(frame) else { return noFace }
            let document = try engine.photographedPortrait(
                in: copy.made(from: portrait.image, of: portrait.mesh, &randomness))
            let faces = try faces(in: [frame.image.asCameraFrame(of: frame.mesh, &randomness)], engine)
            return TrialResult(
                trial: trial, comparison: PhotographComparison(of: document, frames: faces),
                inAnyPose: PhotographComparison(of: document, frames: faces, thresholds: .inAnyPose))
        case .reuse(let reuse):
            guard let photograph = try photograph(reuse.photograph) else { return noFace }
            let scan = PortraitCopy(height: reuse.height, process: .scanned)
            let print = PortraitCopy(height: reuse.height, process: .printed)
            let cut = (reuse.origin == .twicePrinted ? print : scan)
                .made(from: photograph.image, of: photograph.mesh, &randomness)
            guard let mesh = try mesh(in: cut, engine) else { return noFace }
            let document =
                reuse.origin == .same
                ? cut.resized(to: ImageSize(width: cut.size.width * 9 / 10, height: cut.size.height * 9 / 10))
                    .throughJPEG(quality: 72)
                : print.made(from: photograph.image, of: photograph.mesh, &randomness)
            let animated = AnimatedPortrait(of: cut, mesh, shape: reuse.shape)
            let frames = reuse.pose.turns(&randomness).map { turn in
                reuse.pose.disguised(
                    animated.frame(yawInDegrees: turn.yaw, pitchInDegrees: turn.pitch, &randomness))
            }
            return TrialResult(
                trial: trial,
                comparison: engine.comparePhotographs(
                    try engine.photographedPortrait(in: document), frames: try faces(in: frames, engine)),
                inAnyPose: nil)
        }
    }

    private static func mesh(in image: Image, _ engine: FaceEngine) throws(FaceEngineError) -> FaceMesh? {
        guard let face = try engine.faces(in: image, search: .thorough).largest else { return nil }
        return try engine.mesh(of: face, in: image)
    }

    private static func faces(in frames: [Image], _ engine: FaceEngine) throws(FaceEngineError)
        -> [(number: Int, face: PhotographedFace)]
    {
        var faces: [(number: Int, face: PhotographedFace)] = []
        for (number, frame) in frames.enumerated() {
            if let face = try engine.photographedFace(inFrame: frame) { faces.append((number, face)) }
        }
        return faces
    }

    /// Means over the first portraits, one at a time: several at a time wait for each other.
    private static func times(of dataset: FaceDataset, by engine: FaceEngine) throws(FaceEngineError)
        -> (comparison: Double, descriptor: Double)
    {
        var (comparison, descriptor, count) = (Duration.zero, Duration.zero, 0.0)
        for sample in dataset.samples.prefix(50) {
            guard let data = FileManager.default.contents(atPath: dataset.folder + "/" + sample.file),
                let image = try? Image(decoding: [UInt8](data), limits: ImageLimits(minimumSide: 32)),
                let portrait = try engine.photographedPortrait(in: image), let mesh = try mesh(in: image, engine),
                let face = PhotographedFace(mesh, in: image)
            else { continue }
            let begin = ContinuousClock.now
            _ = engine.comparePhotographs(portrait, frames: [(0, face)])
            let middle = ContinuousClock.now
            _ = try engine.template(of: mesh, in: image)
            comparison += begin.duration(to: middle)
            descriptor += middle.duration(to: .now)
            count += 1
        }
        return (comparison / .milliseconds(1) / max(count, 1), descriptor / .milliseconds(1) / max(count, 1))
    }
}

extension PhotographEvaluation.Pose {
    /// How the head is turned in the frames, in degrees.
    fileprivate func turns(_ randomness: inout SplitMix64) -> [(yaw: Double, pitch: Double)] {
        let distance: Double
        switch self {
        case .turn, .mirrored, .blurred:
            let offset = randomness.uniform(in: -1.5...1.5)
            return stride(from: -9.0, through: 9, by: 3).map { ($0 + offset, randomness.uniform(in: -1...1)) }
        case .threeDegrees: distance = 3
        case .fiveDegrees: distance = 5
        case .tenDegrees: distance = 10
        }
        let direction = randomness.uniform(in: 0...(2 * .pi))
        return [(distance * cos(direction), distance * sin(direction))]
    }
    fileprivate func disguised(_ frame: Image) -> Image {
        switch self {
        case .turn, .threeDegrees, .fiveDegrees, .tenDegrees: frame
        case .mirrored: frame.mirrored()
        case .blurred: frame.blurred(sigma: 5)
        }
    }
}

extension PhotographThresholds {
    /// Those in force, whatever the angle between portrait and frame.
    fileprivate static let inAnyPose = PhotographThresholds(
        certainRigidWeakest: standard.certainRigidWeakest, suspectRigid: standard.suspectRigid,
        suspectMesh: standard.suspectMesh, leastFaceWidthInPixels: standard.leastFaceWidthInPixels,
        greatestAngleInDegrees: 180, mostFrames: standard.mostFrames)
}
