import DemoMaterial
import FaceEngine
import Foundation
import Onboarding
import Tenancy
import Vision

/// What `onboarding sandbox camera` writes: films that the camera of a browser under test shows, one at a time.
struct CameraMaterial {
    private let face: CameraScene
    private let document: PassportPage
    private let otherDocument: PassportPage

    /// A head rendered from an official photograph, a passport with another photograph of the same man, and one of
    /// somebody else.
    ///
    /// - Parameter models: the folder with the models.
    init(renderedBy models: String, today: PageDate) throws {
        let fixtures = try Fixtures(folder: Installation.root + "/fixtures")
        let engine = try ModelCheck.faceEngine(modelFolder: models, workers: 1)
        func photograph(_ name: String) throws -> Image { try Image(decoding: try fixtures.bytes(of: name)) }
        face = try RenderedHead(photograph: photograph("obama.jpg"), engine: engine).filmed(seed: 1)
        // He looks aside in it, by 15 degrees: few frames of a capture would be near enough to be compared with it.
        let portrait = try RenderedHead(
            photograph: photograph("obama2.jpg"), engine: engine, size: ImageSize(width: 720, height: 960)
        ).still(yawInDegrees: 14, pitchInDegrees: -5)
        document = try PassportPage(holder: .fictitious(today: today), photograph: portrait, engine: engine)
        otherDocument = try PassportPage(
            holder: .otherFictitious(today: today), photograph: photograph("biden.jpg"), engine: engine)
    }

    /// A head and passports of persons whom nobody is. It needs neither models nor photographs.
    init(drawnOn today: PageDate) throws {
        let (head, stranger) = (DrawnHead(seed: 87), DrawnHead(seed: 11))
        face = head.filmed(seed: 1)
        document = try PassportPage(holder: .fictitious(today: today), drawn: head)
        otherDocument = try PassportPage(holder: .otherFictitious(today: today), drawn: stranger)
    }

    /// - Parameter folder: where nothing is yet, or an empty folder.
    /// - Returns: how many files were written.
    func write(to folder: String) async throws -> Int {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let films: [(name: String, scene: CameraScene, file: CameraFile)] = [
            // Long enough for a capture that is begun late, and for a second one.
            ("face", face, CameraFile(framesPerSecond: 15, seconds: 18, seed: 1)),
            ("document", document.filmed(), CameraFile(framesPerSecond: 10, seconds: 7, seed: 2)),
            ("other-document", otherDocument.filmed(), CameraFile(framesPerSecond: 10, seconds: 7, seed: 3)),
            ("empty", .wall(size: face.size), CameraFile(framesPerSecond: 10, seconds: 4, seed: 4)),
            ("dark", face.dimmed(to: 0.12), CameraFile(framesPerSecond: 10, seconds: 4, seed: 5)),
        ]
        for film in films { try await film.file.write(film.scene, to: "\(folder)/\(film.name).y4m") }
        return films.count
    }
}
