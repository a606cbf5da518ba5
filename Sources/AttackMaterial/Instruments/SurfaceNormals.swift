internal import DemoMaterial
internal import Vision

/// Which way each pixel of a still's surface faces, for a lamp that stays where it is while the head turns.
struct SurfaceNormals: Sendable {
    /// x right, y down, z away from the camera, of length 1; rows top to bottom.
    private let normals: [SIMD3<Float>]
    private let size: ImageSize
    private let softness: Double

    /// Towards the lamp: from the upper left, before the face.
    private static let lamp = SIMD3<Float>(-0.503, -0.503, -0.704)
    /// The share of the light that comes from everywhere.
    private static let ambient: Float = 0.45

    init(of depth: DepthField) {
        size = depth.height.size
        softness = 0.015 * depth.faceWidth
        normals = depth.normals
    }

    /// How much brighter each pixel of the still becomes when the head takes a pose.
    /// - Parameter weight: 1 where the head turns, 0 where nothing does.
    func gain(turnedBy pose: RigidPose, over weight: FloatPlane) -> FloatPlane {
        let rows = pose.rotation.map { SIMD3<Float>($0) }
        var gain = FloatPlane(size: size, repeating: 1)
        for index in normals.indices where weight.values[index] > 0 {
            let normal = normals[index]
            let turned = SIMD3((rows[0] * normal).sum(), (rows[1] * normal).sum(), (rows[2] * normal).sum())
            let ratio = Self.light(on: turned) / Self.light(on: normal)
            gain.values[index] = 1 + (min(max(ratio, 0.55), 1.6) - 1) * weight.values[index]
        }
        return gain.blurred(sigma: softness)
    }

    private static func light(on normal: SIMD3<Float>) -> Float {
        ambient + (1 - ambient) * max(0, (normal * lamp).sum())
    }
}
