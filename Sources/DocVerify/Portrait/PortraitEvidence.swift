package import FaceEngine
package import Vision

/// How the portrait was found, so that its template can be regenerated from the kept image. Stored as
///
///     {"box":{"height","width","x","y"},"clockwiseQuarterTurns","faceCount","faces":[{…}],"image","measurements":{…},
///      "model":{"digest","name"}}
///
/// with `faces` as `DetectedFace`; it is absent in records of before faces were compared as photographs.
package struct PortraitEvidence: Codable, Equatable, Sendable {
    package let imageIndex: Int
    /// By how many quarter turns clockwise the image was turned before faces were searched.
    package let clockwiseQuarterTurns: Int
    /// In pixels of the turned image.
    package let box: ImageRectangle
    package let measurements: FaceMeasurements
    /// How many faces the image shows; ghost images count.
    package let faceCount: Int
    /// The portrait as it was detected, then the other upright faces of the image, the largest first: ghost images repeat the
    /// portrait's photograph. In pixels of the turned image.
    package let faces: [DetectedFace]?
    package let model: ModelIdentity

    private enum CodingKeys: String, CodingKey {
        case imageIndex = "image"
        case clockwiseQuarterTurns, box, measurements, faceCount, faces, model
    }
}
