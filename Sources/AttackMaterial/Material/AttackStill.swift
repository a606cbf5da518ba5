internal import DemoMaterial
public import FaceEngine
public import Vision

/// A photograph cut to a frame, with what a warp needs to know of its face.
public struct AttackStill: Sendable {
    /// Of the frame.
    let image: Image
    let mesh: FaceMesh
    /// The face's depth as the mesh has it.
    let depth: DepthField

    var size: ImageSize { image.size }
    /// In pixels of the frame.
    var faceWidth: Double { depth.faceWidth }

    /// - Parameters:
    ///   - photograph: shows one whole face, frontal.
    ///   - size: of the frame: 480 × 640 is a phone held upright, 640 × 480 a laptop.
    ///   - faceShare: the face's width as a share of the frame's shorter side.
    public init(
        photograph: Image, engine: FaceEngine, size: ImageSize = ImageSize(width: 480, height: 640),
        faceShare: Double = 0.42
    ) throws(AttackError) {
        do {
            let framed = try FaceInPhotograph(in: photograph, engine: engine).framed(
                photograph, faceWidth: faceShare * Double(min(size.width, size.height)),
                faceCentre: Point(x: 0.5 * Double(size.width), y: 0.47 * Double(size.height)), size: size)
            mesh = try FaceInPhotograph(in: framed, engine: engine).mesh
            depth = try DepthField(mesh: mesh, size: size, depthFactor: 1)
            image = framed
        } catch {
            throw .noFace
        }
    }
}
