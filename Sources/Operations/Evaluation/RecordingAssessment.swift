internal import FaceEngine
internal import Foundation
internal import LivenessScorer
internal import Tenancy
internal import Vision

/// Cuts recordings into packages and has the scorer assess each, as the server would.
///
/// The scorer runs anew for each level. What it measures of a frame follows from the level's limits (a frame that fails
/// them is not looked at further), so one measurement for all levels could give other decisions than the server's.
struct RecordingAssessment: Sendable {
    struct Assessed: Sendable {
        var results: [PresentationResult] = []
        var omissions: [LivenessReport.Omission] = []
    }

    let engine: FaceEngine
    let networks: TextureNetworks
    let levels: [LivenessLevel]
    let packageKinds: [PackageKind]
    let permitsStills: Bool
    let encoding: RecordedFrames.Encoding

    /// - Throws: where an engine fails; what a recording lacks is an omission.
    func results(of recording: LivenessMaterial.Recording) throws -> Assessed {
        var assessed = Assessed()
        let frames: [CapturedFrame]
        do {
            frames = try RecordedFrames(of: recording, as: encoding).frames
        } catch .video(.libraryMissing) {
            // Every video would be left out, and the figures be those of the stills.
            throw ConfigurationError(description: "FFmpeg's libraries, which decode videos, are not installed.")
        } catch {
            assessed.omissions.append(omission(recording, nil, error.word))
            return assessed
        }
        let reference = try recording.referencePath.map(template)
        for kind in packageKinds where kind.shape != nil {
            switch kind.packages(ofFramesAt: frames.map(\.timeInMilliseconds)) {
            case .failure(let shortfall):
                assessed.omissions.append(omission(recording, kind, shortfall.rawValue))
            case .success(let cuts):
                for cut in cuts {
                    let package = cut.frames.map { frames[$0] }
                    for level in levels {
                        assessed.results.append(
                            try result(of: package, cut, kind, level, recording.subject, reference: reference))
                    }
                }
            }
        }
        return assessed
    }

    private func result(
        of package: [CapturedFrame], _ cut: PackageCut, _ kind: PackageKind, _ level: LivenessLevel,
        _ subject: PresentationResult.Subject, reference: FaceTemplate?
    ) throws -> PresentationResult {
        let capture = FaceCapture(frames: package, level: level, permitsStills: permitsStills)
        let assessment = Result { () throws(LivenessError) in
            try LivenessScorer(engine: engine, networks: networks).assess(capture)
        }
        // A failing engine says nothing about a capture.
        if case .failure(let error) = assessment, error.isOfTheMachine { throw error }
        let score = try reference.flatMap { reference in
            try (try? assessment.get())?.template.map { try engine.compare($0, reference).value }
        }
        let span = (package.last?.timeInMilliseconds ?? 0) - (package.first?.timeInMilliseconds ?? 0)
        return PresentationResult(
            subject, packageKind: kind, level: level, startInMilliseconds: cut.startInMilliseconds,
            spanInMilliseconds: span, frames: package.count, assessment: assessment.map(\.evidence),
            referenceScore: score, hasReference: reference != nil)
    }

    /// As the portrait of a document is looked at.
    private func template(ofFile path: String) throws -> FaceTemplate {
        guard let bytes = FileManager.default.contents(atPath: path),
            let image = try? Image(decoding: [UInt8](bytes)),
            let face = try engine.faces(in: image, search: .thorough).largest
        else { throw ConfigurationError(description: "The reference \(path) shows no face that can be compared.") }
        return try engine.template(of: engine.mesh(of: face, in: image), in: image)
    }

    private func omission(
        _ recording: LivenessMaterial.Recording, _ kind: PackageKind?, _ reason: String
    ) -> LivenessReport.Omission {
        LivenessReport.Omission(
            set: recording.set, item: recording.subject.item, packageKind: kind, reason: reason)
    }
}

extension LivenessError {
    /// Whether it says nothing about what was sent.
    fileprivate var isOfTheMachine: Bool {
        switch self {
        case .engine, .comparison, .fusionDataIncomplete: true
        case .noFrames, .rotationInvalid, .frameTimesInvalid, .frameUnreadable, .frameSizesDiffer, .tooManyPixels:
            false
        }
    }
}
