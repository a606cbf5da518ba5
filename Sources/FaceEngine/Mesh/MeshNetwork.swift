internal import Foundation
internal import Vision

/// MediaPipe's face mesh: a square of 192 pixels, red first, v/255; 468 × (x, y, z) in pixels of the square, and a logit.
struct MeshNetwork: Sendable {
    static let file = "face-mesh/face_landmark.tflite"
    static let side = 192

    private static let encoding = ImageEncoding(
        channelOrder: .rgb, layout: .nhwc, mean: [0, 0, 0], scale: [1 / 255, 1 / 255, 1 / 255])

    let network: Network

    init(models: ModelFolder, workers: Int) throws(FaceEngineError) {
        network = try Network.loaded(Self.file, from: models, workers: workers)
    }

    /// - Parameter isMirrored: whether the network looks at the mirrored square; the points lie in `image` all the same, each
    ///   numbered as that of the other side.
    func mesh(in region: MeshRegion, of image: Image, isMirrored: Bool = false) throws(FaceEngineError) -> FaceMesh? {
        guard let toSquare = region.transform(toSide: Self.side), let back = toSquare.inverse else { return nil }
        let square = image.reducing(by: toSquare, to: ImageSize(width: Self.side, height: Self.side))
        let outputs = try network.outputs(of: isMirrored ? square.mirrored() : square, encodedAs: Self.encoding)
        guard outputs.count == 2, outputs[0].values.count == FaceMesh.pointCount * 3, outputs[1].values.count == 1
        else { throw .unexpectedOutput(file: Self.file) }
        let numbers = outputs[0].values
        let depthScale = region.sideInPixels / Double(Self.side)
        let points = (0..<FaceMesh.pointCount).map { index in
            let x = Double(numbers[index * 3])
            let place = back.apply(
                Point(x: isMirrored ? Double(Self.side - 1) - x : x, y: Double(numbers[index * 3 + 1])))
            return Point3(x: place.x, y: place.y, z: Double(numbers[index * 3 + 2]) * depthScale)
        }
        let logit = Double(outputs[1].values[0])
        return FaceMesh(points: points, presence: 1 / (1 + exp(-min(max(logit, -100), 100))))
    }
}
