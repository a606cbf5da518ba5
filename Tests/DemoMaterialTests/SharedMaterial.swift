import FaceEngine
import TestSupport
import Vision

@testable import DemoMaterial

/// What is loaded once for all tests of this target.
enum SharedMaterial {
    private static let loadedEngine = Result { try FaceEngine(models: ModelFolder(path: Material.models), workers: 1) }
    private static let frontal = Result { try Image(decoding: Material.photograph("obama.jpg")) }
    private static let loadedHead = Result {
        try RenderedHead(photograph: SharedMaterial.photograph(), engine: SharedMaterial.engine())
    }

    static func engine() throws -> FaceEngine { try loadedEngine.get() }
    static func photograph() throws -> Image { try frontal.get() }
    static func head() throws -> RenderedHead { try loadedHead.get() }

    /// The yaw that the mesh sees in each frame, in degrees.
    static func yaws(in frames: [DemoFrame]) throws -> [Double] {
        try frames.map { frame in
            let image = try Image(decoding: frame.bytes)
            let mesh = try FaceInPhotograph(in: image, engine: engine()).mesh
            return try engine().measurements(of: mesh, in: image).yawInDegrees
        }
    }

    static func range(_ values: [Double]) -> Double {
        (values.max() ?? 0) - (values.min() ?? 0)
    }
}
