public import FaceEngine
public import Vision

/// A head that turns in depth before a phone, made from one frontal photograph: what the demo shows to the liveness
/// check in place of a person.
///
/// The whole photograph is warped by a smooth depth field over the face's mesh, so hair, ears and collar follow without
/// holes or seams. With a `HeadMotion` eyes and mouth do not move; with a `HeadPerformance` the head does what a challenge
/// asks for. A system that takes it for more than a demonstration is looking at an injection attack.
public struct RenderedHead: Sendable {
    /// Of each frame. 480 × 640 is a phone held upright, 640 × 480 a laptop.
    public let size: ImageSize
    /// The photograph cut to the frame, its background softened.
    let texture: Image
    let depth: DepthField
    /// Of the face in `texture`.
    let mesh: FaceMesh

    /// - Parameters:
    ///   - photograph: frontal, the whole head in it; one taken from the side shows a smeared temple.
    ///   - depthFactor: on the depth that the mesh says. 1 is natural; 0.7 is a flat-faced person.
    /// - Throws: `.noFaceInPhotograph`.
    public init(
        photograph: Image, engine: FaceEngine, size: ImageSize = ImageSize(width: 480, height: 640),
        depthFactor: Double = 1
    ) throws(DemoMaterialError) {
        self.size = size
        let face = try FaceInPhotograph(in: photograph, engine: engine)
        let framed = face.framed(
            photograph, faceWidth: 0.36 * Double(min(size.width, size.height)),
            faceCentre: Point(x: 0.5 * Double(size.width), y: 0.46 * Double(size.height)), size: size)
        mesh = try FaceInPhotograph(in: framed, engine: engine).mesh
        depth = try DepthField(mesh: mesh, size: size, depthFactor: depthFactor)
        // Lines near the head are distorted with it; a background out of focus hides that.
        texture = framed.withBackgroundOutOfFocus(
            except: depth.outline.person(size: size), sigma: 0.055 * depth.faceWidth)
    }

    /// The frames of `motion`: JPEG, quality 90, with the noise of a camera anew in each.
    ///
    /// - Throws: `.imageNotWritten`.
    public func frames(_ motion: HeadMotion) throws(DemoMaterialError) -> [DemoFrame] {
        var frames: [DemoFrame] = []
        for (index, moment) in motion.moments(faceWidth: depth.faceWidth).enumerated() {
            let noisy = CameraNoise().applied(
                to: image(at: moment.pose), gain: moment.gain,
                randomness: RepeatableRandomness(seed: motion.seed, part: index))
            frames.append(DemoFrame(bytes: try noisy.demoJPEG(), timeInMilliseconds: moment.timeInMilliseconds))
        }
        return frames
    }

    /// The head turned by so much from the photograph, without noise: the photograph of somebody who looked elsewhere, as
    /// a photographer would have taken it for a passport.
    ///
    /// - Parameters:
    ///   - yawInDegrees: the nose towards the right edge of the image where positive.
    ///   - pitchInDegrees: the nose lower where positive.
    public func still(yawInDegrees: Double, pitchInDegrees: Double) -> Image {
        image(at: RigidPose(yawInDegrees: yawInDegrees, pitchInDegrees: pitchInDegrees))
    }

    /// The head in one pose, without noise.
    func image(at pose: RigidPose) -> Image {
        let warp = HeadWarp(of: depth, to: pose)
        return texture.remapped(x: warp.x, y: warp.y, to: size)
    }
}

extension Image {
    /// This image as a phone writes a frame.
    func demoJPEG(quality: Int = 90) throws(DemoMaterialError) -> [UInt8] {
        do {
            return try jpeg(quality: quality)
        } catch {
            throw .imageNotWritten
        }
    }
}
