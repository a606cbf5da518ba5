internal import Foundation
internal import Vision

/// How a head is turned, in degrees, with the signs of ISO/IEC 19794-5: yaw positive = the person looks to their
/// left (to the right in an unmirrored image), pitch positive = looks down, roll positive = tilts to their right
/// shoulder (the top of the head moves left in the image).
public struct HeadRotation: Codable, Equatable, Sendable {
    public let yawInDegrees: Double
    public let pitchInDegrees: Double
    public let rollInDegrees: Double

    /// From the three axes of a head (unit vectors, mutually perpendicular): towards the person's left, down, and out of
    /// the back of the head, in the coordinates of `Point3`. A frontal head has the unit axes.
    ///
    /// The rotation is taken apart as roll in the image plane after pitch after yaw.
    init(left: Point3, down: Point3, back: Point3) {
        // The face looks along −back. Turned to the person's left it looks towards growing x.
        yawInDegrees = angleInDegrees(y: -back.x, x: back.z)
        pitchInDegrees = angleInDegrees(y: -back.y, x: (back.x * back.x + back.z * back.z).squareRoot())
        // Undo yaw and pitch: what the left axis then shows is the turn in the image plane.
        let horizontal = Point3(x: back.z, y: 0, z: -back.x)
        let length = horizontal.length
        guard length > 1e-9 else {
            rollInDegrees = angleInDegrees(y: -left.y, x: left.x)
            return
        }
        let levelLeft = horizontal * (1 / length)
        let levelDown = back.cross(levelLeft)
        rollInDegrees = -angleInDegrees(y: left.dot(levelDown), x: left.dot(levelLeft))
    }
}

func angleInDegrees(y: Double, x: Double) -> Double {
    atan2(y, x) * 180 / .pi
}

extension FaceMesh {
    /// How the head is turned towards the camera.
    ///
    /// The axis to the left is the mean direction of eight pairs of mirrored points, the axis down runs from the top of the
    /// forehead to the chin, made perpendicular to it. Sixty neutral studio portraits give yaw −0.5 ± 2.0° and pitch
    /// 0.4 ± 5.3°; a smile adds 3.5° of pitch, a camera at arm's length some 5°.
    public var rotation: HeadRotation {
        let across = Self.mirroredPairs.map { points[$0.left] - points[$0.right] }
        let left = Self.unit(across.reduce(Point3(x: 0, y: 0, z: 0), +))
        let rawDown = points[Landmark.chin] - points[Landmark.forehead]
        let down = Self.unit(rawDown - left * rawDown.dot(left))
        return HeadRotation(left: left, down: down, back: left.cross(down))
    }

    /// From the right side of the face to the left in the image: the sum over eight pairs of mirrored points.
    var directionToLeft: Point {
        Self.mirroredPairs.reduce(Point(x: 0, y: 0)) { $0 + (place($1.left) - place($1.right)) }
    }

    private static let mirroredPairs: [(right: Int, left: Int)] = [
        (33, 263), (133, 362), (234, 454), (127, 356), (61, 291), (98, 327), (70, 300), (172, 397),
    ]

    private static func unit(_ vector: Point3) -> Point3 {
        let length = vector.length
        return length > 1e-9 ? vector * (1 / length) : Point3(x: 1, y: 0, z: 0)
    }

    /// The turn that best carries this mesh onto `other` (least squares over all points, with shift and one scale): how
    /// the head moved between two frames, whatever its resting pose. Horn's closed form with unit quaternions
    /// (J. Opt. Soc. Am. A 4, 1987).
    public func rotation(onto other: FaceMesh) -> HeadRotation {
        let axes = RigidRotation.best(from: points, to: other.points)
        return HeadRotation(left: axes.0, down: axes.1, back: axes.2)
    }
}
