internal import Foundation
internal import FaceEngine
internal import Vision

/// The portrait of a passport page, cut from a photograph as a photographer would: eyes level, the head about three
/// quarters of the height (ICAO 9303-3 §3.9).
struct PassportPortrait: Sendable {
    /// 420 × 540 pixels, 7 : 9.
    let image: Image

    init(from photograph: Image, engine: FaceEngine) throws(DemoMaterialError) {
        let face = try FaceInPhotograph(in: photograph, engine: engine)
        let size = ImageSize(width: 420, height: 540)
        let (right, left) = (face.mesh.rightEyeCenter, face.mesh.leftEyeCenter)
        let chin = face.mesh.place(FaceMesh.Landmark.chin)
        // The mesh ends at the hair line; hair and crown take about another quarter of that height.
        let upwards = (face.mesh.place(FaceMesh.Landmark.forehead) - chin) * 1.25
        let headCentre = chin + upwards * 0.5
        let scale = 0.74 * Double(size.height) / max(upwards.distance(to: Point(x: 0, y: 0)), 1)

        let source = scale < 1 ? photograph.blurred(sigma: 0.4 / scale) : photograph
        let transform = AffineTransform.rotation(
            byRadians: -atan2(left.y - right.y, left.x - right.x), scale: scale, about: headCentre
        )
        .then(
            .translation(
                x: 0.5 * Double(size.width) - headCentre.x, y: 0.49 * Double(size.height) - headCentre.y))
        image = source.warped(by: transform, to: size, border: .replicated)
    }
}
