internal import DemoMaterial
public import FaceEngine
internal import Vision

/// A living head that a still is put on: two seconds of a clip, with the mesh of each frame.
public struct MovingHead: Sendable {
    struct Frame: Sendable {
        let image: Image
        let mesh: FaceMesh
        let timeInMilliseconds: Double
    }

    let frames: [Frame]

    /// - Throws: `.clipTooShort`; `.noFace` where a frame shows none.
    public init(clip: AttackClip, engine: FaceEngine) throws(AttackError) {
        var frames: [Frame] = []
        for frame in try clip.window() {
            do {
                let mesh = try FaceInPhotograph(in: frame.image, engine: engine).mesh
                frames.append(Frame(image: frame.image, mesh: mesh, timeInMilliseconds: frame.timeInMilliseconds))
            } catch {
                throw .noFace
            }
        }
        self.frames = frames
    }
}
