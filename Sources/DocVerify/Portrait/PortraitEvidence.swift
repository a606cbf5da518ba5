package import FaceEngine
package import Vision

/// How the portrait was found, so that its template can be regenerated from the kept image. Stored as
///
///     {"box":{"height","width","x","y"},"clockwiseQuarterTurns","faceCount","image","measurements":{…},
///      "model":{"digest","name"}}
package struct PortraitEvidence: Codable, Equatable, Sendable {
    package let imageIndex: Int
    /// By how many quarter turns clockwise the image was turned before faces were searched.
    package let clockwiseQuarterTurns: Int
    /// In pixels of the turned image.
    package let box: ImageRectangle
    package let measurements: FaceMeasurements
    /// How many faces the image shows; ghost images count.
    package let faceCount: Int
    package let model: ModelIdentity

    private enum CodingKeys: String, CodingKey {
        case imageIndex = "image"
        case clockwiseQuarterTurns, box, measurements, faceCount, model
    }
}
