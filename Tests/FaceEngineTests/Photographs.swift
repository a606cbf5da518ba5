import FaceEngine
import TestSupport
import Vision

/// The fetched photographs and one engine for all tests: loading the networks takes most of a second.
enum Photographs {
    static let models = ModelFolder(path: Material.models)
    static let engine = Result { () throws(FaceEngineError) in try FaceEngine(models: models, workers: 2) }

    /// Two images of one man, one of another.
    static let all = ["obama.jpg", "obama2.jpg", "biden.jpg"]

    static func image(_ name: String) throws -> Image {
        try Image(decoding: try Material.photograph(name))
    }

    /// Face, mesh and template of a photograph.
    static func sample(_ name: String) throws -> (image: Image, face: DetectedFace, mesh: FaceMesh) {
        let engine = try engine.get()
        let image = try image(name)
        guard let face = try engine.faces(in: image).first else { throw NoFace() }
        return (image, face, try engine.mesh(of: face, in: image))
    }

    static func template(_ name: String) throws -> FaceTemplate {
        let sample = try sample(name)
        return try engine.get().template(of: sample.mesh, in: sample.image)
    }

    struct NoFace: Error {}
}

extension Image {
    /// This image with another laid on it, its top left corner at (x, y).
    func withInset(_ inset: Image, x: Int, y: Int) -> Image {
        var pixels = self.pixels
        for row in 0..<inset.size.height {
            let start = ((y + row) * size.width + x) * 3
            let length = inset.size.width * 3
            pixels.replaceSubrange(start..<(start + length), with: inset.pixels[(row * length)..<((row + 1) * length)])
        }
        return Image(size: size, pixels: pixels)
    }

    /// Every value replaced by `change` of it.
    func changed(_ change: (Double) -> Double) -> Image {
        let table = (0...255).map { UInt8(min(max(change(Double($0)).rounded(), 0), 255)) }
        return Image(size: size, pixels: pixels.map { table[Int($0)] })
    }
}
