internal import Foundation
internal import Vision

/// 478 points on a face: those of `FaceMesh`, with lids and lips that are far more exact, and ten on the irises.
struct DenseMesh: Sendable {
    static let pointCount = 478

    let points: [Point3]
    /// How sure the network is that it looked at a face: 0 to 1.
    let presence: Double

    /// The first 468 points, in the same numbering.
    var mesh: FaceMesh { FaceMesh(points: Array(points.prefix(FaceMesh.pointCount)), presence: presence) }

    func place(_ number: Int) -> Point { points[number].inImage }

    /// The turn of the face in the image: 0 where the eyes are level, growing clockwise as seen.
    var angle: Double {
        let across =
            place(FaceMesh.Landmark.leftEyeOuterCorner) - place(FaceMesh.Landmark.rightEyeOuterCorner)
        return atan2(across.y, across.x)
    }

    /// Turns the image so that the eyes are level.
    var level: AffineTransform { .rotation(byRadians: -angle, about: Point(x: 0, y: 0)) }

    /// Between the inner lips, over the distance of the eyes.
    var lipGap: Double {
        let eyes = mesh.rightEyeCenter.inImage.distance(to: mesh.leftEyeCenter.inImage)
        return eyes > 0 ? place(13).distance(to: place(14)) / eyes : 0
    }

    /// Looks where the points of a coarse mesh lie: straight from the detector's box lids would be less exact.
    /// - Returns: nil for a mesh without extent.
    static func found(
        around coarse: FaceMesh, in image: Image, by network: AttributeNetwork
    ) throws(FaceEngineError) -> DenseMesh? {
        let region = MeshRegion(around: coarse)
        guard let toSquare = region.transform(toSide: side), let back = toSquare.inverse else { return nil }
        let square = image.reducing(by: toSquare, to: ImageSize(width: side, height: side))
        let outputs = try network.outputs(of: square, encodedAs: encoding)
        guard outputs.count >= 2, outputs[0].count == pointCount * 3, let logit = outputs[1].first else {
            throw .unexpectedOutput(file: network.description.path)
        }
        let depthScale = region.sideInPixels / Double(side)
        let points = (0..<pointCount).map { index in
            let place = back.apply(Point(x: outputs[0][index * 3], y: outputs[0][index * 3 + 1]))
            return Point3(x: place.x, y: place.y, z: outputs[0][index * 3 + 2] * depthScale)
        }
        return DenseMesh(points: points, presence: 1 / (1 + exp(-min(max(logit, -100), 100))))
    }

    private static let side = 256
    private static let encoding = ImageEncoding(
        channelOrder: .rgb, layout: .nhwc, mean: [0, 0, 0], scale: [1 / 255, 1 / 255, 1 / 255])
}
