internal import FaceEngine
internal import Vision

/// The light of a screen on the person before it, over the light of the room, which stays: Lambert's law with the normals
/// of the depth field, less with the square of the distance, and hardly any on the background.
struct ScreenLight: Sendable {
    private let depth: DepthField
    private let normals: [SIMD3<Float>]
    private let person: FloatPlane
    /// What a white screen adds to a pixel that faces it, as a share of the pixel's own value.
    private let strength: Float
    /// Factor on the brightness, by which a camera leaves room for the light: without it the brightest skin would be cut
    /// off at full scale, and its colour with it. 1 where there is room.
    let exposure: Float

    /// Of full scale: how much the mean of the face rises under white. A phone's screen at arm's length in a lit room.
    /// The camera's exposure takes back what the screen gains as the head comes closer, so it is the same at each
    /// distance.
    private static let riseOfFace: Float = 0.115
    /// For a face so dark in the photograph that it would have to become more than twice as bright.
    private static let greatestStrength: Float = 1
    /// On what lies 85 cm behind the face.
    private static let onBackground: Float = 0.03

    /// - Parameters:
    ///   - photograph, mesh: as `depth` was made from.
    init(on photograph: Image, depth: DepthField, mesh: FaceMesh) {
        self.depth = depth
        normals = depth.normals
        let size = photograph.size
        person = depth.outline.person(size: size)
        let atRest = Self.reflection(of: depth, normals: normals, person: person, pose: RigidPose())
        let face = DepthField.interpolated(mesh.points.map { _ in 0 }, at: mesh.places, size: size).mask
        var (lit, count): (Float, Float) = (0, 0)
        var brightest = [Int](repeating: 0, count: 256)
        for index in atRest.values.indices where face.pixels[index] != 0 {
            let values = (0..<3).map { photograph.pixels[3 * index + $0] }
            lit += atRest.values[index] * values.reduce(0) { $0 + Float($1) } / 3
            count += 1
            brightest[Int(values.max() ?? 0)] += 1
        }
        // White adds the same rise whatever the exposure e is, so a pixel p becomes p (e + wanted).
        let wanted = Self.riseOfFace * 255 * count / max(lit, 1)
        let bright = Self.level(below: 0.98, counts: brightest)
        let fitting = min(max(245 / max(bright, 1) - wanted, 0.6), 1)
        exposure = fitting
        strength = min(wanted / fitting, Self.greatestStrength)
    }

    /// For each pixel of the photograph, what a white screen adds to it while the head has this pose, as a share of its
    /// own value.
    func gain(at pose: RigidPose) -> FloatPlane {
        var gain = Self.reflection(of: depth, normals: normals, person: person, pose: pose)
        for index in gain.values.indices { gain.values[index] *= strength }
        return gain
    }

    /// The grey level that a share of the pixels does not exceed.
    private static func level(below share: Double, counts: [Int]) -> Float {
        let wanted = share * Double(counts.reduce(0, +))
        var passed = 0
        for (level, count) in counts.enumerated() {
            passed += count
            if Double(passed) >= wanted { return Float(level) }
        }
        return 255
    }

    /// 1 where a surface at the depth of the head's middle faces the screen.
    private static func reflection(
        of depth: DepthField, normals: [SIMD3<Float>], person: FloatPlane, pose: RigidPose
    ) -> FloatPlane {
        let back = pose.rotation.map { SIMD3<Float>($0) }[2]
        let distance = Float(HeadWarp.distanceInFaceWidths * depth.faceWidth)
        var reflection = FloatPlane(size: depth.height.size, repeating: 0)
        for index in normals.indices {
            let normal = normals[index]
            let towardsScreen = -(normal.z + ((back * normal).sum() - normal.z) * depth.weight.values[index])
            let nearness = distance / (distance - depth.height.values[index])
            let onPerson = max(0, towardsScreen) * nearness * nearness
            reflection.values[index] = onBackground + (onPerson - onBackground) * person.values[index]
        }
        return reflection.blurred(sigma: 0.015 * depth.faceWidth)
    }
}
