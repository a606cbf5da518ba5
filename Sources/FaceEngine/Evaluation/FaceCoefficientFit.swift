internal import Foundation
internal import Vision

/// Fits `FaceCoefficientMedians` to portraits that may be used for it: each image and its mirror image count, so that
/// coefficients of odd horizontal frequency have the median 0.
public struct FaceCoefficientFit: Sendable {
    /// In the order of `LowFrequencies.coefficients`.
    private let medians: [Float]
    private let images: Int

    /// Official portraits and studio portraits whose terms permit it (the data set's README).
    static func isFitted(_ sample: FaceDataset.Sample) -> Bool {
        sample.file.hasPrefix("congress-single/") || sample.file.hasPrefix("london/")
    }

    public init(to dataset: FaceDataset, by engine: FaceEngine) throws {
        var faces: [[Float]] = []
        for sample in dataset.samples where Self.isFitted(sample) {
            guard let image = ReplayEvaluation.image(ofFile: dataset.folder + "/" + sample.file),
                let face = try engine.faces(in: image).largest
            else { continue }
            let mesh = try engine.mesh(of: face, in: image)

            if let coefficients = FrameCode.faceCoefficients(
                at: FacePlace(of: mesh, isNumberedMirrored: false), in: image.grey)
            {
                faces.append(coefficients)
            }
        }
        guard !faces.isEmpty else { throw FaceDataset.ReadingError.unreadable(file: dataset.folder) }
        images = faces.count
        medians = (0..<Code256.bitCount).map { index in
            guard LowFrequencies.horizontalFrequency(of: index).isMultiple(of: 2) else { return 0 }
            let sorted = faces.map { $0[index] }.sorted()
            return sorted[sorted.count / 2]
        }
    }

    /// The file `Sources/FaceEngine/ReplayCodes/FaceCoefficientMedians.swift`.
    /// - Parameter madeBy: the command line, for the record.
    public func source(madeBy: String) -> String {
        let rows = stride(from: 0, to: medians.count, by: 8).map { start in
            "        "
                + medians[start..<start + 8].map { $0 == 0 ? "0," : String(format: "%.5f,", $0) }.joined(separator: " ")
        }
        return """
            /// The population's median of each coefficient that `FrameCode.face` is made of, in the order of
            /// `LowFrequencies.coefficients`; 0 for odd horizontal frequencies. Fitted to \(images) portraits by
            ///
            ///     \(madeBy)
            enum FaceCoefficientMedians {
                static let values: [Float] = [
            \(rows.joined(separator: "\n"))
                ]
            }

            """
    }
}
