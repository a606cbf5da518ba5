internal import DemoMaterial
internal import FaceEngine
internal import Foundation
internal import Vision

/// A still made to move by a smooth warp: the head's shape is guessed, everything else comes from the one image.
struct StillAnimation: Sendable {
    /// The body over which the image is warped.
    enum Shape: Sendable {
        /// The face mesh's own depth.
        case mesh
        /// An ellipsoid with a nose.
        case ellipsoid
        /// An upright cylinder.
        case cylinder
    }

    enum Path: Sendable {
        case sideToSide
        case wandering
    }

    enum Relighting: Sendable {
        case none
        /// A gradient over the frame that follows the turn.
        case linear
        /// Lambert's law with the mesh's normals under a lamp that stands still.
        case byNormals
    }

    var shape = Shape.mesh
    var path = Path.sideToSide
    /// To each side.
    var yawInDegrees = 15.0
    var rollInDegrees = 1.5
    var driftInFaceWidths = 0.04
    var closesLids = false
    var movesJaw = false
    /// The eyes keep looking where they looked.
    var movesIrises = false
    var relighting = Relighting.none
    /// On the standard deviation of a camera's noise: 1 is 1 to 2.5 grey levels.
    var noiseStrength: Float = 1
    /// As a renderer hides that lines near the head are warped with it.
    var softensBackground = false

    func footage(of still: AttackStill, seed: UInt64) throws(AttackError) -> Footage {
        let depth = depthField(of: still)
        let texture =
            softensBackground
            ? still.image.withBackgroundOutOfFocus(
                except: depth.outline.person(size: still.size), sigma: 0.055 * still.faceWidth)
            : still.image
        let normals = relighting == .byNormals ? SurfaceNormals(of: still.depth) : nil
        return try Footage(
            of: moments(faceWidth: still.faceWidth, seed: seed), noise: CameraNoise(strength: noiseStrength), seed: seed
        ) { index, moment throws(AttackError) in
            let warp = HeadWarp(of: depth, to: moment.pose)
            let places = FacialShift.applied(
                shifts(of: still, pose: moment.pose, index: index), x: warp.x, y: warp.y, width: still.size.width)
            let lit = normals.map { texture.lit(by: $0.gain(turnedBy: moment.pose, over: depth.weight)) } ?? texture
            let image = lit.remapped(x: places.x, y: places.y, to: still.size)
            return relighting == .linear ? Self.lit(image, still: still, pose: moment.pose) : image
        }
    }

    private func moments(faceWidth: Double, seed: UInt64) -> [HandHeldMotion.Moment] {
        switch path {
        case .sideToSide:
            Motions.turn(
                byDegrees: yawInDegrees, rollInDegrees: rollInDegrees, driftInFaceWidths: driftInFaceWidths,
                faceWidth: faceWidth, seed: seed)
        case .wandering: Motions.wandering(faceWidth: faceWidth, seed: seed)
        }
    }

    private func depthField(of still: AttackStill) -> DepthField {
        switch shape {
        case .mesh: still.depth
        case .ellipsoid: GuessedHead(of: still).ellipsoid
        case .cylinder: GuessedHead(of: still).cylinder
        }
    }

    /// Two blinks, by frame: 1 is closed.
    private static let lidsClosed: [Int: Double] = [4: 1, 5: 0.7, 10: 0.8]

    /// What lids, jaw and irises do in a frame.
    private func shifts(of still: AttackStill, pose: RigidPose, index: Int) -> [FacialShift] {
        let width = still.faceWidth
        var shifts: [FacialShift] = []
        if closesLids {
            let closing = Self.lidsClosed[index] ?? 0
            for eye in [still.mesh.rightEyeCenter.inImage, still.mesh.leftEyeCenter.inImage] where closing > 0 {
                shifts.append(
                    FacialShift(
                        centre: eye - Point(x: 0, y: 0.03 * width), reach: Point(x: 0.17 * width, y: 0.12 * width),
                        shift: Point(x: 0, y: 0.05 * width * closing)))
            }
        }
        if movesJaw {
            let opening = max(0, sin(2 * .pi * Double(index) / 5))
            let chin = still.mesh.place(FaceMesh.Landmark.chin)
            shifts.append(
                FacialShift(
                    centre: chin - Point(x: 0, y: 0.12 * width), reach: Point(x: 0.42 * width, y: 0.36 * width),
                    shift: Point(x: 0, y: 0.06 * width * opening)))
        }
        if movesIrises {
            let against = -0.035 * width * pose.yawInDegrees / max(abs(yawInDegrees), 1)
            for eye in [still.mesh.rightEyeCenter.inImage, still.mesh.leftEyeCenter.inImage] {
                shifts.append(
                    FacialShift(
                        centre: eye, reach: Point(x: 0.1 * width, y: 0.06 * width), shift: Point(x: against, y: 0)))
            }
        }
        return shifts
    }

    /// Brighter on the side from which the head turns away, by 27 % a face width at 15°.
    private static func lit(_ image: Image, still: AttackStill, pose: RigidPose) -> Image {
        let across = 0.27 * pose.yawInDegrees / 15 / still.faceWidth
        let along = 0.1 * pose.pitchInDegrees / 2 / still.faceWidth
        let middle = still.mesh.place(FaceMesh.Landmark.noseTip)
        let width = still.size.width
        var gain = FloatPlane(size: still.size, repeating: 1)
        for index in gain.values.indices {
            let (x, y) = (Double(index % width) - middle.x, Double(index / width) - middle.y)
            gain.values[index] = Float(min(max(1 + across * x + along * y, 0.5), 1.5))
        }
        return image.lit(by: gain)
    }
}
