internal import Foundation
internal import Synchronization
internal import Vision

/// Measures every attribute on labelled images, from the decoded image to the value that is answered.
public struct AttributeEvaluation: Sendable {
    public let report: AttributeReport

    /// - Parameters:
    ///   - folder: of an `AttributeDataset`.
    ///   - progress: told the number of images done.
    public init(
        folder: String, by engine: AttributeEngine, with faces: FaceEngine, threads: Int,
        progress: @Sendable (Int) -> Void
    ) throws {
        let dataset = try AttributeDataset(folder: folder)
        let looks = AttributeLooks(dataset: dataset, engine: engine, faces: faces)
        var checks = AttributeChecks(dataset: dataset)
        // Each image is looked at once, whatever it is asked for.
        let wanted = checks.samples
        let found = try inParallel(wanted.count, threads: threads, progress: progress) { index in
            try looks.measurements(of: wanted[index])
        }
        checks.measured = Dictionary(zip(wanted, found), uniquingKeysWith: { first, _ in first })
        report = AttributeReport(
            models: engine.versions(of: Set(FaceAttribute.allCases), by: .full), rows: checks.rows,
            skipped: checks.skipped)
    }
}

/// An image, and how it is made ready: detectors pass over what is very small or fills its image.
struct AttributeSample: Hashable, Sendable {
    let file: String
    var turnInDegrees = 0.0

    /// Of the longer side.
    var border: Double {
        file.hasPrefix("../") || file.hasPrefix("celeba-half/") || file.hasPrefix("glasses/") || file.hasPrefix("eyes/")
            ? 0 : 0.2
    }

    var leastSide: Int {
        switch file.split(separator: "/").first {
        case "celeba-half": 218
        case "fer": 144
        case "smile64": 128
        default: 0
        }
    }
}

/// Looks at one image as the server would.
private struct AttributeLooks: Sendable {
    let dataset: AttributeDataset
    let engine: AttributeEngine
    let faces: FaceEngine

    /// Nil where no face is found.
    func measurements(of sample: AttributeSample) throws -> AttributeMeasurements? {
        guard let data = FileManager.default.contents(atPath: "\(dataset.folder)/\(sample.file)") else { return nil }
        let image = ready(
            try Image(decoding: [UInt8](data), limits: ImageLimits(minimumSide: 16)).reduced(toLongestSide: 640), sample
        )
        guard let face = try faces.faces(in: image).largest else { return nil }
        return try engine.measurements(
            of: face, in: image, parts: Set(AttributeMeasurements.Part.allCases), with: faces)
    }

    private func ready(_ image: Image, _ sample: AttributeSample) -> Image {
        var image = image
        if image.size.longestSide < sample.leastSide {
            let scale = Double(sample.leastSide) / Double(image.size.longestSide)
            image = image.resized(
                to: ImageSize(
                    width: Int(Double(image.size.width) * scale), height: Int(Double(image.size.height) * scale)))
        }
        let edge = (Double(image.size.longestSide) * sample.border).rounded()
        if edge > 0 {
            image = image.warped(
                by: .translation(x: edge, y: edge),
                to: ImageSize(width: image.size.width + 2 * Int(edge), height: image.size.height + 2 * Int(edge)))
        }
        guard sample.turnInDegrees != 0 else { return image }
        return image.warped(
            by: .rotation(byRadians: sample.turnInDegrees * .pi / 180, about: image.bounds.center), to: image.size)
    }
}
