internal import Foundation

/// How a head is turned, with the signs of the guide: yaw positive = the nose points to the left in the image, pitch positive =
/// looks up, roll positive = turned counter-clockwise in the image. Yaw and pitch have the signs opposite to `HeadRotation`.
public struct HeadOrientation: Equatable, Sendable {
    public let yawInDegrees: Double
    public let pitchInDegrees: Double
    public let rollInDegrees: Double

    package init(yawInDegrees: Double, pitchInDegrees: Double, rollInDegrees: Double) {
        self.yawInDegrees = yawInDegrees
        self.pitchInDegrees = pitchInDegrees
        self.rollInDegrees = rollInDegrees
    }

    /// The face looks along the axis perpendicular to the line of the eyes and the line from forehead to chin.
    init(of mesh: DenseMesh) {
        func unit(_ vector: Point3) -> Point3 {
            vector.length > 1e-9 ? vector * (1 / vector.length) : Point3(x: 1, y: 0, z: 0)
        }
        let across = unit(
            mesh.points[FaceMesh.Landmark.leftEyeOuterCorner] - mesh.points[FaceMesh.Landmark.rightEyeOuterCorner])
        let raw = mesh.points[FaceMesh.Landmark.chin] - mesh.points[FaceMesh.Landmark.forehead]
        let down = unit(raw - across * raw.dot(across))
        let back = across.cross(down)
        yawInDegrees = angleInDegrees(y: back.x, x: back.z)
        pitchInDegrees = asin(min(1, max(-1, back.y))) * 180 / .pi + Self.pitchOfLevelHead
        rollInDegrees = -angleInDegrees(y: across.y, x: across.x)
    }

    /// A head that looks straight ahead has its forehead behind its chin by so much.
    private static let pitchOfLevelHead = 2.6
}
