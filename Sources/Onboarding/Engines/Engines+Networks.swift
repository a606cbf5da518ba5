internal import DocVerify
internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import OnboardingStorage
package import Tenancy
internal import Vision

extension Engines {
    /// The engines with the networks that are installed. Takes a second or two: networks are compiled or brought back.
    /// - Throws: a sentence for the operator where the models are not there or compute other numbers than they should.
    package init(_ configuration: ServerConfiguration, workers: Int) throws {
        let modelFolder = configuration.modelFolder
        let faceEngine = LoadingThread {
            ThreadPriority.yieldToOthers()
            return Result { try ModelCheck.faceEngine(modelFolder: modelFolder, workers: workers) }
        }
        let sourceLoading = LoadingThread {
            ThreadPriority.yieldToOthers()
            return Result { try DocumentSources.load(models: ModelCheck.folder(modelFolder), workers: workers) }
        }
        let textureLoading = LoadingThread {
            ThreadPriority.yieldToOthers()
            return Result { try ModelCheck.textureNetworks(modelFolder: modelFolder, workers: workers) }
        }
        let sources = sourceLoading.value
        let texture = textureLoading.value
        let faces = try faceEngine.value.get()
        let (networks, versions) = (
            try texture.get(), try EngineVersions(of: faces, modelLock: configuration.modelLock)
        )
        self.init(
            faces: faces, texture: networks,
            documents: DocumentReader(sources: try sources.get(), faceEngine: faces), versions: versions)
        let attributes = try ModelCheck.attributeEngine(modelFolder: modelFolder, workers: workers)
        if let attributes {
            let estimator = AttributeEstimator(faces: faces, engine: attributes)
            estimateAge = { image, turns in try estimator.age(in: image, clockwiseQuarterTurns: turns) }
            estimateAttributes = { question in try estimator.finding(for: question) }
        }
        fit = ComparisonFit(calibration: faces.calibration, distributions: faces.distributions)
        inUse = ModelsInUse(
            faces: faces, texture: networks, versions: versions, modelFolder: modelFolder,
            attributes: attributes?.identities ?? [])
    }

    private init(
        faces: FaceEngine, texture: TextureNetworks, documents: DocumentReader, versions: EngineVersions
    ) {
        let liveness = LivenessScorer(engine: faces, networks: texture)
        self.init(
            assessFace: { capture, runner in try liveness.assess(capture, frames: runner) },
            framesOfVideo: { [video = VideoProcess(program: OwnProgram.url)] in try video.frames(of: $0, atMost: $1) },
            guideCapture: { preview, enlargement, runner in
                try liveness.guide(preview, enlargement: enlargement, frames: runner)
            },
            readDocument: { images, today in try documents.read(images, today: today) },
            faceInImage: { [still = StillFaces(faces: faces)] image in
                do {
                    return try still.comparable(in: image)
                } catch let error as ImageError {
                    throw DocumentError.image(error, index: 0)
                }
            },
            compare: { first, second in try faces.compare(first, second) },
            comparePhotographs: { page, images in
                let portraits = try documents.photographs(of: page.portrait, image: page.image)
                let comparisons: [PhotographComparison]
                switch images {
                case .capture(let evidence, let frames):
                    comparisons = try liveness.comparePhotographs(portraits, evidence: evidence, frames: frames)
                case .image(let bytes):
                    let face = try documents.photograph(in: bytes).map { [(number: 0, face: $0)] }
                    comparisons = portraits.map { faces.comparePhotographs($0, frames: face ?? []) }
                }
                guard let portrait = comparisons.first else { throw StorageError.evidenceUnreadable }
                return PhotographComparisons(portrait: portrait, others: Array(comparisons.dropFirst()))
            },
            showFace: { face in
                let shown =
                    switch face {
                    case .frame(let bytes, let index, let evidence):
                        try liveness.shownFace(inFrame: bytes, index, of: evidence)
                    case .portrait(let page): try documents.shownPortrait(of: page.portrait, image: page.image)
                    }
                return try shown?.jpeg(quality: 92)
            },
            regenerateFace: { evidence, frames in try liveness.template(regeneratedFrom: evidence, frames: frames) },
            regeneratePortrait: { evidence, image in
                try documents.portrait(regeneratedFrom: evidence, image: image)?.template
            },
            descriptor: faces.descriptor, templatePartLengths: faces.partLengths, versions: versions,
            misses: faces.misses,
            leastMatchThreshold: faces.leastMatchThreshold,
            searchThreshold: { [calibration = faces.calibration] in calibration.searchThreshold(gallery: $0) },
            similarity: { [calibration = faces.calibration] in calibration.similarity(atScore: $0) },
            stillFace: { [still = StillFaces(faces: faces)] in try still.finding(in: $0) })
    }
}

extension FaceEngine {
    /// What the descriptor misses, for the operator who chose it.
    fileprivate var misses: String {
        guard let measured else { return "not measured" }
        func percent(_ share: Double) -> String { String(format: "%.1f", share * 100) }
        let model = calibration.model == descriptor.name ? "" : " (measured with \(calibration.model))"
        return
            "\(percent(measured.falseNonMatchRate)) % [\(percent(measured.low)), \(percent(measured.high))] of mated "
            + "pairs at a false match rate of \(measured.falseMatchRate)\(model), "
            + "see docs/measurements/"
    }
}
